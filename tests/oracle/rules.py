"""The rules in force, asked by the full name of each option."""

from collections.abc import Mapping

from .cards import Card


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
        table = self.options["powers.cards"]
        assert isinstance(table, Mapping)
        return str(table[card.kind])

    def match(self, card: Card, top: Card) -> bool:
        """Whether a card may be snapped onto the top of the pile."""
        if self.choice("snap.match") == "rank":
            return card.rank == top.rank
        return self.value(card) == self.value(top)
