"""What an option may need from others before it says anything."""

from __future__ import annotations

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
ANY_POWER = _has_power(Text("a card with a power", "una carta con poder"), "peek", "spy", "trade", "look")
TRADING = _has_power(Text("a card with a blind swap", "una carta con intercambio a ciegas"), "trade")
LOOKING = _has_power(Text("a card with look and swap", "una carta con mirar e intercambiar"), "look")
