"""Steps of the schema that SQL alone can't take: what older files hold, told as newer ones tell it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from sqlite3 import Connection

from ....match import Match
from ....notation import outcome_told
from ....rules import Rules
from ..matches import strongest_level

# Rounds of a match are numbered from 1 and archived in that order: a number that does not rise begins the next match. A
# match is named by its first round, as live tables name it.
_GROUP_ROUNDS = """
    WITH ordered AS (
        SELECT id, table_id, rowid AS row, round <= lag(round, 1, round) OVER each_table AS is_first
        FROM finished WINDOW each_table AS (PARTITION BY table_id ORDER BY rowid)
    ), numbered AS (
        SELECT id, table_id, row, sum(is_first) OVER (PARTITION BY table_id ORDER BY row) AS number FROM ordered
    ), named AS (
        SELECT id, first_value(id) OVER (PARTITION BY table_id, number ORDER BY row) AS match_id FROM numbered
    )
    UPDATE finished SET match_id = named.match_id FROM named WHERE named.id = finished.id
"""
# A lesson's table has no match.
_ROUNDS = """
    SELECT match_id, id, table_id, rules, finished, round, text FROM finished
    WHERE NOT EXISTS (SELECT 1 FROM summary WHERE summary.table_id = finished.table_id AND NOT has_match)
    ORDER BY match_id, round
"""
_ADD_MATCH = 'INSERT INTO "match" (id, table_id, rules, at, rounds, is_over) VALUES (?, ?, ?, ?, ?, ?)'
_ADD_PLAYER = """
    INSERT INTO match_player (match_id, seat, person_id, name, tally, has_won, at, book, has_bots)
    SELECT ?, seat, person_id, name, ?, ?, ?, ?,
        EXISTS (SELECT 1 FROM player AS bot WHERE bot.finished_id = player.finished_id AND bot.person_id IS NULL)
    FROM player WHERE finished_id = ? AND seat = ?
"""
# The level of a bot stands in the summary of its table, as long as that is kept.
_NOTE_LEVELS = """
    UPDATE match_player SET level = (
        SELECT json_extract(listed.value, '$.level')
        FROM "match" JOIN summary ON summary.table_id = "match".table_id,
            json_each(CAST(summary.body AS TEXT), '$.players') AS listed
        WHERE "match".id = match_player.match_id
            AND json_extract(listed.value, '$.seat') = match_player.seat
            AND json_extract(listed.value, '$.name') = match_player.name
    ) WHERE person_id IS NULL
"""
_LEVELS = "SELECT match_id, group_concat(level, ' ') FROM match_player WHERE level IS NOT NULL GROUP BY match_id"
_RESULT = re.compile(r"^result: (.*)$", re.MULTILINE)


@dataclass(frozen=True)
class _Round:
    match_id: str
    id: str
    table_id: str
    rules: str
    finished: int
    number: int
    result: str


def note_matches(db: Connection) -> None:
    """Say of each archived round to which match it belongs, and how each match stands.

    When a match began was not noted. One whose rounds are not all there, or can't be read any more, is not listed.
    """
    db.execute(_GROUP_ROUNDS)
    for _, rounds in groupby(_read_rounds(db), key=lambda each: each.match_id):
        _note_match(list(rounds), db)


def note_levels(db: Connection) -> None:
    """Say how strong the bots of each match were, where the table still tells it."""
    db.execute(_NOTE_LEVELS)
    for match_id, levels in db.execute(_LEVELS).fetchall():
        db.execute("UPDATE match_player SET rival = ? WHERE match_id = ?", (strongest_level(levels.split()), match_id))


def _read_rounds(db: Connection) -> Iterator[_Round]:
    for match_id, finished_id, table_id, rules, at, number, text in db.execute(_ROUNDS):
        told = _RESULT.search(text)
        yield _Round(match_id, finished_id, table_id, rules, at, number, told[1] if told is not None else "")


def _note_match(rounds: Sequence[_Round], db: Connection) -> None:
    last = rounds[-1]
    if [each.number for each in rounds] != list(range(1, len(rounds) + 1)):
        return
    try:
        rules = _parse(last.rules)
        outcomes = [outcome_told(each.result, rules) for each in rounds]
        match = Match(rules, len(outcomes[0].scores), seed=0)
        for outcome in outcomes:
            match.score(outcome)
    except ValueError:
        return
    standing = match.standing()
    winners = standing.winners if standing is not None else ()
    db.execute(_ADD_MATCH, (last.match_id, last.table_id, last.rules, last.finished, len(rounds), match.is_over))
    for seat, tally in match.tally.items():
        for_lists = (last.finished, last.rules.split()[0])
        db.execute(_ADD_PLAYER, (last.match_id, tally, seat in winners, *for_lists, last.id, seat))


@lru_cache(64)
def _parse(rules: str) -> Rules:
    return Rules.parse(rules)
