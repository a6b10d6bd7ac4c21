"""docs/LAB.md: its commands are commands, and its answers are written by the program that finds them."""

from __future__ import annotations

import re
import shlex
from typing import Any

import pytest

from cambio.cli import parser
from cambio.rules import PRESETS
from docs import unnoticed_rules
from docs.answers import BEGIN, END, PAGE, QUICK_LEVELS, SEARCHES, TABLES, answers, insert_section
from tests.lab.runs import run_json
from tests.lab.test_win_rates import ROW


def commands(page: str) -> list[str]:
    typed = re.findall(r"`(cambio lab [a-z]+ -?[^`]+)`", page) + re.findall(
        r"^(cambio lab .*)$", page, flags=re.MULTILINE
    )
    return [command for command in typed if "--help" not in command]


@pytest.mark.parametrize("command", commands(PAGE.read_text(encoding="utf-8")))
def test_every_command_on_the_page_can_be_typed(command: str) -> None:
    parser().parse_args(shlex.split(command)[1:])


def test_the_page_tells_the_fields_of_the_contract() -> None:
    fields = set(re.findall(r"`([a-z_0-9]+)`", PAGE.read_text(encoding="utf-8")))
    assert fields >= ROW | {"rules", "seed", "games", "decisions", "seconds", "seats", "faults", "interrupted"}


def test_what_experts_ignore_is_written_by_the_program_that_finds_it() -> None:
    """The lock of the caller's hand is the rule by which it was noticed: it changes rounds, but never a call."""
    page = PAGE.read_text(encoding="utf-8")
    told = page.partition(unnoticed_rules.BEGIN)[2].partition(unnoticed_rules.END)[0]
    never, _, no_call = told.partition("never who calls")
    assert "| `call.lock` |" in no_call and "| `snap.window` |" in never
    found = unnoticed_rules.survey(2)
    for option in re.findall(r"^\| `([a-z_.]+)` \|", told, flags=re.MULTILINE):
        assert found[option].calls_changed == 0
    assert found["deal.cards"].calls_changed > 0 == found["call.lock"].calls_changed
    assert "| `call.lock` | no, yes |" in unnoticed_rules.section(found, 2) or found["call.lock"].changed == 0


def test_the_answers_are_written_between_their_markers(capsys: pytest.CaptureFixture[str]) -> None:
    """Every command is run, with as few games as there can be and, but for its league, between bots that are quick."""
    asked: list[str] = []

    def ask(command: str) -> dict[str, Any]:
        asked.append(command)
        few = re.sub(r"--games \d+", "--games 4", command)
        if " league " not in few:
            few = re.sub(r"solid|expert|search|master|champion", "casual", few) + (
                " --bots casual --skill casual,random" * (" rules " in few)
            )
        found: dict[str, Any] = run_json(capsys, *shlex.split(few)[2:])
        return found

    section = answers(ask)
    assert len(asked) == len(TABLES) * (1 + (len(QUICK_LEVELS) - 1) * len(PRESETS)) + 1 + len(SEARCHES)
    assert set(commands(section)) <= set(asked)
    page = insert_section(PAGE.read_text(encoding="utf-8"), section)
    assert page.count(BEGIN) == page.count(END) == 1
    assert insert_section(page, section) == page
    for preset in PRESETS:
        assert f" {preset} |" in section
    assert "| beginner against random |" in section and "### The rule books between experts, 4 seats" in section
