"""What an option may need from others before it says anything."""

from __future__ import annotations

from ..options import Need, Values


def _has_power(what: str, *powers: str) -> Need:
    def holds(values: Values) -> bool:
        table = values["powers.cards"]
        assert isinstance(table, tuple)
        in_the_deck = table if values["deck.jokers"] else table[: -len("br")]
        return any(power in powers for power in in_the_deck)

    return Need(what, "powers.cards", holds)


SNAPPING = Need("snapping", "snap.who", lambda values: values["snap.who"] != "off")
OTHERS_SNAPPED = Need("snapping of others' cards", "snap.who", lambda values: values["snap.who"] == "any")
TAKING = Need("taking", "turn.take", lambda values: values["turn.take"] != "no")
ANY_POWER = _has_power("a card with a power", "peek", "spy", "trade", "look")
TRADING = _has_power("a card with the power to trade", "trade")
LOOKING = _has_power("a card with the power to look", "look")
