"""The back of a rule sheet: what the cards count and can do, in pictures."""

from __future__ import annotations

from html import escape

from ..languages import Language, Text
from ..rules import Rules
from .card_groups import CardGroup, PowerGroup, group_fives, groups_by_power, groups_by_value, names_of
from .fitting import LINE, WIDTH, count_lines, count_rows, fit, width_of
from .pictures import draw_card, draw_power
from .power_words import describe_power
from .summary import capitalize, power_lead
from .titles import has_house_rules

VALUES = Text("What the cards count", "Lo que valen las cartas")
POWERS = Text("What the cards can do", "Lo que pueden hacer las cartas")
FIVES = Text("a pair {}, one {}", "par {}, suelto {}")
#: What fives count where they count together.
PAIR_OF_FIVES, ODD_FIVE = -25, 25
#: Ems of what the style sheet draws.
TITLE = 2.6
SMALLEST_CARD, LARGEST_CARD, CARD_GAP, GROUP_GAP, VALUE_LABEL = 2.8, 4.0, 0.2, 0.8, 2.7
PICTOGRAM, PICTOGRAM_HEIGHT, POWER_CARD, POWER_WORDS, POWER_GAP = 6.6, 5.2, 2.6, 10.0, 0.9
#: How high cards are, and how wide the letters of labels, which are large and heavy.
UPRIGHT, LABEL_WIDTH = 1.4, 1.6

#: Cards by what is written below them.
Values = dict[str, list[CardGroup]]


def write_back(rules: Rules, language: Language) -> str:
    values, powers = _groups_by_label(rules, language), groups_by_power(rules)
    lead = power_lead(rules).to(language)
    # By this name the same sheet can be had again.
    name = str(rules) if has_house_rules(rules) else ""

    def height_in(width: float) -> float:
        height = (2 if powers else 1) * TITLE + 0.6 + _values_height(values, width) + 0.6
        height += LINE * count_lines(lead, width)
        height += sum(_power_height(group, language, width) for group in powers)
        return height + (0.6 + 0.91 * count_lines(name, 1.25 * width) if name else 0)

    # Without powers the cards have the page for themselves.
    size = fit(height_in, largest=12.5 if powers else 20, smallest=5)
    drawn = "".join(_write_power(group, language) for group in powers)
    title = f"<h2>{POWERS.to(language)}</h2>" if powers else ""
    listed = f'<ul class="powers">{drawn}</ul>' if powers else ""
    return (
        f'<article class="half back{"" if powers else " alone"}" style="--size:{size:g}pt">'
        f"<section><h2>{VALUES.to(language)}</h2>{_write_values(values, language, WIDTH / size)}</section>"
        f'<section>{title}<p>{escape(lead)}</p>{listed}</section><p class="name">{escape(name)}</p></article>'
    )


# What they count


def _groups_by_label(rules: Rules, language: Language) -> Values:
    groups = {_number(value): cards for value, cards in groups_by_value(rules).items()}
    fives = group_fives(rules)
    if fives:
        groups[FIVES.fill(_number(PAIR_OF_FIVES), _number(ODD_FIVE)).to(language)] = fives
    return groups


def _number(points: int) -> str:
    """With a true minus sign, as cards and tallies have it."""
    return str(points).replace("-", "\N{MINUS SIGN}")


def _group_widths(values: Values, card: float) -> list[float]:
    return [
        max(len(cards) * (card + CARD_GAP) - CARD_GAP, LABEL_WIDTH * width_of(label)) + GROUP_GAP
        for label, cards in values.items()
    ]


def _card_width(values: Values, width: float) -> float:
    """How wide cards may be in as few rows as there can be."""
    card = SMALLEST_CARD
    rows = count_rows(_group_widths(values, card), width + GROUP_GAP)
    while card < LARGEST_CARD and count_rows(_group_widths(values, card + 0.1), width + GROUP_GAP) == rows:
        card += 0.1
    return card


def _values_height(values: Values, width: float) -> float:
    card = _card_width(values, width)
    return (UPRIGHT * card + VALUE_LABEL) * count_rows(_group_widths(values, card), width + GROUP_GAP)


def _write_values(values: Values, language: Language, width: float) -> str:
    items = []
    for label, cards in values.items():
        drawn = "".join(draw_card(card, card.name(language)) for card in cards)
        low = ' class="low"' if label.startswith("\N{MINUS SIGN}") or label == "0" else ""
        items.append(f'<li{low}><span class="cards">{drawn}</span><b>{label}</b></li>')
    return f'<ul class="values" style="--card:{_card_width(values, width):.1f}em">{"".join(items)}</ul>'


# What they can do


def _power_height(group: PowerGroup, language: Language, width: float) -> float:
    """Words stand beside the cards if there is room for them, and below otherwise."""
    names, deed = names_of(group.cards, language), describe_power(group.power, group.scope).to(language)
    available = width - PICTOGRAM - 1
    cards = (POWER_CARD + CARD_GAP) * len(group.cards) - CARD_GAP
    are_beside = cards + 0.8 + POWER_WORDS <= available
    words = LINE * count_lines(f"{names}: {deed}.", available - cards - 0.8 if are_beside else available)
    drawn = UPRIGHT * POWER_CARD * count_rows([POWER_CARD + CARD_GAP] * len(group.cards), available)
    return POWER_GAP + max(PICTOGRAM_HEIGHT, max(words, drawn) if are_beside else words + drawn + 0.3)


def _write_power(group: PowerGroup, language: Language) -> str:
    deed = describe_power(group.power, group.scope).to(language)
    cards = "".join(draw_card(card) for card in group.cards)
    names = capitalize(names_of(group.cards, language))
    return (
        f'<li>{draw_power(group.power, group.scope)}<div class="deed"><span class="cards">{cards}</span>'
        f"<p><b>{escape(names)}:</b> {escape(deed)}.</p></div></li>"
    )
