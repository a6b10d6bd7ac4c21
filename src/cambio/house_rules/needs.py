"""What an option may need from others before it says anything."""

from __future__ import annotations

from typing import Any

from ..core.engine.cards import KINDS
from ..languages import Text
from ..options import Need, Values
from .card_powers import power_name
from .kinds import kinds_in_deck


def _has_power(what: Text, *powers: str) -> Need:
    def holds(values: Values) -> bool:
        table = values["powers.cards"]
        assert isinstance(table, tuple)
        return any(power_name(str(table[kind])) in powers for kind in kinds_in_deck(values))

    return Need(what, "powers.cards", holds)


SNAPPING = Need(Text("snapping", "que se pueda cazar"), "snap.who", lambda values: values["snap.who"] != "off")
OTHERS_SNAPPED = Need(
    Text("snapping of others' cards", "que se puedan cazar cartas ajenas"),
    "snap.who",
    lambda values: values["snap.who"] == "any",
)
TAKING = Need(
    Text("taking from the discard pile", "que se pueda tomar el descarte"),
    "turn.take",
    lambda values: values["turn.take"] != "no",
)


def several_packs(values: Values) -> bool:
    return values["deck.decks"] != 1


def one_card_seen(values: Values) -> bool:
    """Before play everybody looks at one card, not at several."""
    return values["deal.memory_cards"] == 1


def taking_may_throw_back(values: Values) -> bool:
    """A taken card need not be swapped in, so a hand without cards may take one."""
    return values["turn.take"] != "swap"


def has_fives(values: Values) -> bool:
    return any(KINDS[kind][:-1] == "5" for kind in kinds_in_deck(values))


def may_be_out(values: Values) -> bool:
    return values["snap.hand_limit"] != 0


def late_calls_only(values: Values) -> bool:
    """There are laps in which nobody may call."""
    return values["call.from_lap"] != 1


def wrong_call_doubles(values: Values) -> bool:
    return bool(values["call.wrong_doubles"])


def caller_ties_apart(values: Values) -> bool:
    """A caller who ties is not treated like the others."""
    return values["score.caller_tie"] != "level"


def caller_loses_ties(values: Values) -> bool:
    return values["score.caller_tie"] == "loses"


def caller_wins_ties(values: Values) -> bool:
    """Or has ties of their own, for which others do not count."""
    return values["score.caller_tie"] in ("wins", "most_cards")


def hands_may_be_negative(values: Values) -> bool:
    points: Any = values["deck.values"]
    return bool(values["score.risky_fives"]) or any(points[kind] < 0 for kind in kinds_in_deck(values))


SEVERAL_ROUNDS = Need(
    Text("more than one round", "más de una ronda"), "match.rounds", lambda values: values["match.rounds"] != 1
)
ANY_POWER = _has_power(Text("a card with a power", "una carta con poder"), "peek", "spy", "trade", "look")
TRADING = _has_power(Text("a card with a blind swap", "una carta con intercambio a ciegas"), "trade")
LOOKING = _has_power(Text("a card with look and swap", "una carta con mirar e intercambiar"), "look")
