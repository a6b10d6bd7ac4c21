"""Which cards of a deck go together: those that count the same, and those with the same power."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..core.engine.cards import FIVE, RANKS
from ..house_rules.kinds import kinds_in_deck
from ..house_rules.powers import CARD_POWER
from ..languages import Language, Text, join_words
from ..options import Value
from ..rules import Rules

#: In the order in which they are told.
POWERS = ("peek", "spy", "trade", "look")
PLURALS = {
    "A": Text("aces", "ases"),
    "J": Text("jacks", "jotas"),
    "Q": Text("queens", "reinas"),
    "K": Text("kings", "reyes"),
    "X": Text("jokers", "comodines"),
}
FEMININE = ("J", "Q")


@dataclass(frozen=True)
class CardGroup:
    """A rank, or its black or red cards alone; whole if the deck has no others of the rank."""

    rank: str
    has_black: bool
    has_red: bool
    is_whole: bool = True

    def name(self, language: Language) -> str:
        """Several of them: colours are told only where they matter.

        >>> CardGroup("Q", False, True, is_whole=False).name("es"), CardGroup("7", True, True).name("en")
        ('reinas rojas', '7s')
        """
        plural = PLURALS.get(self.rank, Text(f"{self.rank}s", self.rank)).to(language)
        if self.is_whole:
            return plural
        if language == "en":
            return f"{'black' if self.has_black else 'red'} {plural}"
        ending = "as" if self.rank in FEMININE else "os"
        return f"{plural} {'negr' if self.has_black else 'roj'}{ending}"


@dataclass(frozen=True)
class PowerGroup:
    """All cards with one power that reaches equally far, by the options that say how far."""

    power: str
    scope: dict[str, Value]
    cards: list[CardGroup]


def group_cards(kinds: Iterable[int], deck: Iterable[int]) -> list[CardGroup]:
    """Kinds by rank.

    >>> [group.name("en") for group in group_cards([0, 1, 24], deck=range(28))]
    ['aces', 'black kings']
    """
    wanted, shuffled = set(kinds), set(deck)
    groups = []
    for index, rank in enumerate(RANKS):
        both = {2 * index, 2 * index + 1}
        if both & wanted:
            is_whole = both & shuffled == both & wanted
            groups.append(CardGroup(rank, 2 * index in wanted, 2 * index + 1 in wanted, is_whole))
    return groups


def groups_by_value(rules: Rules) -> dict[int, list[CardGroup]]:
    """What cards count, from the least; fives that count together are left out."""
    deck = kinds_in_deck(rules.answers)
    by_value: dict[int, list[int]] = {}
    for kind in deck:
        if not (rules["score.risky_fives"] and kind // 2 == FIVE):
            by_value.setdefault(rules["deck.values"][kind], []).append(kind)
    return {value: group_cards(by_value[value], deck) for value in sorted(by_value)}


def group_fives(rules: Rules) -> list[CardGroup]:
    """The fives, if they count together."""
    deck = kinds_in_deck(rules.answers)
    return group_cards([kind for kind in deck if kind // 2 == FIVE], deck) if rules["score.risky_fives"] else []


def groups_by_power(rules: Rules) -> list[PowerGroup]:
    deck = kinds_in_deck(rules.answers)
    groups = []
    for power in POWERS:
        by_entry: dict[str, list[int]] = {}
        for kind in deck:
            name, scope = rules.power_of(kind)
            if name == power:
                by_entry.setdefault(CARD_POWER.written(name, scope), []).append(kind)
        for kinds in by_entry.values():
            groups.append(PowerGroup(power, rules.power_of(kinds[0])[1], group_cards(kinds, deck)))
    return groups


def names_of(cards: list[CardGroup], language: Language) -> str:
    return join_words([card.name(language) for card in cards], language)
