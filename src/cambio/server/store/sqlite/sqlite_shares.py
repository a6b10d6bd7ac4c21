"""The SQL about links to finished rounds: a function for each request, within a transaction of its caller."""

from __future__ import annotations

from sqlite3 import Connection

from ..shares import Share, hash_token

_ADD = """
    INSERT INTO share (token_hash, token, finished_id, person_id, scope, created)
    SELECT :hash, :token, :finished_id, :person_id, :scope, :created
    WHERE EXISTS (SELECT 1 FROM player WHERE finished_id = :finished_id AND person_id = :person_id)
    ON CONFLICT (person_id, finished_id, scope) DO NOTHING
"""
_FIND = "SELECT token, finished_id, person_id, scope, created FROM share WHERE token_hash = ?"
_OF_PERSON = """
    SELECT token, finished_id, person_id, scope, created FROM share
    WHERE person_id = :person_id AND finished_id = coalesce(:finished_id, finished_id) ORDER BY created, token_hash
"""
_REVOKE = "DELETE FROM share WHERE token_hash = ? AND finished_id = ? AND person_id = ?"


def add_share(share: Share, db: Connection) -> Share | None:
    facts = {
        "hash": hash_token(share.token),
        "token": share.token,
        "finished_id": share.finished_id,
        "person_id": share.person_id,
        "scope": share.scope,
        "created": share.created,
    }
    db.execute(_ADD, facts)
    kept = find_shares(share.person_id, share.finished_id, db)
    return next((each for each in kept if each.scope == share.scope), None)


def find_share(token: str, db: Connection) -> Share | None:
    row = db.execute(_FIND, (hash_token(token),)).fetchone()
    return None if row is None else Share(*row)


def find_shares(person_id: str, finished_id: str | None, db: Connection) -> list[Share]:
    return [Share(*row) for row in db.execute(_OF_PERSON, {"person_id": person_id, "finished_id": finished_id})]


def revoke_share(token: str, finished_id: str, person_id: str, db: Connection) -> bool:
    return db.execute(_REVOKE, (hash_token(token), finished_id, person_id)).rowcount > 0
