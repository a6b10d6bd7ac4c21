"""Shells complete what can be typed, and man shows all of it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from cambio import __version__
from cambio.cli import main, parser
from cambio.rules import PRESETS


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(list(words)) == 0
    return capsys.readouterr().out


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"there is no {program} here")


BASH = """
source "$1"
COMP_WORDS=(cambio "${@:2}")
COMP_CWORD=$(($# - 1))
_shtab_cambio cambio "${!#}"
printf '%s\\n' "${COMPREPLY[@]}"
"""
FISH = 'source $argv[1]; complete -C "cambio $argv[2..]"'
ZSH = 'autoload -U compinit && compinit -D -u && eval "$(cat $1)" && echo $_comps[cambio]'


def complete(shell: str, script: str, folder: Path, *words: str) -> set[str]:
    file = folder / "script"
    file.write_text(script)
    command = {"bash": ["bash", "-c", BASH, "bash"], "fish": ["fish", "--no-config", "-c", FISH]}[shell]
    environment = os.environ | {"HOME": str(folder)}
    done = subprocess.run(
        [*command, str(file), *words], capture_output=True, text=True, check=True, cwd=folder, env=environment
    )
    return {line.split("\t")[0].rstrip() for line in done.stdout.splitlines()}


@pytest.mark.parametrize("shell", [pytest.param(each, marks=needs(each)) for each in ("bash", "fish")])
def test_a_shell_completes_commands_flags_rule_books_and_files(
    shell: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = printed(capsys, "completion", shell)
    (tmp_path / "game.cambio").touch()
    assert {"rules", "replay", "serve", "lab", "completion"} <= complete(shell, script, tmp_path, "")
    assert {"play", "league"} <= complete(shell, script, tmp_path, "lab", "")
    assert {"--host", "--port", "--behind-proxy"} <= complete(shell, script, tmp_path, "serve", "--")
    assert "--time-limit" in complete(shell, script, tmp_path, "lab", "play", "--ti")
    assert set(PRESETS) <= complete(shell, script, tmp_path, "rules", "")
    assert complete(shell, script, tmp_path, "completion", "ba") == {"bash"}
    assert "game.cambio" in complete(shell, script, tmp_path, "replay", "ga")


@needs("zsh")
def test_zsh_reads_its_script(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "_cambio"
    file.write_text(printed(capsys, "completion", "zsh"))
    done = subprocess.run(["zsh", "-f", "-c", ZSH, "zsh", str(file)], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "_shtab_cambio"


def test_the_manual_page_has_every_command_with_all_its_flags(capsys: pytest.CaptureFixture[str]) -> None:
    page = printed(capsys, "man").replace("\\-", "-")
    assert page.startswith(".TH CAMBIO 1 ") and f"Cambio {__version__}" in page
    for words in (["rules"], ["replay"], ["lab", "play"], ["lab", "tune"], ["serve"], ["admin", "ban"], ["completion"]):
        assert f".SS cambio {' '.join(words)}" in page
    for flag in ("--behind-proxy", "--time-limit", "--receipt", "--schema", "--moves-per-second"):
        assert flag in page
    assert "cambio rules flip --diff classic" in page


@needs("groff")
def test_the_manual_page_is_typeset_without_a_warning(capsys: pytest.CaptureFixture[str]) -> None:
    page = printed(capsys, "man")
    done = subprocess.run(["groff", "-man", "-Tutf8", "-ww"], input=page, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    # What is bold is struck twice.
    assert "cambio replay FILE" in re.sub(r".\x08", "", done.stdout)


def test_every_command_says_what_it_is_for() -> None:
    """In one line, for the list of commands, for completions and for the page."""
    commands = next(action for action in parser()._actions if action.metavar == "COMMAND")
    assert commands.choices is not None
    listed = {each.dest: each.help for each in commands._choices_actions}  # type: ignore[attr-defined]
    assert all(listed[name] for name in commands.choices)
