BEGIN TRANSACTION;
CREATE TABLE ban (
            subject TEXT NOT NULL PRIMARY KEY,
            is_network INTEGER NOT NULL,
            until INTEGER NOT NULL,
            reason TEXT NOT NULL,
            created INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
INSERT INTO "ban" VALUES('203.0.113.7',1,9000000000000,'flood',5);
CREATE TABLE daily_key (
            id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
            key TEXT NOT NULL
        ) STRICT;
INSERT INTO "daily_key" VALUES(1,'a key of many letters');
CREATE TABLE daily_try (
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
        ) STRICT, WITHOUT ROWID;
INSERT INTO "daily_try" VALUES('2026-11-17','camp','ana','t3','Ana',1005,'f3',5,-3,1,1,'right',1,0,9,0);
CREATE TABLE event (
            table_id TEXT NOT NULL REFERENCES "table",
            seq INTEGER NOT NULL,
            epoch INTEGER NOT NULL,
            cmd_id TEXT,
            actor TEXT NOT NULL,
            body BLOB NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (table_id, seq)
        ) STRICT;
INSERT INTO "event" VALUES('t1',1,1,'c1','ana',X'0000FF0000FF0000FF',1700000000001);
INSERT INTO "event" VALUES('t1',2,1,NULL,'ana',X'0100FF0100FF0100FF',1700000000002);
INSERT INTO "event" VALUES('t1',3,1,'c3','ana',X'0200FF0200FF0200FF',1700000000003);
INSERT INTO "event" VALUES('t1',4,1,NULL,'ana',X'0300FF0300FF0300FF',1700000000004);
INSERT INTO "event" VALUES('t1',5,1,'c5','ana',X'0400FF0400FF0400FF',1700000000005);
CREATE TABLE figures (
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
        ) STRICT, WITHOUT ROWID;
INSERT INTO "figures" VALUES('ana',1001,'f1','a','camp',5,1,0,0,2,0,0);
INSERT INTO "figures" VALUES('ana',1002,'f2','a','camp',5,1,0,0,2,0,0);
CREATE TABLE finished (
            id TEXT NOT NULL PRIMARY KEY,
            table_id TEXT NOT NULL REFERENCES "table",
            round INTEGER NOT NULL,
            finished INTEGER NOT NULL,
            rules TEXT NOT NULL,
            text TEXT NOT NULL
        , match_id TEXT NOT NULL DEFAULT '') STRICT;
INSERT INTO "finished" VALUES('f2','t1',2,1002,'camp','cambio 1
seat a: Ana
seat b: Ben 🂡 O''Clubs \ "quoted"	…
end
','f2');
INSERT INTO "finished" VALUES('f1','t1',1,1001,'camp','cambio 1
seat a: Ana
seat b: Ben 🂡 O''Clubs \ "quoted"	…
end
','f2');
INSERT INTO "finished" VALUES('f3','t3',1,1005,'camp','cambio 1
seat a: Ana
seat b: Ben 🂡 O''Clubs \ "quoted"	…
end
','f3');
CREATE TABLE "match" (
            id TEXT NOT NULL PRIMARY KEY,
            table_id TEXT NOT NULL REFERENCES "table",
            rules TEXT NOT NULL,
            began INTEGER,
            at INTEGER NOT NULL,
            played INTEGER,
            rounds INTEGER NOT NULL,
            is_over INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
INSERT INTO "match" VALUES('f2','t1','camp',990,1002,12,2,1);
CREATE TABLE match_player (
            match_id TEXT NOT NULL REFERENCES "match",
            seat TEXT NOT NULL,
            person_id TEXT REFERENCES person,
            name TEXT NOT NULL,
            tally INTEGER NOT NULL,
            has_won INTEGER NOT NULL,
            at INTEGER NOT NULL,
            book TEXT NOT NULL,
            has_bots INTEGER NOT NULL, level TEXT, rival TEXT, is_over INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (match_id, seat)
        ) STRICT, WITHOUT ROWID;
INSERT INTO "match_player" VALUES('f2','a','ana','Ana',-3,1,1002,'camp',1,NULL,'expert',1);
INSERT INTO "match_player" VALUES('f2','b','ben','Ben 🂡 O''Clubs',9,0,1002,'camp',1,NULL,'expert',1);
INSERT INTO "match_player" VALUES('f2','c',NULL,'a bot',9,0,1002,'camp',1,'expert','expert',1);
CREATE TABLE notice (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            change TEXT NOT NULL,
            subject TEXT NOT NULL,
            at INTEGER NOT NULL
        ) STRICT;
INSERT INTO "notice" VALUES(2,'name','ana',1700000000000);
CREATE TABLE person (
            id TEXT NOT NULL PRIMARY KEY,
            name TEXT NOT NULL,
            created INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
INSERT INTO "person" VALUES('ana','Ana',1);
INSERT INTO "person" VALUES('ben','Ben 🂡 O''Clubs',2);
CREATE TABLE player (
            finished_id TEXT NOT NULL REFERENCES finished,
            seat TEXT NOT NULL,
            person_id TEXT REFERENCES person,
            name TEXT NOT NULL,
            finished INTEGER NOT NULL,
            PRIMARY KEY (finished_id, seat)
        ) STRICT, WITHOUT ROWID;
INSERT INTO "player" VALUES('f1','a','ana','Ana',1001);
INSERT INTO "player" VALUES('f1','b','ben','Ben 🂡 O''Clubs',1001);
INSERT INTO "player" VALUES('f1','c',NULL,'a bot',1001);
INSERT INTO "player" VALUES('f2','a','ana','Ana',1002);
INSERT INTO "player" VALUES('f2','b','ben','Ben 🂡 O''Clubs',1002);
INSERT INTO "player" VALUES('f2','c',NULL,'a bot',1002);
INSERT INTO "player" VALUES('f3','a','ana','Ana',1005);
INSERT INTO "player" VALUES('f3','b','ben','Ben 🂡 O''Clubs',1005);
INSERT INTO "player" VALUES('f3','c',NULL,'a bot',1005);
CREATE TABLE reaction (
            finished_id TEXT NOT NULL REFERENCES finished,
            seat TEXT NOT NULL,
            number INTEGER NOT NULL,
            person_id TEXT NOT NULL REFERENCES person,
            book TEXT NOT NULL,
            milliseconds INTEGER NOT NULL,
            PRIMARY KEY (finished_id, seat, number)
        ) STRICT, WITHOUT ROWID;
INSERT INTO "reaction" VALUES('f1','a',1,'ana','camp',290);
INSERT INTO "reaction" VALUES('f2','a',1,'ana','camp',290);
INSERT INTO "reaction" VALUES('f1','a',0,'ana','camp',310);
INSERT INTO "reaction" VALUES('f2','a',0,'ana','camp',310);
CREATE TABLE seated (
            table_id TEXT NOT NULL REFERENCES summary,
            person_id TEXT NOT NULL REFERENCES person,
            seat TEXT NOT NULL,
            is_over INTEGER NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (table_id, person_id)
        ) STRICT, WITHOUT ROWID;
INSERT INTO "seated" VALUES('t1','ana','a',0,6);
INSERT INTO "seated" VALUES('t1','ben','b',0,6);
CREATE TABLE session (
            token_hash BLOB NOT NULL PRIMARY KEY,
            person_id TEXT NOT NULL REFERENCES person,
            created INTEGER NOT NULL
        , used INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
INSERT INTO "session" VALUES(X'00FF00FF00FF00FF00FF00FF00FF00FF00FF00FF00FF00FF00FF00FF00FF00FF','ana',3,3);
INSERT INTO "session" VALUES(X'0101010101010101010101010101010101010101010101010101010101010101','ben',3,3);
CREATE TABLE share (
            token_hash BLOB NOT NULL PRIMARY KEY,
            token TEXT NOT NULL,
            finished_id TEXT NOT NULL REFERENCES finished,
            person_id TEXT NOT NULL REFERENCES person,
            scope TEXT NOT NULL,
            created INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
INSERT INTO "share" VALUES(X'1F6076E3A47BA1DED08025FFE06E57AF217C14F9407F33FBA50F99B1C7019387','a-token','f1','ana','all',1010);
CREATE TABLE snapshot (
            table_id TEXT NOT NULL PRIMARY KEY REFERENCES "table",
            seq INTEGER NOT NULL,
            body BLOB NOT NULL
        ) STRICT;
INSERT INTO "snapshot" VALUES('t1',5,X'00736E617073686F74FF');
CREATE TABLE summary (
            table_id TEXT NOT NULL PRIMARY KEY REFERENCES "table",
            seq INTEGER NOT NULL,
            at INTEGER NOT NULL,
            is_over INTEGER NOT NULL,
            body BLOB NOT NULL
        , has_match INTEGER NOT NULL DEFAULT 1) STRICT, WITHOUT ROWID;
INSERT INTO "summary" VALUES('t1',5,6,0,X'7B227374616765223A226F766572227D',1);
CREATE TABLE "table" (
            id TEXT NOT NULL PRIMARY KEY,
            code TEXT NOT NULL,
            code_expires INTEGER NOT NULL,
            host TEXT NOT NULL REFERENCES person,
            is_public INTEGER NOT NULL,
            created INTEGER NOT NULL,
            owner TEXT,
            epoch INTEGER NOT NULL DEFAULT 0
        , is_purged INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
INSERT INTO "table" VALUES('t1','C1',100,'ana',1,10,'w1',1,0);
INSERT INTO "table" VALUES('t2','C2',100,'ana',0,10,NULL,0,0);
INSERT INTO "table" VALUES('t3','C3',100,'ana',1,10,NULL,0,0);
CREATE TABLE worker (
            id TEXT NOT NULL PRIMARY KEY,
            beat INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
INSERT INTO "worker" VALUES('w1',1700000000000);
CREATE UNIQUE INDEX event_by_command ON event (table_id, actor, cmd_id) WHERE cmd_id IS NOT NULL;
CREATE INDEX player_history ON player (person_id, finished, finished_id) WHERE person_id IS NOT NULL;
CREATE INDEX table_by_code ON "table" (code);
CREATE INDEX seated_latest ON seated (person_id, is_over, at DESC, table_id);
CREATE INDEX session_by_person ON session (person_id);
CREATE INDEX table_by_host ON "table" (host, created);
CREATE INDEX finished_by_table ON finished (table_id);
CREATE INDEX match_by_table ON "match" (table_id);
CREATE INDEX finished_by_match ON finished (match_id, round);
CREATE INDEX match_history
            ON match_player (person_id, at, match_id, book, has_bots, has_won, is_over, rival)
            WHERE person_id IS NOT NULL;
CREATE INDEX figures_by_round ON figures (finished_id);
CREATE INDEX reaction_times ON reaction (person_id, milliseconds, book);
CREATE UNIQUE INDEX share_by_person ON share (person_id, finished_id, scope);
CREATE INDEX share_by_round ON share (finished_id);
CREATE INDEX daily_try_by_person ON daily_try (person_id, day);
CREATE INDEX daily_try_by_table ON daily_try (table_id);
CREATE INDEX daily_try_by_round ON daily_try (round_id) WHERE round_id IS NOT NULL;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('notice',2);
COMMIT;
PRAGMA user_version = 9;
