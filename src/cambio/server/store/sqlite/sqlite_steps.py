"""The steps that SQLite files took before there were revisions, by which files of those days come to the first one.

Nothing is added here: what changes the schema from now on is a revision (see the package `migrations`).
"""

from __future__ import annotations

from collections.abc import Callable
from sqlite3 import Connection

from .sqlite_upgrades import note_levels, note_matches

#: How the schema came about, step by step; a file's version is the number of steps that it has taken.
STEPS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE person (
            id TEXT NOT NULL PRIMARY KEY,
            name TEXT NOT NULL,
            created INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID""",
        """CREATE TABLE session (
            token_hash BLOB NOT NULL PRIMARY KEY,
            person_id TEXT NOT NULL REFERENCES person,
            created INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID""",
        """CREATE TABLE worker (
            id TEXT NOT NULL PRIMARY KEY,
            beat INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID""",
        """CREATE TABLE "table" (
            id TEXT NOT NULL PRIMARY KEY,
            code TEXT NOT NULL,
            code_expires INTEGER NOT NULL,
            host TEXT NOT NULL REFERENCES person,
            is_public INTEGER NOT NULL,
            created INTEGER NOT NULL,
            is_finished INTEGER NOT NULL DEFAULT 0,
            owner TEXT,
            epoch INTEGER NOT NULL DEFAULT 0
        ) STRICT, WITHOUT ROWID""",
        'CREATE INDEX table_by_code ON "table" (code) WHERE NOT is_finished',
        'CREATE INDEX table_unfinished ON "table" (created, id) WHERE NOT is_finished',
        # Entries lie as they came, whatever their table: a batch from many tables then fills few pages.
        """CREATE TABLE event (
            table_id TEXT NOT NULL REFERENCES "table",
            seq INTEGER NOT NULL,
            epoch INTEGER NOT NULL,
            cmd_id TEXT,
            actor TEXT NOT NULL,
            body BLOB NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (table_id, seq)
        ) STRICT""",
        "CREATE UNIQUE INDEX event_by_command ON event (table_id, actor, cmd_id) WHERE cmd_id IS NOT NULL",
        """CREATE TABLE finished (
            id TEXT NOT NULL PRIMARY KEY,
            table_id TEXT NOT NULL REFERENCES "table",
            round INTEGER NOT NULL,
            finished INTEGER NOT NULL,
            rules TEXT NOT NULL,
            text TEXT NOT NULL
        ) STRICT""",
        # When the round was finished stands here too, so that a page of a long history is a short walk in one index.
        """CREATE TABLE player (
            finished_id TEXT NOT NULL REFERENCES finished,
            seat TEXT NOT NULL,
            person_id TEXT REFERENCES person,
            name TEXT NOT NULL,
            finished INTEGER NOT NULL,
            PRIMARY KEY (finished_id, seat)
        ) STRICT, WITHOUT ROWID""",
        "CREATE INDEX player_history ON player (person_id, finished, finished_id) WHERE person_id IS NOT NULL",
    ),
    (
        # No table is ever finished: it sleeps until somebody comes, and those who played may play again.
        "DROP INDEX table_unfinished",
        "DROP INDEX table_by_code",
        'ALTER TABLE "table" DROP COLUMN is_finished',
        'CREATE INDEX table_by_code ON "table" (code)',
    ),
    (
        # Tables from before have none until somebody comes to them again.
        """CREATE TABLE summary (
            table_id TEXT NOT NULL PRIMARY KEY REFERENCES "table",
            seq INTEGER NOT NULL,
            at INTEGER NOT NULL,
            is_over INTEGER NOT NULL,
            body BLOB NOT NULL
        ) STRICT, WITHOUT ROWID""",
        # Whether the match is over, and when, stands here too, so that a person's list is a short walk in one index.
        """CREATE TABLE seated (
            table_id TEXT NOT NULL REFERENCES summary,
            person_id TEXT NOT NULL REFERENCES person,
            seat TEXT NOT NULL,
            is_over INTEGER NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (table_id, person_id)
        ) STRICT, WITHOUT ROWID""",
        "CREATE INDEX seated_latest ON seated (person_id, is_over, at DESC, table_id)",
    ),
    (
        """CREATE TABLE snapshot (
            table_id TEXT NOT NULL PRIMARY KEY REFERENCES "table",
            seq INTEGER NOT NULL,
            body BLOB NOT NULL
        ) STRICT""",
        # Nobody knows when the sessions from before were used: their time begins now.
        "ALTER TABLE session ADD COLUMN used INTEGER NOT NULL DEFAULT 0",
        "UPDATE session SET used = CAST(strftime('%s', 'now') AS INTEGER) * 1000",
        'ALTER TABLE "table" ADD COLUMN is_purged INTEGER NOT NULL DEFAULT 0',
        "ALTER TABLE summary ADD COLUMN has_match INTEGER NOT NULL DEFAULT 1",
        # By these a row finds at once what refers to it.
        "CREATE INDEX session_by_person ON session (person_id)",
        'CREATE INDEX table_by_host ON "table" (host, created)',
        "CREATE INDEX finished_by_table ON finished (table_id)",
    ),
    (
        "ALTER TABLE finished ADD COLUMN match_id TEXT NOT NULL DEFAULT ''",
        """CREATE TABLE "match" (
            id TEXT NOT NULL PRIMARY KEY,
            table_id TEXT NOT NULL REFERENCES "table",
            rules TEXT NOT NULL,
            began INTEGER,
            at INTEGER NOT NULL,
            played INTEGER,
            rounds INTEGER NOT NULL,
            is_over INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID""",
        # What a list is ordered and filtered by stands here too, so that a page of it is a walk in one index.
        """CREATE TABLE match_player (
            match_id TEXT NOT NULL REFERENCES "match",
            seat TEXT NOT NULL,
            person_id TEXT REFERENCES person,
            name TEXT NOT NULL,
            tally INTEGER NOT NULL,
            has_won INTEGER NOT NULL,
            at INTEGER NOT NULL,
            book TEXT NOT NULL,
            has_bots INTEGER NOT NULL,
            PRIMARY KEY (match_id, seat)
        ) STRICT, WITHOUT ROWID""",
        """CREATE INDEX match_history ON match_player (person_id, at, match_id, book, has_bots, has_won)
            WHERE person_id IS NOT NULL""",
        'CREATE INDEX match_by_table ON "match" (table_id)',
        "CREATE INDEX finished_by_match ON finished (match_id, round)",
    ),
    (
        "ALTER TABLE match_player ADD COLUMN level TEXT",
        # What results are counted by stands in each row and in the one index, too.
        "ALTER TABLE match_player ADD COLUMN rival TEXT",
        "ALTER TABLE match_player ADD COLUMN is_over INTEGER NOT NULL DEFAULT 0",
        'UPDATE match_player SET is_over = (SELECT is_over FROM "match" WHERE id = match_id)',
        "DROP INDEX match_history",
        """CREATE INDEX match_history
            ON match_player (person_id, at, match_id, book, has_bots, has_won, is_over, rival)
            WHERE person_id IS NOT NULL""",
        # Rounds from before have no figures.
        """CREATE TABLE figures (
            person_id TEXT NOT NULL REFERENCES person,
            finished INTEGER NOT NULL,
            finished_id TEXT NOT NULL REFERENCES finished,
            seat TEXT NOT NULL,
            book TEXT NOT NULL,
            points INTEGER NOT NULL,
            has_won INTEGER NOT NULL,
            right_calls INTEGER NOT NULL,
            wrong_calls INTEGER NOT NULL,
            right_snaps INTEGER NOT NULL,
            wrong_snaps INTEGER NOT NULL,
            late_snaps INTEGER NOT NULL,
            PRIMARY KEY (person_id, finished, finished_id, seat)
        ) STRICT, WITHOUT ROWID""",
        "CREATE INDEX figures_by_round ON figures (finished_id)",
        """CREATE TABLE reaction (
            finished_id TEXT NOT NULL REFERENCES finished,
            seat TEXT NOT NULL,
            number INTEGER NOT NULL,
            person_id TEXT NOT NULL REFERENCES person,
            book TEXT NOT NULL,
            milliseconds INTEGER NOT NULL,
            PRIMARY KEY (finished_id, seat, number)
        ) STRICT, WITHOUT ROWID""",
        "CREATE INDEX reaction_times ON reaction (person_id, milliseconds, book)",
    ),
    (
        # The token itself is kept for its maker, who may ask for the link again.
        """CREATE TABLE share (
            token_hash BLOB NOT NULL PRIMARY KEY,
            token TEXT NOT NULL,
            finished_id TEXT NOT NULL REFERENCES finished,
            person_id TEXT NOT NULL REFERENCES person,
            scope TEXT NOT NULL,
            created INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID""",
        "CREATE UNIQUE INDEX share_by_person ON share (person_id, finished_id, scope)",
        "CREATE INDEX share_by_round ON share (finished_id)",
    ),
    (
        # From one key come the daily deals of all days.
        """CREATE TABLE daily_key (
            id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
            key TEXT NOT NULL
        ) STRICT""",
        # What follows the table is there once the round is over.
        """CREATE TABLE daily_try (
            day TEXT NOT NULL,
            book TEXT NOT NULL,
            person_id TEXT NOT NULL REFERENCES person,
            table_id TEXT NOT NULL REFERENCES "table",
            name TEXT,
            finished INTEGER,
            round_id TEXT REFERENCES finished,
            points INTEGER,
            score INTEGER,
            place INTEGER,
            has_won INTEGER,
            "call" TEXT,
            right_snaps INTEGER,
            wrong_snaps INTEGER,
            turns INTEGER,
            had_stand_in INTEGER,
            PRIMARY KEY (day, book, person_id)
        ) STRICT, WITHOUT ROWID""",
        "CREATE INDEX daily_try_by_person ON daily_try (person_id, day)",
        "CREATE INDEX daily_try_by_table ON daily_try (table_id)",
        "CREATE INDEX daily_try_by_round ON daily_try (round_id) WHERE round_id IS NOT NULL",
    ),
    (
        """CREATE TABLE ban (
            subject TEXT NOT NULL PRIMARY KEY,
            is_network INTEGER NOT NULL,
            until INTEGER NOT NULL,
            reason TEXT NOT NULL,
            created INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID""",
        # Numbers are never used again, so that servers know what they have read.
        """CREATE TABLE notice (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            change TEXT NOT NULL,
            subject TEXT NOT NULL,
            at INTEGER NOT NULL
        ) STRICT""",
    ),
)
#: What SQL alone can't do, by the number of the step that it belongs to.
UPGRADES: dict[int, Callable[[Connection], None]] = {5: note_matches, 6: note_levels}


#: The version of files that have a revision, which counts from then on. Programs that know of steps alone refuse them.
HAS_REVISION = len(STEPS) + 1


def take_steps(db: Connection) -> None:
    """Take those that the file has not taken yet, in the transaction of whoever asks."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    for number, step in enumerate(STEPS[version:], start=version + 1):
        for statement in step:
            db.execute(statement)
        if number in UPGRADES:
            UPGRADES[number](db)
    db.execute(f"PRAGMA user_version = {HAS_REVISION}")
