"""docs/ENGINE.md, the contract, lists the same options, actions and events as the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cambio.actions import VERBS
from cambio.events import EVENTS
from cambio.options import CardTable, Choice, Count, Flag, Option
from cambio.rules import OPTIONS

PAGE = Path("docs/ENGINE.md").read_text(encoding="utf-8")


def told_options() -> dict[str, str]:
    """Each option and the values that its row tells."""
    rows = re.findall(r"^\| (`[a-z_.`, ]+`) \| ([^|]+) \|", PAGE, flags=re.MULTILINE)
    return {name.strip(" `"): values for names, values in rows for name in names.split(",") if "." in name}


def expected(option: Option) -> str:
    if isinstance(option, Flag):
        return "yes, no" if option.default else "no, yes"
    if isinstance(option, Choice):
        return ", ".join(option.choices)
    if isinstance(option, CardTable):
        return "table"
    assert isinstance(option, Count)
    return "none" if option.default is None else str(option.default)


def test_the_page_tells_every_option_and_no_other() -> None:
    assert set(told_options()) == set(OPTIONS)


@pytest.mark.parametrize("name", OPTIONS)
def test_the_page_tells_an_options_answers_with_the_default_first(name: str) -> None:
    option, told = OPTIONS[name], told_options()[name]
    if isinstance(option, Count):
        defaults, _, bounds = told.partition(";")
        assert expected(option) in defaults.split(", ")
        assert not bounds or bounds.strip() in (f"{option.low}-{option.high}", "number")
    else:
        assert told.strip() == expected(option)
        if isinstance(option, Choice):
            assert option.default == option.choices[0]


def test_the_page_tells_every_action_and_every_event() -> None:
    verbs = set(re.findall(r"`([a-z]+)(?: [^`]*)?`", PAGE))
    assert set(VERBS) <= verbs
    told = {word for row in re.findall(r"^\| ([a-z, ]+) \| ", PAGE, flags=re.MULTILINE) for word in row.split(", ")}
    assert {event.__name__.lower() for event in EVENTS.values()} <= told
