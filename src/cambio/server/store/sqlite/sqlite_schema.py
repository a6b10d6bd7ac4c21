"""The schema of a SQLite file as it is now, and how a file of any earlier version comes to it."""

from __future__ import annotations

from sqlite3 import Connection

from ..migrations.revisions import STAMP, VERSION_TABLE, Standing
from .sqlite_revision import find_schema
from .sqlite_steps import HAS_REVISION

SCHEMA: tuple[str, ...] = (
    """CREATE TABLE person (
        id TEXT NOT NULL PRIMARY KEY,
        name TEXT NOT NULL,
        created INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE session (
        token_hash BLOB NOT NULL PRIMARY KEY,
        person_id TEXT NOT NULL REFERENCES person,
        created INTEGER NOT NULL,
        used INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX session_by_person ON session (person_id)",
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
        owner TEXT,
        epoch INTEGER NOT NULL DEFAULT 0,
        is_purged INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID""",
    'CREATE INDEX table_by_code ON "table" (code)',
    'CREATE INDEX table_by_host ON "table" (host, created)',
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
    """CREATE TABLE summary (
        table_id TEXT NOT NULL PRIMARY KEY REFERENCES "table",
        seq INTEGER NOT NULL,
        at INTEGER NOT NULL,
        is_over INTEGER NOT NULL,
        body BLOB NOT NULL,
        has_match INTEGER NOT NULL DEFAULT 1
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
    """CREATE TABLE snapshot (
        table_id TEXT NOT NULL PRIMARY KEY REFERENCES "table",
        seq INTEGER NOT NULL,
        body BLOB NOT NULL
    ) STRICT""",
    """CREATE TABLE finished (
        id TEXT NOT NULL PRIMARY KEY,
        table_id TEXT NOT NULL REFERENCES "table",
        round INTEGER NOT NULL,
        finished INTEGER NOT NULL,
        rules TEXT NOT NULL,
        text TEXT NOT NULL,
        match_id TEXT NOT NULL DEFAULT ''
    ) STRICT""",
    "CREATE INDEX finished_by_table ON finished (table_id)",
    "CREATE INDEX finished_by_match ON finished (match_id, round)",
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
    'CREATE INDEX match_by_table ON "match" (table_id)',
    # What a list is ordered, filtered and counted by stands here too, so that a page of it is a walk in one index.
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
        level TEXT,
        rival TEXT,
        is_over INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (match_id, seat)
    ) STRICT, WITHOUT ROWID""",
    """CREATE INDEX match_history
        ON match_player (person_id, at, match_id, book, has_bots, has_won, is_over, rival)
        WHERE person_id IS NOT NULL""",
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
)


def bring_up_to_date(db: Connection) -> None:
    """Give the file the schema of this program, all or nothing; or raise `NewerStore`."""
    # Begun as a writer, so that two programs don't both do it.
    db.execute("BEGIN IMMEDIATE")
    found = find_schema(db)
    found.check_not_newer()
    if found.standing is Standing.OLDER:
        db.execute("ROLLBACK")
        # Loading it takes as long as the rest of a server's start.
        from ..migrations.alembic_upgrade import upgrade_sqlite

        upgrade_sqlite(db)
        return
    if found.standing is Standing.EMPTY:
        for statement in (*SCHEMA, VERSION_TABLE, STAMP):
            db.execute(statement)
    # Written in any case: so a file that can't be written is found out now.
    db.execute(f"PRAGMA user_version = {HAS_REVISION}")
    db.execute("COMMIT")
