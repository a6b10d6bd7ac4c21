"""The configuration file: every setting in TOML, and what is wrong in it is told by its line."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from cambio.cli import main
from cambio.server.config_file import load_settings, print_config, read_config
from cambio.server.settings import Settings, variable_for


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "cambio.toml"


def complaint(file: Path, text: str) -> str:
    """What is said about a file with that text, without its path."""
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"expected") as wrong:
        load_settings({}, {}, str(file))
    assert str(wrong.value).startswith(str(file))
    return str(wrong.value).removeprefix(str(file))


def test_a_flag_comes_before_the_environment_that_before_the_file_and_that_before_the_default(file: Path) -> None:
    file.write_text('host = "::1"\nport = 1\npace = 2\ngrace = 5.5\nbehind_proxy = true\n')
    settings = load_settings({"port": 3, "pace": None}, {"CAMBIO_PACE": "4", "CAMBIO_CONFIG": str(file)})
    assert (settings.port, settings.pace, settings.host, settings.grace) == (3, 4.0, "::1", 5.5)
    assert settings.behind_proxy and settings.linger == Settings().linger
    assert load_settings({}, {"CAMBIO_CONFIG": "/nowhere"}, str(file)).port == 1


def test_no_file_is_read_that_nobody_has_named(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text("port = 1\n")
    monkeypatch.chdir(file.parent)
    assert load_settings({}, {}) == Settings()


def test_the_printed_file_sets_nothing_and_has_every_default(file: Path) -> None:
    printed = print_config()
    file.write_text(printed)
    assert read_config(file).values == {}
    lines = [line.removeprefix("#") if line[:1] == "#" and line[1:2] != " " else line for line in printed.splitlines()]
    file.write_text("\n".join(lines))
    read = read_config(file).values
    assert Settings(**read) == Settings() and list(read) == [setting.name for setting in fields(Settings)]
    assert all(variable_for(name) in printed for name in read)


def test_every_setting_keeps_its_type(file: Path) -> None:
    file.write_text("grace = 5\nport = 0\n")
    values = read_config(file).values
    assert values == {"grace": 5.0, "port": 0} and isinstance(values["grace"], float)


def test_a_key_that_is_no_setting_is_refused_by_its_line(file: Path) -> None:
    assert complaint(file, "port = 80\n\nprot = 80\n") == (
        ", line 3: expected the name of a setting, but found 'prot': did you mean port?"
    )
    assert "line 2: expected the name of a setting, but found 'server'" in complaint(file, "# x\n[server]\nport = 1\n")
    assert "`cambio serve --print-config` lists all" in complaint(file, "zzzzzzz = 1\n")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('port = "80"', ", line 1: port: expected a whole number, but found '80'"),
        ("port = 80.5", ", line 1: port: expected a whole number, but found 80.5"),
        ("port = true", ", line 1: port: expected a whole number, but found True"),
        ('\npace = "slow"', ", line 2: pace: expected a number, but found 'slow'"),
        ("open = 1", ", line 1: open: expected true or false, but found 1"),
        ("host = 127", ", line 1: host: expected text in quotes, but found 127"),
        ('names = ["secret.example"]', ", line 1: names: expected text in quotes, but found list"),
        ("port = 70000", ", line 1: port: expected a number from 0 to 65535, but found 70000"),
        ("host = '::'\ngrace = -1", ", line 2: grace: expected a number from 0 to 10000000000, but found -1.0"),
        ("grace = nan", ", line 1: grace: expected a number from 0 to 10000000000, but found nan"),
        ('log_level = "loud"', ", line 1: log_level: expected one of debug, info, warning, error, but found 'loud'"),
        ('proxies = "10.0.0.300"', ", line 1: proxies: expected addresses or networks like"),
    ],
)
def test_a_wrong_value_is_refused_by_its_line(text: str, said: str, file: Path) -> None:
    assert complaint(file, text).startswith(said)


def test_a_byte_order_mark_in_front_of_a_file_is_not_read(file: Path) -> None:
    file.write_text("port = 80\n", encoding="utf-8-sig")
    assert read_config(file).values == {"port": 80}


def test_what_is_no_toml_is_refused_by_its_line(file: Path) -> None:
    assert "line 2" in complaint(file, "port = 80\nhost 127.0.0.1\n")
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(ValueError, match="in UTF-8"):
        read_config(file)
    with pytest.raises(ValueError, match=r"expected a configuration file at .*but: No such file"):
        read_config(file.with_name("other.toml"))


def test_a_wrong_flag_is_not_blamed_on_the_file(file: Path) -> None:
    file.write_text("port = 80\n")
    with pytest.raises(ValueError, match=r"^port: expected a number from 0 to 65535, but found 99999$"):
        load_settings({"port": 99_999}, {}, str(file))


def test_a_secret_in_the_wrong_place_is_not_repeated(file: Path) -> None:
    assert "hunter2" not in complaint(file, 'database = ["postgresql://ana:hunter2@db/cambio"]')


def test_a_file_is_read_by_the_command(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text("prot = 80\n")
    assert main(["serve", "--config", str(file)]) == 1
    assert capsys.readouterr().err == (
        f"cambio: {file}, line 1: expected the name of a setting, but found 'prot': did you mean port?\n"
    )
    assert main(["serve", "--print-config"]) == 0
    assert capsys.readouterr().out == print_config()


def test_a_password_in_the_file_is_neither_logged_nor_in_the_list_of_processes(file: Path) -> None:
    """Nobody answers at that address, so the server ends with a sentence."""
    file.write_text('database = "postgresql://ana:hunter2@127.0.0.1:9/cambio"\nport = 0\n')
    command = [sys.executable, "-m", "cambio", "serve", "--config", str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        told = "".join(server.communicate(timeout=60))
    assert server.returncode == 1 and "PostgreSQL did not answer" in told
    assert "hunter2" not in told and not any("hunter2" in part for part in command)
