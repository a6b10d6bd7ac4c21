"""Request ids: a user's report is found in the log by one id, which tells nothing about anybody."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import time
from pathlib import Path
from typing import Any

import pytest

from cambio.server.http.request_ids import LOGGED_PER_MINUTE
from cambio.server.logs import LOGGER, digest
from cambio.server.protocol import messages
from cambio.server.tables.public_tables import PublicTables

from .proxies import PROXIES, proxying
from .raw_client import LocalServer, RawClient, exchange, run, running_server
from .server_process import find_free_port

OURS = re.compile(r"[0-9a-f]{16}")


def lines_of(target: LocalServer, request_id: str) -> list[dict[str, Any]]:
    return [line for line in target.lines() if line.get("request") == request_id]


def test_every_answer_has_an_id_of_its_own() -> None:
    async def check() -> None:
        async with running_server() as target:
            paths = ("/", "/api/session", "/healthz", "/api/none", "/api/games", "/metrics")
            ids = [(await target.request("GET", path)).header("x-request-id") for path in paths]
            assert all(OURS.fullmatch(each) for each in ids) and len(set(ids)) == len(paths)

    run(check())


def test_a_problem_tells_its_id_and_is_found_in_the_log_by_it() -> None:
    async def check() -> None:
        async with running_server() as target:
            answer = await target.request("GET", "/api/games/SECRET.cambio")
            request_id = answer.header("x-request-id")
            assert answer.json()["request"] == request_id
            (line,) = lines_of(target, request_id)
            assert (line["what"], line["path"], line["status"]) == ("request", "/api/games", 401)
            assert "SECRET" not in target.log.getvalue()
            foreign = await target.request(
                "POST", "/api/session", {"name": "x"}, headers={"Origin": "http://evil.example"}
            )
            assert foreign.json()["request"] == foreign.header("x-request-id") != request_id

    run(check())


def test_a_failure_tells_its_id_too_and_its_lines_have_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("7h is hidden")

    async def check() -> None:
        async with running_server() as target:
            monkeypatch.setattr(PublicTables, "all", fail)
            answer = await target.request("GET", "/api/tables")
            assert answer.status == 500 and answer.json()["request"] == answer.header("x-request-id")
            lines = lines_of(target, answer.json()["request"])
            assert "request failed" in [line["what"] for line in lines] and "7h" not in json.dumps(lines)
            target.clear_log()

    run(check())


def test_the_id_of_a_proxy_is_taken_over_and_that_of_a_client_is_not() -> None:
    async def check() -> None:
        given = {"X-Request-ID": "proxy-1234.abc"}
        async with running_server(behind_proxy=True) as target:
            assert (await target.request("GET", "/", headers=given)).header("x-request-id") == "proxy-1234.abc"
            for odd in ("x", "a" * 65, 'a"b{c}defgh', "with spaces in it"):
                answer = await target.request("GET", "/", headers={"X-Request-ID": odd})
                assert OURS.fullmatch(answer.header("x-request-id"))
        async with running_server() as target:
            assert OURS.fullmatch((await target.request("GET", "/", headers=given)).header("x-request-id"))

    run(check())


@pytest.mark.parametrize("proxy", PROXIES)
def test_the_documented_proxies_give_an_id_of_their_own(proxy: str, tmp_path: Path) -> None:
    """Whatever a client sends under that name is overwritten."""

    async def check() -> None:
        async with running_server(behind_proxy=True) as target:
            port = find_free_port()
            async with proxying(proxy, tmp_path, port, target.port):
                lines = ("GET /api/none HTTP/1.1", "Host: localhost", "X-Request-ID: of-a-client", "Connection: close")
                answer = await exchange(port, "\r\n".join([*lines, "", ""]).encode())
            request_id = answer.header("x-request-id")
            assert len(request_id) >= 32 and answer.json()["request"] == request_id
            assert lines_of(target, request_id) and "of-a-client" not in target.log.getvalue()

    run(check())


def test_a_socket_has_the_id_of_its_request_in_every_line() -> None:
    async def check() -> None:
        async with running_server(commands_per_second=5) as target:
            LOGGER.setLevel(logging.DEBUG)
            ana = await target.guest()
            table = await ana.open_table(rules="cambia", seats=2)
            async with ana.at(table) as sock:
                response = sock.connection.response
                assert response is not None
                request_id = response.headers["x-request-id"]
                for number in range(40):
                    await sock.say(messages.React(f"r{number}", "wow"))
                await sock.hear(messages.Bye)
            whats = {line["what"]: line for line in lines_of(target, request_id)}
            assert set(whats) >= {"socket at table", "flood", "socket dropped"}
            assert whats["flood"]["table"] == digest(table) and whats["flood"]["person"] == digest(ana.person)

    run(check())


def test_a_table_logs_nothing_under_the_id_of_whoever_came_first() -> None:
    async def check() -> None:
        async with running_server() as target:
            ana = await target.guest()
            table = await ana.open_table(rules="cambia", seats=2)
            async with ana.at(table) as sock:
                live_table = await target.registry.live_table(table)
                live_table._presence = None  # type: ignore[assignment]
                async with ana.open_socket() as other:
                    await other.say(messages.Hello(await ana.ticket(table)))
                    assert (await sock.hear(messages.Bye)).code == "failed"
            lines = [line for line in target.lines() if line["what"] == "table failed"]
            assert lines and all("request" not in line for line in lines)
            target.clear_log()

    run(check())


def test_nobody_fills_the_log_by_asking_for_what_there_is_not() -> None:
    async def check() -> None:
        async with running_server() as target:
            began = time.monotonic()
            for _ in range(LOGGED_PER_MINUTE // 20 + 1):
                await asyncio.gather(*(target.request("GET", "/api/none") for _ in range(20)))
            # Each second allows for some more.
            allowed = LOGGED_PER_MINUTE * (1 + (time.monotonic() - began) / 60)
            assert len([line for line in target.lines() if line["what"] == "request"]) <= allowed + 1

    run(check())


def test_lines_in_detail_tell_no_secret_either() -> None:
    async def check() -> None:
        async with running_server() as target:
            LOGGER.setLevel(logging.DEBUG)
            ana = await target.guest("Ana Unmistakable")
            table = await ana.open_table(rules="cambia", seats=2, bots=["beginner"], start=True)
            code = (await ana.get(f"/api/tables/{table}")).json()["code"]
            await RawClient(target).get(f"/join/{code}")
            ticket = await ana.ticket(table)
            async with ana.at(table):
                pass
            text = target.log.getvalue()
            assert '"what":"request"' in text
            for secret in (table, code, ticket, ana.person, ana.name, ana.cookie.partition("=")[2]):
                assert secret not in text

    run(check())
