"""Mistakes on the command line end in one line that says what was expected and what came, never in a traceback."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from cambio.cli import main
from cambio.server.settings import Settings, flag_for

HUGE = "9" * 30


def refusal(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """The one line that a command ends in."""
    try:
        status = main(arguments)
    except SystemExit as ended:
        assert isinstance(ended.code, str), ended.code
        return ended.code
    told = capsys.readouterr()
    assert (status, told.out) == (1, "")
    assert told.err.startswith("cambio: ") and told.err.count("\n") == 1
    return told.err


NUMBERS_OF_SETTINGS = [flag_for(each.name) for each in fields(Settings) if type(each.default) in (int, float)]


@pytest.mark.parametrize("flag", NUMBERS_OF_SETTINGS)
@pytest.mark.parametrize("number", [HUGE, "-1", "many", ""])
def test_a_setting_that_is_no_such_number_is_refused(
    flag: str, number: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "expected a" in refusal(["serve", "--database", "sqlite://", f"{flag}={number}"], capsys)


@pytest.mark.parametrize(
    "command",
    [
        "demo --seats",
        "lab league --bots expert,casual --seats",
        "lab rules cambia --seats",
        "lab tune --seats",
        "lab play --bots expert,casual --games",
        "lab tune --games",
        "lab play --bots expert,casual --seed",
        "lab tune --seed",
        "lab play --bots expert,casual --games 2 --jobs",
        "lab tune --jobs",
        "lab play --bots expert,casual --games 2 --time-limit",
        "load --tables",
        "load --seats",
        "load --moves-per-second",
        "load --seconds",
        "load --flood",
        "load --refused",
    ],
)
@pytest.mark.parametrize("number", [HUGE, "-1"])
def test_a_number_that_nothing_can_have_is_refused(
    command: str, number: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = refusal([*command.split(), number], capsys)
    assert number in told or float(number) == float(told.split()[-1])


@pytest.mark.parametrize("number", [HUGE, "0"])
def test_a_list_has_a_length_that_can_be_counted(
    number: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = refusal(["admin", "tables", "--limit", number, "--database", f"sqlite:///{tmp_path}/none.db"], capsys)
    assert "expected a limit from 1 to" in told


@pytest.mark.parametrize(
    "url", ["mysql://u:secret@h/x", "nothing", "postgresql://u:secret@[::1", "postgresql://u:secret@h:port/x"]
)
@pytest.mark.parametrize("command", ["serve", "admin tables"])
def test_a_database_that_is_none_is_refused_without_its_password(
    command: str, url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    told = refusal([*command.split(), *(["--port", "0"] if command == "serve" else [])], capsys)
    assert "expected a" in told and "DATABASE_URL" in told and "secret" not in told


def test_the_doctor_says_of_an_address_that_is_none_what_to_write_instead(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://u:secret@[::1")
    assert main(["doctor", "--port", "0"]) == 1
    told = capsys.readouterr().out
    assert "problem  database" in told and "postgresql://user@host/name" in told and "secret" not in told


@pytest.mark.parametrize(
    ("host", "advice"),
    [
        ("nosuch.host.invalid", "no address is known by that name"),
        ("192.0.2.77", "no address of this machine"),
        ("a b", "no address is known by that name"),
        ("::zz", "no address is known by that name"),
        ("", "expected an address to listen on"),
    ],
)
def test_a_host_that_is_none_is_not_blamed_on_the_port(
    host: str, advice: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = refusal(["serve", "--database", "sqlite://", "--port", "0", "--host", host], capsys)
    assert advice in told and "--host" in told and "--port" not in told


def test_a_port_that_is_taken_can_be_another_one(capsys: pytest.CaptureFixture[str]) -> None:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as taken:
        told = refusal(["serve", "--database", "sqlite://", "--port", str(taken.getsockname()[1])], capsys)
    assert "try --port 0" in told
