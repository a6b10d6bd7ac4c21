"""The schema on PostgreSQL. Keys are compared byte by byte, as they are on SQLite."""

from __future__ import annotations

SCHEMA: tuple[str, ...] = (
    """CREATE TABLE person (
        id TEXT COLLATE "C" PRIMARY KEY,
        name TEXT NOT NULL,
        created BIGINT NOT NULL
    )""",
    """CREATE TABLE session (
        token_hash BYTEA PRIMARY KEY,
        person_id TEXT COLLATE "C" NOT NULL REFERENCES person,
        created BIGINT NOT NULL,
        used BIGINT NOT NULL
    )""",
    "CREATE INDEX session_by_person ON session (person_id)",
    # When it lived is told by the worker's own clock, and by that of the database, which decides who may claim.
    """CREATE TABLE worker (
        id TEXT COLLATE "C" PRIMARY KEY,
        address TEXT NOT NULL DEFAULT '',
        beat BIGINT NOT NULL,
        seen TIMESTAMPTZ NOT NULL,
        lobby BYTEA NOT NULL DEFAULT '[]'
    )""",
    # What all workers know, and nobody else.
    "CREATE TABLE secret (name TEXT PRIMARY KEY, value BYTEA NOT NULL)",
    """CREATE FUNCTION lock_of_worker(id TEXT) RETURNS BIGINT LANGUAGE SQL IMMUTABLE STRICT AS
        $$ SELECT hashtextextended('worker ' || id, 0) $$""",
    # A worker lives as long as its connection holds its lock and its heart has beaten in the last two seconds.
    """CREATE FUNCTION is_alive(worker worker) RETURNS BOOLEAN LANGUAGE SQL STABLE AS $$
        SELECT worker.seen > clock_timestamp() - INTERVAL '2 seconds' AND EXISTS (
            SELECT 1 FROM pg_locks
            WHERE locktype = 'advisory' AND objsubid = 1 AND granted
                AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
                AND (classid::bigint << 32) | objid::bigint = lock_of_worker(worker.id)
        ) $$""",
    """CREATE TABLE "table" (
        id TEXT COLLATE "C" PRIMARY KEY,
        code TEXT COLLATE "C" NOT NULL,
        code_expires BIGINT NOT NULL,
        host TEXT COLLATE "C" NOT NULL REFERENCES person,
        is_public BOOLEAN NOT NULL,
        created BIGINT NOT NULL,
        owner TEXT COLLATE "C",
        epoch BIGINT NOT NULL DEFAULT 0,
        is_purged BOOLEAN NOT NULL DEFAULT FALSE
    )""",
    'CREATE INDEX table_by_code ON "table" (code)',
    'CREATE INDEX table_by_host ON "table" (host, created)',
    """CREATE TABLE event (
        table_id TEXT COLLATE "C" NOT NULL REFERENCES "table",
        seq BIGINT NOT NULL,
        epoch BIGINT NOT NULL,
        cmd_id TEXT COLLATE "C",
        actor TEXT COLLATE "C" NOT NULL,
        body BYTEA NOT NULL,
        at BIGINT NOT NULL,
        PRIMARY KEY (table_id, seq)
    )""",
    "CREATE UNIQUE INDEX event_by_command ON event (table_id, actor, cmd_id) WHERE cmd_id IS NOT NULL",
    """CREATE TABLE summary (
        table_id TEXT COLLATE "C" PRIMARY KEY REFERENCES "table",
        seq BIGINT NOT NULL,
        at BIGINT NOT NULL,
        is_over BOOLEAN NOT NULL,
        has_match BOOLEAN NOT NULL,
        body BYTEA NOT NULL
    )""",
    # Whether the match is over, and when, stands here too, so that a person's list is a short walk in one index.
    """CREATE TABLE seated (
        table_id TEXT COLLATE "C" NOT NULL REFERENCES summary,
        person_id TEXT COLLATE "C" NOT NULL REFERENCES person,
        seat TEXT NOT NULL,
        is_over BOOLEAN NOT NULL,
        at BIGINT NOT NULL,
        PRIMARY KEY (table_id, person_id)
    )""",
    "CREATE INDEX seated_latest ON seated (person_id, is_over, at DESC, table_id)",
    """CREATE TABLE snapshot (
        table_id TEXT COLLATE "C" PRIMARY KEY REFERENCES "table",
        seq BIGINT NOT NULL,
        body BYTEA NOT NULL
    )""",
    # The number is the order in which rounds came: a walk through all of them follows it.
    """CREATE TABLE finished (
        id TEXT COLLATE "C" PRIMARY KEY,
        number BIGINT GENERATED ALWAYS AS IDENTITY UNIQUE,
        table_id TEXT COLLATE "C" NOT NULL REFERENCES "table",
        match_id TEXT COLLATE "C" NOT NULL,
        round BIGINT NOT NULL,
        finished BIGINT NOT NULL,
        rules TEXT NOT NULL,
        text TEXT NOT NULL
    )""",
    "CREATE INDEX finished_by_table ON finished (table_id)",
    "CREATE INDEX finished_by_match ON finished (match_id, round)",
    """CREATE TABLE player (
        finished_id TEXT COLLATE "C" NOT NULL REFERENCES finished,
        seat TEXT COLLATE "C" NOT NULL,
        person_id TEXT COLLATE "C" REFERENCES person,
        name TEXT NOT NULL,
        finished BIGINT NOT NULL,
        PRIMARY KEY (finished_id, seat)
    )""",
    "CREATE INDEX player_history ON player (person_id, finished, finished_id) WHERE person_id IS NOT NULL",
    """CREATE TABLE "match" (
        id TEXT COLLATE "C" PRIMARY KEY,
        table_id TEXT COLLATE "C" NOT NULL REFERENCES "table",
        rules TEXT NOT NULL,
        began BIGINT,
        at BIGINT NOT NULL,
        played BIGINT,
        rounds BIGINT NOT NULL,
        is_over BOOLEAN NOT NULL
    )""",
    'CREATE INDEX match_by_table ON "match" (table_id)',
    # What a list is ordered, filtered and counted by stands here too, so that a page of it is a walk in one index.
    """CREATE TABLE match_player (
        match_id TEXT COLLATE "C" NOT NULL REFERENCES "match",
        seat TEXT COLLATE "C" NOT NULL,
        person_id TEXT COLLATE "C" REFERENCES person,
        name TEXT NOT NULL,
        tally BIGINT NOT NULL,
        has_won BOOLEAN NOT NULL,
        level TEXT,
        at BIGINT NOT NULL,
        book TEXT COLLATE "C" NOT NULL,
        has_bots BOOLEAN NOT NULL,
        rival TEXT COLLATE "C",
        is_over BOOLEAN NOT NULL,
        PRIMARY KEY (match_id, seat)
    )""",
    """CREATE INDEX match_history
        ON match_player (person_id, at, match_id, book, has_bots, has_won, is_over, rival)
        WHERE person_id IS NOT NULL""",
    """CREATE TABLE figures (
        person_id TEXT COLLATE "C" NOT NULL REFERENCES person,
        finished BIGINT NOT NULL,
        finished_id TEXT COLLATE "C" NOT NULL REFERENCES finished,
        seat TEXT COLLATE "C" NOT NULL,
        book TEXT COLLATE "C" NOT NULL,
        points BIGINT NOT NULL,
        has_won BOOLEAN NOT NULL,
        right_calls BIGINT NOT NULL,
        wrong_calls BIGINT NOT NULL,
        right_snaps BIGINT NOT NULL,
        wrong_snaps BIGINT NOT NULL,
        late_snaps BIGINT NOT NULL,
        PRIMARY KEY (person_id, finished, finished_id, seat)
    )""",
    "CREATE INDEX figures_by_round ON figures (finished_id)",
    """CREATE TABLE reaction (
        finished_id TEXT COLLATE "C" NOT NULL REFERENCES finished,
        seat TEXT COLLATE "C" NOT NULL,
        number BIGINT NOT NULL,
        person_id TEXT COLLATE "C" NOT NULL REFERENCES person,
        book TEXT COLLATE "C" NOT NULL,
        milliseconds BIGINT NOT NULL,
        PRIMARY KEY (finished_id, seat, number)
    )""",
    "CREATE INDEX reaction_times ON reaction (person_id, milliseconds, book)",
    # The token itself is kept for its maker, who may ask for the link again.
    """CREATE TABLE share (
        token_hash BYTEA PRIMARY KEY,
        token TEXT NOT NULL,
        finished_id TEXT COLLATE "C" NOT NULL REFERENCES finished,
        person_id TEXT COLLATE "C" NOT NULL REFERENCES person,
        scope TEXT NOT NULL,
        created BIGINT NOT NULL
    )""",
    "CREATE UNIQUE INDEX share_by_person ON share (person_id, finished_id, scope)",
    "CREATE INDEX share_by_round ON share (finished_id)",
    # From one key come the daily deals of all days.
    """CREATE TABLE daily_key (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        key TEXT NOT NULL
    )""",
    # What follows the table is there once the round is over.
    """CREATE TABLE daily_try (
        day TEXT COLLATE "C" NOT NULL,
        book TEXT COLLATE "C" NOT NULL,
        person_id TEXT COLLATE "C" NOT NULL REFERENCES person,
        table_id TEXT COLLATE "C" NOT NULL REFERENCES "table",
        name TEXT,
        finished BIGINT,
        round_id TEXT COLLATE "C" REFERENCES finished,
        points BIGINT,
        score BIGINT,
        place BIGINT,
        has_won BOOLEAN,
        "call" TEXT,
        right_snaps BIGINT,
        wrong_snaps BIGINT,
        turns BIGINT,
        had_stand_in BOOLEAN,
        PRIMARY KEY (day, book, person_id)
    )""",
    "CREATE INDEX daily_try_by_person ON daily_try (person_id, day)",
    "CREATE INDEX daily_try_by_table ON daily_try (table_id)",
    "CREATE INDEX daily_try_by_round ON daily_try (round_id) WHERE round_id IS NOT NULL",
    """CREATE TABLE ban (
        subject TEXT COLLATE "C" PRIMARY KEY,
        is_network BOOLEAN NOT NULL,
        until BIGINT NOT NULL,
        reason TEXT NOT NULL,
        created BIGINT NOT NULL
    )""",
    # Numbers are never used again, so that workers know what they have read.
    """CREATE TABLE notice (
        number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        change TEXT NOT NULL,
        subject TEXT NOT NULL,
        at BIGINT NOT NULL
    )""",
)
