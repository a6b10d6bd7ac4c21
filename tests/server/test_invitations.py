"""Invitations: what a code tells, seats that are taken on arrival, and newcomers whom the table hears of."""

from __future__ import annotations

import socket
from dataclasses import replace
from typing import Any

import pytest

from cambio.server import addresses
from cambio.server.addresses import network_bases
from cambio.server.protocol import messages
from cambio.server.protocol.messages import Newcomers
from cambio.server.settings import Settings
from cambio.server.tables.newcomers import MAX_FROM_ONE_ADDRESS, MAX_NEWCOMERS, VISIT_TIME
from tests.server.raw_client import Answer, LocalServer, RawClient, new_id, run, running_server


def visit(number: int) -> str:
    return f"{number:016x}"


async def knock(target: LocalServer, table_id: str, number: int, name: str = "", **how: Any) -> Answer:
    """Somebody's join page says that it is open."""
    document = {"visit": visit(number), "name": name}
    return await target.request("POST", f"/api/tables/{table_id}/newcomers", document, **how)


async def code_of(client: RawClient, table_id: str) -> str:
    return str((await client.get(f"/api/tables/{table_id}")).json()["code"])


def test_a_code_tells_whose_table_it_is_and_who_sits_there() -> None:
    async def play() -> None:
        async with running_server() as target:
            ana = await target.guest("Ana")
            table_id = await ana.open_table(rules="stick", seats=3, bots=["casual"])
            code = await code_of(ana, table_id)
            told = (await target.request("GET", f"/api/codes/{code}")).json()
            assert (told["table"], told["host"], told["rules"]) == (table_id, "Ana", "stick")
            assert (told["seats"], told["taken"], told["stage"], told["you"]) == (3, 2, "lobby", None)
            assert told["players"] == [{"name": "Ana", "level": None}, {"name": "Blaise", "level": "casual"}]
            assert (await ana.get(f"/api/codes/{code}")).json()["you"] == "a"

    run(play())


def test_whoever_wants_a_seat_has_one_on_arrival() -> None:
    async def play() -> None:
        async with running_server() as target:
            ana, ben, cleo = await target.guests("Ana", "Ben", "Cleo")
            table_id = await ana.open_table(seats=2)
            async with ana.at(table_id) as host:
                async with cleo.at(table_id) as rail:
                    assert rail.heard[-1].you == "rail"  # type: ignore[union-attr]
                async with ben.at(table_id, sit=True) as seated:
                    welcome = next(each for each in seated.heard if isinstance(each, messages.Welcome))
                    assert welcome.you == "b"
                    assert [seat.name for seat in welcome.table.seats] == ["Ana", "Ben"]
                    await host.hear(messages.Told, lambda told: told.news == "sat" and told.seat == "b")
                    # No seat is free any more: whoever comes now watches.
                    async with cleo.at(table_id, sit=True) as rail:
                        assert next(e.you for e in rail.heard if isinstance(e, messages.Welcome)) == "rail"

    run(play())


def test_nobody_is_seated_once_the_match_has_begun() -> None:
    async def play() -> None:
        async with running_server() as target:
            ana, ben = await target.guests("Ana", "Ben")
            table_id = await ana.open_table(seats=4, bots=["casual"], start=True)
            async with ben.at(table_id, sit=True) as sock:
                assert next(e.you for e in sock.heard if isinstance(e, messages.Welcome)) == "rail"

    run(play())


def test_a_seat_that_was_left_is_not_taken_again_by_coming_back() -> None:
    async def play() -> None:
        async with running_server() as target:
            ana, ben = await target.guests("Ana", "Ben")
            table_id = await ana.open_table(seats=2)
            async with ben.at(table_id, sit=True) as sock:
                await sock.ask(messages.Leave(new_id()))
            async with ben.at(table_id) as sock:
                assert next(e.you for e in sock.heard if isinstance(e, messages.Welcome)) == "rail"

    run(play())


def test_the_table_hears_who_is_on_the_join_page_until_they_come_or_go() -> None:
    async def play() -> None:
        async with running_server() as target:
            ana = await target.guest("Ana")
            table_id = await ana.open_table(seats=3)
            async with ana.at(table_id) as host:
                answer = await knock(target, table_id, 1)
                assert answer.status == 200
                assert answer.json()["players"] == [{"name": "Ana", "level": None}]
                await host.hear(Newcomers, lambda told: told.names == ("",))
                await knock(target, table_id, 1, "  Ben ")
                await host.hear(Newcomers, lambda told: told.names == ("Ben",))
                await knock(target, table_id, 2, "no; name")
                await host.hear(Newcomers, lambda told: told.names == ("Ben", ""))
                # Whoever comes to the table later is told, too.
                async with ana.at(table_id) as second:
                    await second.hear(Newcomers, lambda told: told.names == ("Ben", ""))
                gone = await target.request("DELETE", f"/api/tables/{table_id}/newcomers/{visit(1)}")
                assert gone.status == 200
                await host.hear(Newcomers, lambda told: told.names == ("",))

    run(play())


def test_a_join_page_that_falls_silent_is_forgotten() -> None:
    async def play() -> None:
        async with running_server() as target:
            ana = await target.guest("Ana")
            table_id = await ana.open_table(seats=3)
            async with ana.at(table_id) as host:
                await knock(target, table_id, 1, "Ben")
                await host.hear(Newcomers, lambda told: told.names == ("Ben",))
                target.skip(int(VISIT_TIME))
                await knock(target, table_id, 2, "Cleo")
                await host.hear(Newcomers, lambda told: told.names == ("Cleo",))
                # By its own alarm as well, which is set anew after whatever happens at the table.
                target.skip(int(VISIT_TIME))
                await host.ask(messages.React(new_id(), "wave"))
                await host.hear(Newcomers, lambda told: told.names == ())

    run(play())


def test_newcomers_are_limited_by_table_and_by_address() -> None:
    async def attack() -> None:
        async with running_server(behind_proxy=True, names="127.0.0.1") as target:
            ana = await target.guest("Ana")
            table_id = await ana.open_table(seats=3)
            live_table = await target.registry.live_table(table_id)
            newcomers = live_table._presence.newcomers
            async with ana.at(table_id) as host:
                for number in range(2 * MAX_NEWCOMERS):
                    await knock(target, table_id, number, headers={"X-Forwarded-For": "203.0.113.7"})
                await host.ask(messages.React(new_id(), "wave"))
                assert len(newcomers.names()) == MAX_FROM_ONE_ADDRESS
                for number in range(2 * MAX_NEWCOMERS):
                    said = {"X-Forwarded-For": f"203.0.113.{number + 10}"}
                    await knock(target, table_id, 100 + number, headers=said)
                await host.ask(messages.React(new_id(), "wave"))
                assert len(newcomers.names()) == MAX_NEWCOMERS

    run(attack())


@pytest.mark.parametrize("made_up", ["", "short", "G" * 16, "0" * 33])
def test_a_visit_has_a_form(made_up: str) -> None:
    async def attack() -> None:
        async with running_server() as target:
            ana = await target.guest("Ana")
            table_id = await ana.open_table()
            answer = await target.request("POST", f"/api/tables/{table_id}/newcomers", {"visit": made_up})
            assert (answer.status, answer.code) == (422, "malformed")
            missing = await knock(target, "nowhere", 1)
            assert (missing.status, missing.code) == (404, "no_table")

    run(attack())


def test_addresses_are_told_to_this_machine_alone() -> None:
    async def ask() -> None:
        async with running_server(host="0.0.0.0") as target:  # noqa: S104
            told = (await target.request("GET", "/api/addresses")).json()
            assert told["public"] is None
            expected = network_bases("0.0.0.0", target.port)  # noqa: S104
            assert told["network"] == expected
            # Whoever comes from elsewhere is told nothing.
            target.registry.settings = replace(target.registry.settings, behind_proxy=True)
            assert (await target.request("GET", "/api/addresses")).json() == {"public": None, "network": None}
        async with running_server(host="127.0.0.1") as target:
            assert (await target.request("GET", "/api/addresses")).json() == {"public": None, "network": []}
        async with running_server(behind_proxy=True, public_url="https://cambio.example/") as target:
            said = {"X-Forwarded-For": "203.0.113.7", "Host": "cambio.example", "Origin": "https://cambio.example"}
            answer = await target.request("GET", "/api/addresses", headers=said)
            assert answer.json() == {"public": "https://cambio.example", "network": None}

    run(ask())


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost", "127.9.9.9"])
def test_a_server_on_loopback_has_no_address_for_others(host: str) -> None:
    assert network_bases(host, 8000) == []


def test_addresses_on_the_network_are_found_and_none_of_them_is_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    own = ["192.168.1.20", "2001:db8::20", "fe80::1", "127.0.0.1", "192.168.1.20", "0.0.0.0", "10.0.0.2", "::1"]  # noqa: S104
    monkeypatch.setattr(addresses, "_own_addresses", lambda: iter(own))
    assert network_bases("0.0.0.0", 8000) == ["http://192.168.1.20:8000", "http://10.0.0.2:8000"]  # noqa: S104
    assert network_bases("::", 80) == ["http://192.168.1.20", "http://[2001:db8::20]", "http://10.0.0.2"]
    assert network_bases("10.0.0.2", 8000) == ["http://10.0.0.2:8000"]


def test_looking_for_addresses_sends_nothing_and_never_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError("no network")

    sent: list[object] = []
    monkeypatch.setattr(socket.socket, "sendto", lambda *data: sent.append(data), raising=False)
    network_bases("::", 8000)
    assert sent == []
    monkeypatch.setattr(socket.socket, "connect", fail)
    monkeypatch.setattr(socket, "if_nameindex", lambda: [(1, "nowhere0")])
    assert network_bases("::", 8000) == []


@pytest.mark.parametrize(
    "url", ["cambio.example", "https://cambio.example/table", "ftp://x", "https://a b", "https://"]
)
def test_a_public_address_has_a_scheme_and_no_path(url: str) -> None:
    with pytest.raises(ValueError, match="public_url"):
        Settings(public_url=url)
