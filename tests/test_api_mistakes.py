"""Mistakes in a call say what was expected, what came and what to write instead."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from dataclasses import FrozenInstanceError

import pytest

from cambio import (
    Action,
    ActionError,
    Draw,
    Game,
    Give,
    Look,
    Match,
    Peek,
    Place,
    Rules,
    RulesError,
    Snap,
    Swap,
    Throw,
    Trade,
    events,
)
from cambio.rules import OPTIONS, SECTIONS


@pytest.mark.parametrize("make", [Game, Match, Rules.parse])
@pytest.mark.parametrize("rules", [None, 3, ["cambia"]])
def test_rules_that_are_none_are_refused_by_what_rules_look_like(
    make: Callable[[object], object], rules: object
) -> None:
    with pytest.raises(RulesError, match=r"expected rules, as Rules or as text like 'cambia snap.penalty=1'"):
        make(rules)


@pytest.mark.parametrize("arguments", [(), ("cambia",), (None,)])
def test_rules_that_are_made_directly_are_refused_by_how_to_make_them(arguments: tuple[object, ...]) -> None:
    with pytest.raises(RulesError, match=r"made like this: Rules.parse\('cambia snap.penalty=1'\)"):
        Rules(*arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize("change", [Rules.of, Rules.of().but])
def test_settings_that_are_none_are_refused_by_what_settings_look_like(change: Callable[[object], object]) -> None:
    with pytest.raises(RulesError, match=r"expected settings by name, like \{'snap.penalty': 1\}, but found 3"):
        change(3)


@pytest.mark.parametrize("make", [Game, Match])
@pytest.mark.parametrize("seed", ["abc", 1.5])
def test_a_seed_is_a_whole_number(make: Callable[..., object], seed: object) -> None:
    with pytest.raises(TypeError, match="seed: expected a whole number, or None to shuffle by chance, but found "):
        make(seed=seed)


@pytest.mark.parametrize("kind", [Swap, Snap, Look, Trade])
@pytest.mark.parametrize("place", ["a1", ("a", 1), Place("a", "1")])  # type: ignore[arg-type]
def test_an_action_names_a_place_and_no_text(kind: Callable[[object], object], place: object) -> None:
    with pytest.raises(ActionError, match=r"expected a place, like Place\('b', 3\), but found .*Place.parse\('b3'\)"):
        kind(place)


def test_a_snap_names_its_second_place_and_its_discard_as_what_they_are() -> None:
    with pytest.raises(ActionError, match="expected a place"):
        Snap(Place("a", 1), "a2")  # type: ignore[arg-type]
    with pytest.raises(ActionError, match="expected the number of a discard, like 17, but found '#17'"):
        Snap(Place("a", 1), discard="#17")  # type: ignore[arg-type]


@pytest.mark.parametrize("text", [None, 3])
def test_a_place_is_read_from_text_alone(text: object) -> None:
    with pytest.raises(ActionError, match="expected a place like b3"):
        Place.parse(text)  # type: ignore[arg-type]


def test_rules_list_their_sections_and_those_their_options() -> None:
    """As shells and notebooks ask for what can be completed."""
    rules = Rules.parse("cambia")
    assert set(SECTIONS) <= set(dir(rules)) and "but" in dir(rules)
    listed = {f"{section}.{name}" for section in SECTIONS for name in dir(getattr(rules, section))}
    assert listed == set(OPTIONS)
    assert "penalty=2" in repr(rules.snap)


@pytest.mark.parametrize("action", [Draw(), Swap(Place("a", 2)), Give(Place("b", 1))])
@pytest.mark.parametrize("name", ["place", "kind", "anything"])
def test_actions_never_change(action: Action, name: str) -> None:
    """They are shared by all games; those that add no field are no dataclasses of their own."""
    with pytest.raises(FrozenInstanceError):
        setattr(action, name, Place("a", 1))
    with pytest.raises(FrozenInstanceError):
        delattr(action, name)
    assert pickle.loads(pickle.dumps(action)) == copy.copy(action) == action  # noqa: S301
    assert hash(copy.copy(action)) == hash(action)
    assert action not in (Throw(), Swap(Place("a", 3)), Peek(Place("a", 2)))


def test_importing_cambio_makes_no_events() -> None:
    """There are dozens of them, and whoever only asks for a rule book needs none."""
    code = "import sys, cambio; print([name for name in sys.modules if name.startswith('cambio.events.')])"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert told == "['cambio.events.event']\n"


def test_an_event_that_there_is_not_is_no_attribute() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'Danced'"):
        _ = events.Danced
    assert {"Drew", "EVENTS"} <= set(dir(events))
