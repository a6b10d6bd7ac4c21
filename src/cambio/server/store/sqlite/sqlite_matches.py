"""The SQL about matches: a function for each request, which runs within a transaction of its caller."""

from __future__ import annotations

import sqlite3
from sqlite3 import Connection
from typing import Any

from ..contract import Finished
from ..errors import NoSuchPerson, NoSuchTable
from ..matches import ListedMatch, MatchFilter, MatchKey, MatchPlayer, PlayedMatch
from .sqlite_queries import find_round, find_table

_KEEP_MATCH = """
    INSERT INTO "match" (id, table_id, rules, began, at, played, rounds, is_over) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET rules = excluded.rules, began = excluded.began, at = excluded.at,
        played = excluded.played, rounds = excluded.rounds, is_over = excluded.is_over
    WHERE excluded.at >= "match".at AND excluded.rounds >= "match".rounds
"""
_ADD_PLAYER = """
    INSERT INTO match_player
        (match_id, seat, person_id, name, tally, has_won, level, at, book, has_bots, rival, is_over)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_MATCH = """
    SELECT table_id, rules, began, at, played, rounds, is_over, NOT is_purged
    FROM "match" JOIN "table" ON "table".id = table_id WHERE "match".id = ?
"""
_PLAYERS = "SELECT person_id, seat, name, tally, has_won, level FROM match_player WHERE match_id = ? ORDER BY seat"
# Everything that is asked for stands in one index; who had two seats in a match finds it once.
_MATCHES_OF = """
    SELECT match_id FROM match_player
    WHERE person_id = :person_id AND (at, match_id) < (:at, :id)
        AND (:book IS NULL OR book = :book) AND (NOT :only_people OR NOT has_bots) AND (NOT :only_won OR has_won)
    GROUP BY at, match_id ORDER BY at DESC, match_id DESC LIMIT :limit
"""
_END_OF_TIME = MatchKey(2**63 - 1, "")
_ROUNDS = "SELECT round, id FROM finished WHERE match_id = ? ORDER BY round"


def keep_match(match: PlayedMatch, db: Connection) -> None:
    facts = (match.id, match.table_id, match.rules, match.began, match.at, match.played, match.rounds, match.is_over)
    try:
        if db.execute(_KEEP_MATCH, facts).rowcount == 0:
            return
        db.execute("DELETE FROM match_player WHERE match_id = ?", (match.id,))
        for_lists = (match.at, match.book, match.has_bots, match.rival, match.is_over)
        db.executemany(
            _ADD_PLAYER,
            [
                (match.id, each.seat, each.person_id, each.name, each.tally, each.has_won, each.level, *for_lists)
                for each in match.players
            ],
        )
    except sqlite3.IntegrityError as broken:
        if find_table(match.table_id, db) is None:
            raise NoSuchTable(match.table_id) from broken
        raise NoSuchPerson(", ".join(each.person_id for each in match.players if each.person_id)) from broken


def find_match(match_id: str, db: Connection) -> PlayedMatch | None:
    listed = _find_listed(match_id, db)
    return None if listed is None else listed.match


def _find_listed(match_id: str, db: Connection) -> ListedMatch | None:
    row: tuple[Any, ...] | None = db.execute(_MATCH, (match_id,)).fetchone()
    if row is None:
        return None
    table_id, rules, began, at, played, rounds, is_over, has_table = row
    players = tuple(
        MatchPlayer(person_id, seat, name, tally, bool(has_won), level)
        for person_id, seat, name, tally, has_won, level in db.execute(_PLAYERS, (match_id,))
    )
    match = PlayedMatch(match_id, table_id, rules, began, at, played, rounds, bool(is_over), players)
    return ListedMatch(match, bool(has_table), dict(db.execute(_ROUNDS, (match_id,)).fetchall()))


def find_matches_of(
    person_id: str, limit: int, before: MatchKey | None, wanted: MatchFilter, db: Connection
) -> list[ListedMatch]:
    end = before or _END_OF_TIME
    asked = {
        "person_id": person_id,
        "at": end.at,
        "id": end.id,
        "book": wanted.book,
        "only_people": wanted.only_people,
        "only_won": wanted.only_won,
        "limit": limit,
    }
    found = [_find_listed(match_id, db) for (match_id,) in db.execute(_MATCHES_OF, asked).fetchall()]
    return [listed for listed in found if listed is not None]


def find_rounds_of_match(match_id: str, db: Connection) -> list[Finished]:
    found = [find_round(finished_id, db) for _, finished_id in db.execute(_ROUNDS, (match_id,)).fetchall()]
    return [finished for finished in found if finished is not None]
