"""Mistakes in a call say what was expected, what came and what to write instead."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cambio import ActionError, Game, Look, Match, Place, Rules, RulesError, Snap, Swap, Trade
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
