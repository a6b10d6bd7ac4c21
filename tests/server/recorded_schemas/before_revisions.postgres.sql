SET check_function_bodies = false;
CREATE TABLE public.worker (
    id text NOT NULL COLLATE pg_catalog."C",
    address text DEFAULT ''::text NOT NULL,
    beat bigint NOT NULL,
    seen timestamp with time zone NOT NULL
);
CREATE FUNCTION public.is_alive(worker public.worker) RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
        SELECT worker.seen > clock_timestamp() - INTERVAL '2 seconds' AND EXISTS (
            SELECT 1 FROM pg_locks
            WHERE locktype = 'advisory' AND objsubid = 1 AND granted
                AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
                AND (classid::bigint << 32) | objid::bigint = lock_of_worker(worker.id)
        ) $$;
CREATE FUNCTION public.lock_of_worker(id text) RETURNS bigint
    LANGUAGE sql IMMUTABLE STRICT
    AS $$ SELECT hashtextextended('worker ' || id, 0) $$;
CREATE TABLE public.ban (
    subject text NOT NULL COLLATE pg_catalog."C",
    is_network boolean NOT NULL,
    until bigint NOT NULL,
    reason text NOT NULL,
    created bigint NOT NULL
);
CREATE TABLE public.daily_key (
    id integer NOT NULL,
    key text NOT NULL,
    CONSTRAINT daily_key_id_check CHECK ((id = 1))
);
CREATE TABLE public.daily_try (
    day text NOT NULL COLLATE pg_catalog."C",
    book text NOT NULL COLLATE pg_catalog."C",
    person_id text NOT NULL COLLATE pg_catalog."C",
    table_id text NOT NULL COLLATE pg_catalog."C",
    name text,
    finished bigint,
    round_id text COLLATE pg_catalog."C",
    points bigint,
    score bigint,
    place bigint,
    has_won boolean,
    call text,
    right_snaps bigint,
    wrong_snaps bigint,
    turns bigint,
    had_stand_in boolean
);
CREATE TABLE public.event (
    table_id text NOT NULL COLLATE pg_catalog."C",
    seq bigint NOT NULL,
    epoch bigint NOT NULL,
    cmd_id text COLLATE pg_catalog."C",
    actor text NOT NULL COLLATE pg_catalog."C",
    body bytea NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE public.figures (
    person_id text NOT NULL COLLATE pg_catalog."C",
    finished bigint NOT NULL,
    finished_id text NOT NULL COLLATE pg_catalog."C",
    seat text NOT NULL COLLATE pg_catalog."C",
    book text NOT NULL COLLATE pg_catalog."C",
    points bigint NOT NULL,
    has_won boolean NOT NULL,
    right_calls bigint NOT NULL,
    wrong_calls bigint NOT NULL,
    right_snaps bigint NOT NULL,
    wrong_snaps bigint NOT NULL,
    late_snaps bigint NOT NULL
);
CREATE TABLE public.finished (
    id text NOT NULL COLLATE pg_catalog."C",
    number bigint NOT NULL,
    table_id text NOT NULL COLLATE pg_catalog."C",
    match_id text NOT NULL COLLATE pg_catalog."C",
    round bigint NOT NULL,
    finished bigint NOT NULL,
    rules text NOT NULL,
    text text NOT NULL
);
ALTER TABLE public.finished ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.finished_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.match (
    id text NOT NULL COLLATE pg_catalog."C",
    table_id text NOT NULL COLLATE pg_catalog."C",
    rules text NOT NULL,
    began bigint,
    at bigint NOT NULL,
    played bigint,
    rounds bigint NOT NULL,
    is_over boolean NOT NULL
);
CREATE TABLE public.match_player (
    match_id text NOT NULL COLLATE pg_catalog."C",
    seat text NOT NULL COLLATE pg_catalog."C",
    person_id text COLLATE pg_catalog."C",
    name text NOT NULL,
    tally bigint NOT NULL,
    has_won boolean NOT NULL,
    level text,
    at bigint NOT NULL,
    book text NOT NULL COLLATE pg_catalog."C",
    has_bots boolean NOT NULL,
    rival text COLLATE pg_catalog."C",
    is_over boolean NOT NULL
);
CREATE TABLE public.notice (
    number bigint NOT NULL,
    change text NOT NULL,
    subject text NOT NULL,
    at bigint NOT NULL
);
ALTER TABLE public.notice ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.notice_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.person (
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    created bigint NOT NULL
);
CREATE TABLE public.player (
    finished_id text NOT NULL COLLATE pg_catalog."C",
    seat text NOT NULL COLLATE pg_catalog."C",
    person_id text COLLATE pg_catalog."C",
    name text NOT NULL,
    finished bigint NOT NULL
);
CREATE TABLE public.reaction (
    finished_id text NOT NULL COLLATE pg_catalog."C",
    seat text NOT NULL COLLATE pg_catalog."C",
    number bigint NOT NULL,
    person_id text NOT NULL COLLATE pg_catalog."C",
    book text NOT NULL COLLATE pg_catalog."C",
    milliseconds bigint NOT NULL
);
CREATE TABLE public.seated (
    table_id text NOT NULL COLLATE pg_catalog."C",
    person_id text NOT NULL COLLATE pg_catalog."C",
    seat text NOT NULL,
    is_over boolean NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE public.session (
    token_hash bytea NOT NULL,
    person_id text NOT NULL COLLATE pg_catalog."C",
    created bigint NOT NULL,
    used bigint NOT NULL
);
CREATE TABLE public.share (
    token_hash bytea NOT NULL,
    token text NOT NULL,
    finished_id text NOT NULL COLLATE pg_catalog."C",
    person_id text NOT NULL COLLATE pg_catalog."C",
    scope text NOT NULL,
    created bigint NOT NULL
);
CREATE TABLE public.snapshot (
    table_id text NOT NULL COLLATE pg_catalog."C",
    seq bigint NOT NULL,
    body bytea NOT NULL
);
CREATE TABLE public.summary (
    table_id text NOT NULL COLLATE pg_catalog."C",
    seq bigint NOT NULL,
    at bigint NOT NULL,
    is_over boolean NOT NULL,
    has_match boolean NOT NULL,
    body bytea NOT NULL
);
CREATE TABLE public."table" (
    id text NOT NULL COLLATE pg_catalog."C",
    code text NOT NULL COLLATE pg_catalog."C",
    code_expires bigint NOT NULL,
    host text NOT NULL COLLATE pg_catalog."C",
    is_public boolean NOT NULL,
    created bigint NOT NULL,
    owner text COLLATE pg_catalog."C",
    epoch bigint DEFAULT 0 NOT NULL,
    is_purged boolean DEFAULT false NOT NULL
);
INSERT INTO public.ban VALUES ('203.0.113.7', true, 9000000000000, 'flood', 5);
INSERT INTO public.daily_key VALUES (1, 'a key of many letters');
INSERT INTO public.daily_try VALUES ('2026-11-17', 'camp', 'ana', 't3', 'Ana', 1005, 'f3', 5, -3, 1, true, 'right', 1, 0, 9, false);
INSERT INTO public.event VALUES ('t1', 1, 1, 'c1', 'ana', '\x0000ff0000ff0000ff', 1700000000001);
INSERT INTO public.event VALUES ('t1', 2, 1, NULL, 'ana', '\x0100ff0100ff0100ff', 1700000000002);
INSERT INTO public.event VALUES ('t1', 3, 1, 'c3', 'ana', '\x0200ff0200ff0200ff', 1700000000003);
INSERT INTO public.event VALUES ('t1', 4, 1, NULL, 'ana', '\x0300ff0300ff0300ff', 1700000000004);
INSERT INTO public.event VALUES ('t1', 5, 1, 'c5', 'ana', '\x0400ff0400ff0400ff', 1700000000005);
INSERT INTO public.figures VALUES ('ana', 1002, 'f2', 'a', 'camp', 5, true, 0, 0, 2, 0, 0);
INSERT INTO public.figures VALUES ('ana', 1001, 'f1', 'a', 'camp', 5, true, 0, 0, 2, 0, 0);
INSERT INTO public.finished OVERRIDING SYSTEM VALUE VALUES ('f2', 1, 't1', 'f2', 2, 1002, 'camp', 'cambio 1
seat a: Ana
seat b: Ben 🂡 O''Clubs \ "quoted"	…
end
');
INSERT INTO public.finished OVERRIDING SYSTEM VALUE VALUES ('f1', 2, 't1', 'f2', 1, 1001, 'camp', 'cambio 1
seat a: Ana
seat b: Ben 🂡 O''Clubs \ "quoted"	…
end
');
INSERT INTO public.finished OVERRIDING SYSTEM VALUE VALUES ('f3', 3, 't3', 'f3', 1, 1005, 'camp', 'cambio 1
seat a: Ana
seat b: Ben 🂡 O''Clubs \ "quoted"	…
end
');
INSERT INTO public.match VALUES ('f2', 't1', 'camp', 990, 1002, 12, 2, true);
INSERT INTO public.match_player VALUES ('f2', 'a', 'ana', 'Ana', -3, true, NULL, 1002, 'camp', true, 'expert', true);
INSERT INTO public.match_player VALUES ('f2', 'b', 'ben', 'Ben 🂡 O''Clubs', 9, false, NULL, 1002, 'camp', true, 'expert', true);
INSERT INTO public.match_player VALUES ('f2', 'c', NULL, 'a bot', 9, false, 'expert', 1002, 'camp', true, 'expert', true);
INSERT INTO public.notice OVERRIDING SYSTEM VALUE VALUES (2, 'name', 'ana', 1700000000000);
INSERT INTO public.person VALUES ('ana', 'Ana', 1);
INSERT INTO public.person VALUES ('ben', 'Ben 🂡 O''Clubs', 2);
INSERT INTO public.player VALUES ('f2', 'a', 'ana', 'Ana', 1002);
INSERT INTO public.player VALUES ('f2', 'b', 'ben', 'Ben 🂡 O''Clubs', 1002);
INSERT INTO public.player VALUES ('f2', 'c', NULL, 'a bot', 1002);
INSERT INTO public.player VALUES ('f1', 'a', 'ana', 'Ana', 1001);
INSERT INTO public.player VALUES ('f1', 'b', 'ben', 'Ben 🂡 O''Clubs', 1001);
INSERT INTO public.player VALUES ('f1', 'c', NULL, 'a bot', 1001);
INSERT INTO public.player VALUES ('f3', 'a', 'ana', 'Ana', 1005);
INSERT INTO public.player VALUES ('f3', 'b', 'ben', 'Ben 🂡 O''Clubs', 1005);
INSERT INTO public.player VALUES ('f3', 'c', NULL, 'a bot', 1005);
INSERT INTO public.reaction VALUES ('f2', 'a', 0, 'ana', 'camp', 310);
INSERT INTO public.reaction VALUES ('f2', 'a', 1, 'ana', 'camp', 290);
INSERT INTO public.reaction VALUES ('f1', 'a', 0, 'ana', 'camp', 310);
INSERT INTO public.reaction VALUES ('f1', 'a', 1, 'ana', 'camp', 290);
INSERT INTO public.seated VALUES ('t1', 'ana', 'a', false, 6);
INSERT INTO public.seated VALUES ('t1', 'ben', 'b', false, 6);
INSERT INTO public.session VALUES ('\x00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff', 'ana', 3, 3);
INSERT INTO public.session VALUES ('\x0101010101010101010101010101010101010101010101010101010101010101', 'ben', 3, 3);
INSERT INTO public.share VALUES ('\x1f6076e3a47ba1ded08025ffe06e57af217c14f9407f33fba50f99b1c7019387', 'a-token', 'f1', 'ana', 'all', 1010);
INSERT INTO public.snapshot VALUES ('t1', 5, '\x00736e617073686f74ff');
INSERT INTO public.summary VALUES ('t1', 5, 6, false, true, '\x7b227374616765223a226f766572227d');
INSERT INTO public."table" VALUES ('t2', 'C2', 100, 'ana', false, 10, NULL, 0, false);
INSERT INTO public."table" VALUES ('t3', 'C3', 100, 'ana', true, 10, NULL, 0, false);
INSERT INTO public."table" VALUES ('t1', 'C1', 100, 'ana', true, 10, 'w1', 1, false);
INSERT INTO public.worker VALUES ('w1', '', 1700000000000, '2026-11-17 16:08:59.795395+00');
SELECT pg_catalog.setval('public.finished_number_seq', 3, true);
SELECT pg_catalog.setval('public.notice_number_seq', 2, true);
ALTER TABLE ONLY public.ban
    ADD CONSTRAINT ban_pkey PRIMARY KEY (subject);
ALTER TABLE ONLY public.daily_key
    ADD CONSTRAINT daily_key_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.daily_try
    ADD CONSTRAINT daily_try_pkey PRIMARY KEY (day, book, person_id);
ALTER TABLE ONLY public.event
    ADD CONSTRAINT event_pkey PRIMARY KEY (table_id, seq);
ALTER TABLE ONLY public.figures
    ADD CONSTRAINT figures_pkey PRIMARY KEY (person_id, finished, finished_id, seat);
ALTER TABLE ONLY public.finished
    ADD CONSTRAINT finished_number_key UNIQUE (number);
ALTER TABLE ONLY public.finished
    ADD CONSTRAINT finished_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.match
    ADD CONSTRAINT match_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.match_player
    ADD CONSTRAINT match_player_pkey PRIMARY KEY (match_id, seat);
ALTER TABLE ONLY public.notice
    ADD CONSTRAINT notice_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.person
    ADD CONSTRAINT person_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.player
    ADD CONSTRAINT player_pkey PRIMARY KEY (finished_id, seat);
ALTER TABLE ONLY public.reaction
    ADD CONSTRAINT reaction_pkey PRIMARY KEY (finished_id, seat, number);
ALTER TABLE ONLY public.seated
    ADD CONSTRAINT seated_pkey PRIMARY KEY (table_id, person_id);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY public.share
    ADD CONSTRAINT share_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY public.snapshot
    ADD CONSTRAINT snapshot_pkey PRIMARY KEY (table_id);
ALTER TABLE ONLY public.summary
    ADD CONSTRAINT summary_pkey PRIMARY KEY (table_id);
ALTER TABLE ONLY public."table"
    ADD CONSTRAINT table_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.worker
    ADD CONSTRAINT worker_pkey PRIMARY KEY (id);
CREATE INDEX daily_try_by_person ON public.daily_try USING btree (person_id, day);
CREATE INDEX daily_try_by_round ON public.daily_try USING btree (round_id) WHERE (round_id IS NOT NULL);
CREATE INDEX daily_try_by_table ON public.daily_try USING btree (table_id);
CREATE UNIQUE INDEX event_by_command ON public.event USING btree (table_id, actor, cmd_id) WHERE (cmd_id IS NOT NULL);
CREATE INDEX figures_by_round ON public.figures USING btree (finished_id);
CREATE INDEX finished_by_match ON public.finished USING btree (match_id, round);
CREATE INDEX finished_by_table ON public.finished USING btree (table_id);
CREATE INDEX match_by_table ON public.match USING btree (table_id);
CREATE INDEX match_history ON public.match_player USING btree (person_id, at, match_id, book, has_bots, has_won, is_over, rival) WHERE (person_id IS NOT NULL);
CREATE INDEX player_history ON public.player USING btree (person_id, finished, finished_id) WHERE (person_id IS NOT NULL);
CREATE INDEX reaction_times ON public.reaction USING btree (person_id, milliseconds, book);
CREATE INDEX seated_latest ON public.seated USING btree (person_id, is_over, at DESC, table_id);
CREATE INDEX session_by_person ON public.session USING btree (person_id);
CREATE UNIQUE INDEX share_by_person ON public.share USING btree (person_id, finished_id, scope);
CREATE INDEX share_by_round ON public.share USING btree (finished_id);
CREATE INDEX table_by_code ON public."table" USING btree (code);
CREATE INDEX table_by_host ON public."table" USING btree (host, created);
ALTER TABLE ONLY public.daily_try
    ADD CONSTRAINT daily_try_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.daily_try
    ADD CONSTRAINT daily_try_round_id_fkey FOREIGN KEY (round_id) REFERENCES public.finished(id);
ALTER TABLE ONLY public.daily_try
    ADD CONSTRAINT daily_try_table_id_fkey FOREIGN KEY (table_id) REFERENCES public."table"(id);
ALTER TABLE ONLY public.event
    ADD CONSTRAINT event_table_id_fkey FOREIGN KEY (table_id) REFERENCES public."table"(id);
ALTER TABLE ONLY public.figures
    ADD CONSTRAINT figures_finished_id_fkey FOREIGN KEY (finished_id) REFERENCES public.finished(id);
ALTER TABLE ONLY public.figures
    ADD CONSTRAINT figures_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.finished
    ADD CONSTRAINT finished_table_id_fkey FOREIGN KEY (table_id) REFERENCES public."table"(id);
ALTER TABLE ONLY public.match_player
    ADD CONSTRAINT match_player_match_id_fkey FOREIGN KEY (match_id) REFERENCES public.match(id);
ALTER TABLE ONLY public.match_player
    ADD CONSTRAINT match_player_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.match
    ADD CONSTRAINT match_table_id_fkey FOREIGN KEY (table_id) REFERENCES public."table"(id);
ALTER TABLE ONLY public.player
    ADD CONSTRAINT player_finished_id_fkey FOREIGN KEY (finished_id) REFERENCES public.finished(id);
ALTER TABLE ONLY public.player
    ADD CONSTRAINT player_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.reaction
    ADD CONSTRAINT reaction_finished_id_fkey FOREIGN KEY (finished_id) REFERENCES public.finished(id);
ALTER TABLE ONLY public.reaction
    ADD CONSTRAINT reaction_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.seated
    ADD CONSTRAINT seated_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.seated
    ADD CONSTRAINT seated_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.summary(table_id);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.share
    ADD CONSTRAINT share_finished_id_fkey FOREIGN KEY (finished_id) REFERENCES public.finished(id);
ALTER TABLE ONLY public.share
    ADD CONSTRAINT share_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.snapshot
    ADD CONSTRAINT snapshot_table_id_fkey FOREIGN KEY (table_id) REFERENCES public."table"(id);
ALTER TABLE ONLY public.summary
    ADD CONSTRAINT summary_table_id_fkey FOREIGN KEY (table_id) REFERENCES public."table"(id);
ALTER TABLE ONLY public."table"
    ADD CONSTRAINT table_host_fkey FOREIGN KEY (host) REFERENCES public.person(id);
