"""A person's own tables: found again wherever they were left, by nobody else, and without any card."""

from __future__ import annotations

import re
from typing import Any

from cambio.server.protocol import messages

from .raw_client import LocalServer, RawClient, new_id, play_out, run, running_server

FACE = re.compile(r"\b(10|[2-9AJQKX])[cdhsrb]\b")
AMONG_BOTS: dict[str, Any] = {"rules": "cambia", "seats": 2, "bots": ["beginner"], "start": True}


async def tables_of(client: RawClient) -> dict[str, list[dict[str, Any]]]:
    answer = await client.get("/api/me/tables")
    assert answer.status == 200, answer
    found: dict[str, list[dict[str, Any]]] = answer.json()
    return found


async def until_asleep(target: LocalServer, table_id: str) -> None:
    """The table has left memory: what is known of it now comes from the store."""
    await target.registry._tasks[table_id]


def test_a_match_is_found_again_by_whoever_has_a_seat_and_by_nobody_else() -> None:
    async def play() -> None:
        async with running_server(linger=50) as target:
            ana, ben, eve = await target.guests("Ana", "Ben", "Eve")
            table_id = await ana.open_table(seats=2)
            async with ana.at(table_id) as host, ben.at(table_id) as mate, eve.at(table_id):
                await mate.ask(messages.Sit(new_id()))
                await host.ask(messages.Start(new_id()))
                await host.act("ready")
                (live,) = (await tables_of(ben))["unfinished"]
            await until_asleep(target, table_id)
            (kept,) = (await tables_of(ben))["unfinished"]
            assert kept | {"ago": 0} == live | {"ago": 0}
            assert (kept["table"], kept["you"], kept["host"]) == (table_id, "b", "Ana")
            assert [player["name"] for player in kept["players"]] == ["Ana", "Ben"]
            assert (kept["stage"], kept["round"], kept["waits_for"]) == ("playing", 1, ["b"])
            assert [table["you"] for table in (await tables_of(ana))["unfinished"]] == ["a"]
            assert await tables_of(eve) == {"unfinished": [], "finished": []}
            assert (await target.request("GET", "/api/me/tables")).code == "no_session"

    run(play())


def test_a_match_that_is_over_is_among_the_last_ones_and_leaves_the_open_tables() -> None:
    async def play() -> None:
        async with running_server(linger=50) as target:
            ana = await target.guest("Ana")
            wanted = AMONG_BOTS | {"rules": "cambia match.rounds=1", "options": {"public": True}}
            table_id = await ana.open_table(**wanted)
            async with ana.at(table_id) as sock:
                assert [table["table"] for table in (await ana.get("/api/tables")).json()["tables"]] == [table_id]
                await play_out(sock)
                assert sock.table.stage == "over"
                assert (await ana.get("/api/tables")).json()["tables"] == []
                winners = list(sock.table.winners)
                await sock.ask(messages.React(new_id(), "clap"))
                found = await tables_of(ana)
            assert found["unfinished"] == []
            (over,) = found["finished"]
            assert (over["table"], over["stage"], over["winners"]) == (table_id, "over", winners)
            assert over["waits_for"] == []
            async with ana.at(table_id) as sock:
                await sock.ask(messages.Rematch(new_id()))
                await sock.act("ready")
                assert [table["table"] for table in (await tables_of(ana))["unfinished"]] == [table_id]

    run(play())


def test_a_list_tells_no_card() -> None:
    async def play() -> None:
        async with running_server() as target:
            ana = await target.guest("Ana")
            table_id = await ana.open_table(**AMONG_BOTS)
            async with ana.at(table_id) as sock:
                await sock.act("ready")
                await sock.hear(messages.Told, lambda told: told.yours is not None and "draw" in told.yours.legal)
                await sock.act("draw")
                body = (await ana.get("/api/me/tables")).body.decode()
                (summary,) = await target.registry.store.tables_of(ana.person, are_over=False, limit=9)
                for text in (body, summary.summary.body.decode()):
                    assert not FACE.search(text.replace(table_id, "")), text

    run(play())


def test_whoever_leaves_before_the_match_is_not_reminded_of_it() -> None:
    async def play() -> None:
        async with running_server() as target:
            ana, ben = await target.guests("Ana", "Ben")
            table_id = await ana.open_table(seats=3)
            async with ana.at(table_id), ben.at(table_id) as mate:
                await mate.ask(messages.Sit(new_id()))
                await mate.ask(messages.React(new_id(), "clap"))
                assert len((await tables_of(ben))["unfinished"]) == 1
                await mate.ask(messages.Leave(new_id()))
                await mate.ask(messages.React(new_id(), "clap"))
                assert (await tables_of(ben))["unfinished"] == []

    run(play())


def test_a_table_that_never_began_is_forgotten_with_its_code_and_a_match_after_a_month() -> None:
    async def play() -> None:
        async with running_server(linger=50, code_hours=24) as target:
            ana = await target.guest("Ana")
            waiting = await ana.open_table(seats=3)
            begun = await ana.open_table(**AMONG_BOTS)
            for table_id in (waiting, begun):
                async with ana.at(table_id):
                    pass
            day = 24 * 3_600_000
            assert {table["table"] for table in (await tables_of(ana))["unfinished"]} == {waiting, begun}
            target.skip(day)
            assert [table["table"] for table in (await tables_of(ana))["unfinished"]] == [begun]
            target.skip(30 * day)
            assert (await tables_of(ana))["unfinished"] == []

    run(play())


def test_a_lesson_is_begun_anew_and_not_gone_on_with() -> None:
    async def play() -> None:
        async with running_server() as target:
            ana = await target.guest("Ana")
            table_id = await ana.open_table(lesson=1)
            async with ana.at(table_id) as sock:
                await sock.act("ready")
                assert (await tables_of(ana))["unfinished"] == []

    run(play())


def test_a_list_is_of_bounded_length() -> None:
    async def play() -> None:
        async with running_server() as target:
            ana = await target.guest("Ana")
            for _ in range(14):
                async with ana.at(await ana.open_table(seats=2)):
                    pass
            assert len((await tables_of(ana))["unfinished"]) == 12

    run(play())


def test_what_a_quick_game_is_chosen_from_comes_with_what_is_chosen_first() -> None:
    async def play() -> None:
        async with running_server() as target:
            choices = (await target.request("GET", "/api/choices")).json()
            presets = {preset["name"]: preset["seats"] for preset in choices["presets"]}
            chosen = choices["chosen"]
            fewest, most = presets[chosen["rules"]]
            assert fewest <= chosen["seats"] <= most <= choices["most_seats"]
            assert chosen["level"] in {level["name"] for level in choices["levels"]}

    run(play())
