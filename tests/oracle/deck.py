"""Which cards the rules put into the deck."""

from .rules import Rules

SUITS = {"b": "cs", "r": "dh"}
JOKERS = ["Xr", "Xb", "Xr", "Xb"]


def deck_of(rules: Rules) -> list[str]:
    """All packs, in no order that matters; the suits of a colour take turns, clubs and diamonds first."""
    counts = rules.options["deck.counts"]
    assert isinstance(counts, dict)
    pack = [kind[:-1] + SUITS[kind[-1]][card % 2] for kind, count in counts.items() for card in range(count)]
    return (pack + JOKERS[: rules.number("deck.jokers")]) * rules.number("deck.decks")
