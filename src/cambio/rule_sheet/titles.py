"""What rules are called on their sheet."""

from __future__ import annotations

from ..languages import Text
from ..rules import OPTIONS, Rules

PRESET_NAMES = {
    "classic": Text("Classic", "Clásico"),
    "cabo1": Text("Cabo (1st edition)", "Cabo (1.ª edición)"),
}
BY_RULES = Text("{} rules", "Reglas: {}")
ONE_HOUSE_RULE = Text("{} rules, with one house rule", "Reglas: {}, con una regla de la casa")
HOUSE_RULES = Text("{} rules, with {} house rules", "Reglas: {}, con {} reglas de la casa")
PLAYERS = Text("{} players", "{} jugadores")
PLAYERS_OR_MORE = Text("{} players or more", "{} jugadores o más")
PLAYERS_FROM_TO = Text("{} to {} players", "de {} a {} jugadores")


def preset_of(rules: Rules) -> str:
    """The rule book from which they differ least."""
    return str(rules).split()[0]


def has_house_rules(rules: Rules) -> bool:
    return " " in str(rules)


def preset_name(rules: Rules) -> Text:
    name = preset_of(rules)
    return PRESET_NAMES.get(name, Text(name.capitalize(), name.capitalize()))


def title_of(rules: Rules) -> Text:
    """By the nearest rule book.

    >>> title_of(Rules.parse("camp snap.penalty=2")).en
    'Camp rules, with one house rule'
    """
    changes = len(str(rules).split()) - 1
    if changes > 1:
        return HOUSE_RULES.fill(preset_name(rules), changes)
    return (ONE_HOUSE_RULE if changes else BY_RULES).fill(preset_name(rules))


def players_of(rules: Rules) -> Text:
    low, high = rules["deal.min_seats"], rules["deal.max_seats"]
    if low == high:
        return PLAYERS.fill(low)
    return PLAYERS_OR_MORE.fill(low) if high == OPTIONS["deal.max_seats"].default else PLAYERS_FROM_TO.fill(low, high)
