"""The rules in force, asked by the full name of each option."""

from collections.abc import Mapping
from typing import NamedTuple

from .cards import Card


class Scope(NamedTuple):
    """How far a power reaches: a blind swap; how many cards and whose are looked at, and which are swapped then."""

    trade: str
    looks: int
    look_at: str
    look_swap: str


class Rules:
    def __init__(self, options: Mapping[str, object]) -> None:
        self.options = dict(options)

    def yes(self, option: str) -> bool:
        answer = self.options[option]
        assert isinstance(answer, bool), f"{option} should be yes or no, not {answer!r}"
        return answer

    def number(self, option: str) -> int:
        answer = self.options[option]
        assert isinstance(answer, int) and not isinstance(answer, bool), f"{option} should be a number, not {answer!r}"
        return answer

    def limit(self, option: str) -> int | None:
        return None if self.options[option] is None else self.number(option)

    def choice(self, option: str) -> str:
        answer = self.options[option]
        assert isinstance(answer, str), f"{option} should be a word, not {answer!r}"
        return answer

    def value(self, card: Card) -> int:
        table = self.options["deck.values"]
        assert isinstance(table, Mapping)
        return int(table[card.kind])

    def power(self, card: Card) -> str:
        """What a card can do, however far that reaches: `look` for `look:1/other/own`."""
        return self._power_as_written(card).split(":")[0]

    def scope(self, card: Card) -> Scope:
        """How far a card's power reaches: as the card says itself, and for what it leaves out as the options say."""
        power, _, said = self._power_as_written(card).partition(":")
        trade = said if power == "trade" else ""
        parts = said.split("/") if power == "look" else []
        looks, look_at, look_swap = parts + [""] * (3 - len(parts))
        return Scope(
            trade or self.choice("powers.trade"),
            int(looks) if looks else self.number("powers.looks"),
            look_at or self.choice("powers.look_at"),
            look_swap or self.choice("powers.look_swap"),
        )

    def _power_as_written(self, card: Card) -> str:
        table = self.options["powers.cards"]
        assert isinstance(table, Mapping)
        return str(table[card.kind])

    def match(self, card: Card, top: Card) -> bool:
        """Whether a card may be snapped onto the top of the pile."""
        if self.choice("snap.match") == "rank":
            return card.rank == top.rank
        return self.value(card) == self.value(top)
