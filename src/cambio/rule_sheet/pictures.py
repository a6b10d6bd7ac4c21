"""Pictures in a rule sheet: cards as the table draws them, and what a power does to them.

Shapes are drawn once and used by name; a picture says in words what it shows to whoever can't see it.
"""

from __future__ import annotations

from html import escape

from ..options import Values
from .card_groups import CardGroup

INK, RED, PAPER, EDGE, CORAL = "#171a33", "#c4152f", "#fff6e3", "#d9c9a0", "#f2604a"
FELT, AGAVE = "#25398a", "#147a5a"

#: In a square of 100.
SUITS = {
    "s": "M50 4C62 26 92 40 92 63c0 20-25 27-36 12 1 10 5 16 11 21H33c6-5 10-11 11-21C33 90 8 83 8 63 8 40 38 26 50 4z",
    "h": "M50 93C20 66 6 49 6 31 6 7 38 3 50 26 62 3 94 7 94 31c0 18-14 35-44 62z",
    "d": "M50 3c9 18 22 34 38 47-16 13-29 29-38 47C41 79 28 63 12 50 28 37 41 21 50 3z",
    "c": "M50 4a22 22 0 0 1 17 36 22 22 0 1 1-11 35c1 10 5 16 11 21H33c6-5 10-11 11-21a22 22 0 1 1-11-35A22 22 0 0 1 "
    "50 4z",
    "star": "M50 4l13 30 33 3-25 22 8 33-29-18-29 18 8-33L4 37l33-3z",
}
#: In a square of 24, drawn with a pen.
ICONS = {
    "goal": "M5 22V3h14l-4 5 4 5H5",
    "turn": "M12 20V9m-5 5 5-5 5 5M5 4h14",
    "powers": "M2 12c4-7 16-7 20 0-4 7-16 7-20 0zM15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0z",
    "snap": "M13 2 5 14h5l-1 8 10-13h-7z",
    "call": "M4 4h16v12H10l-5 4v-4H4zM9 9.500v.5M15 9.500v.5",
}
SLEEPING = "M8 16c20 28 64 28 84 0M20 31 11 42M38 39l-4 14M62 39l4 14M80 31l9 11"
OPEN = "M4 30C24 0 76 0 96 30 76 60 24 60 4 30z"
ARROWS = "M4 8h15l-4-4M20 16H5l4 4"
MARK = "M3 32C14 11 50 11 61 32 50 53 14 53 3 32z"
SWIRL = "M24 28.500h15l-4.500-4.500M40 35.500H25l4.500 4.500"
PERSON = "M0-44a17 17 0 1 1 0 34 17 17 0 0 1 0-34zM-34 24c0-38 68-38 68 0z"

CARD_WIDTH, CARD_HEIGHT = 100, 140
#: Whose cards a blind swap exchanges.
TRADERS = {"any": ("any", "any"), "own_other": ("own", "other"), "owners": ("third", "other")}
#: Other players sit above their cards.
OTHERS = {"other": FELT, "third": AGAVE}


def shapes() -> str:
    """What pictures are made of, for the beginning of the page."""
    suits = "".join(f'<path id="{name}" d="{shape}"/>' for name, shape in SUITS.items())
    eye = (
        f'<path d="{OPEN}" fill="{PAPER}" stroke="{INK}" stroke-width="6"/>'
        f'<circle cx="50" cy="30" r="16" fill="{INK}"/><circle cx="56" cy="25" r="5" fill="{PAPER}"/>'
    )
    lid = f'<path d="{SLEEPING}" fill="none" stroke="{INK}" stroke-width="8" stroke-linecap="round"/>'
    rays = "".join(
        f'<path d="M50 70V-10" stroke="{INK}" stroke-opacity=".13" stroke-width="7" transform="rotate({angle} 50 70)"/>'
        for angle in range(0, 360, 20)
    )
    border = '<clipPath id="inside"><rect x="11" y="11" width="78" height="118"/></clipPath>'
    back = (
        f'<rect x="1" y="1" width="98" height="138" rx="10" fill="{PAPER}" stroke="{EDGE}" stroke-width="2"/>'
        f'<rect x="7" y="7" width="86" height="126" rx="6" fill="{CORAL}"/><g clip-path="url(#inside)">{rays}</g>'
        f'<circle cx="50" cy="70" r="33" fill="{CORAL}"/>'
        f'<rect x="11" y="11" width="78" height="118" rx="4" fill="none" stroke="{INK}" stroke-opacity=".25"/>'
    )
    return (
        f'<svg class="shapes" width="0" height="0" aria-hidden="true"><defs>{suits}{border}<g id="back">{back}</g>'
        f'<g id="open">{eye}</g><g id="lid">{lid}</g><path id="person" d="{PERSON}"/></defs></svg>'
    )


def draw_mark() -> str:
    """An eye whose iris is a swap."""
    return (
        f'<svg class="mark" viewBox="0 8 64 48" aria-hidden="true"><path d="{MARK}" fill="{PAPER}" stroke="{INK}" '
        f'stroke-width="3"/><circle cx="32" cy="32" r="15" fill="{CORAL}"/><path d="{SWIRL}" fill="none" '
        f'stroke="{INK}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/></svg>'
    )


def draw_icon(name: str) -> str:
    return (
        f'<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="{ICONS[name]}" fill="none" '
        'stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>'
    )


def draw_card(card: CardGroup, name: str = "") -> str:
    """One card for all of its kind, with every suit that it may have; without a name where words say the same."""
    face = _joker(card) if card.rank == "X" else _rank(card) + _suits(card)
    told = f'role="img" aria-label="{escape(name)}"' if name else 'aria-hidden="true"'
    return (
        f'<svg class="card" viewBox="0 0 {CARD_WIDTH} {CARD_HEIGHT}" {told}>'
        f'<rect x="1" y="1" width="98" height="138" rx="10" fill="{PAPER}" stroke="{EDGE}" stroke-width="2"/>{face}'
        "</svg>"
    )


def _rank(card: CardGroup) -> str:
    colour = INK if card.has_black else RED
    return f'<text x="50" y="62" font-size="62" text-anchor="middle" fill="{colour}">{card.rank}</text>'


def _suits(card: CardGroup) -> str:
    if card.has_black and card.has_red:
        places = {"s": (19, 74), "h": (53, 74), "d": (19, 105), "c": (53, 105)}
        size = 28
    else:
        left, right = "sc" if card.has_black else "hd"
        places = {left: (11, 82), right: (52, 82)}
        size = 37
    return "".join(_use(suit, x, y, size / 100, RED if suit in "hd" else INK) for suit, (x, y) in places.items())


def _joker(card: CardGroup) -> str:
    colour = INK if card.has_black else RED
    stars = _use("star", 9, 9, 0.3, colour) + _use("star", 61, 9, 0.3, RED if card.has_red else INK)
    return (
        f'{stars}<g transform="translate(10 46) scale(1.25)"><path d="{MARK}" fill="#fff" stroke="{colour}" '
        f'stroke-width="4"/><circle cx="32" cy="32" r="14" fill="{colour}"/><path d="{SWIRL}" fill="none" '
        f'stroke="{PAPER}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/></g>'
    )


def _use(shape: str, x: float, y: float, scale: float, colour: str) -> str:
    return f'<use href="#{shape}" transform="translate({x} {y}) scale({scale:g})" fill="{colour}"/>'


def draw_back(*, is_open: bool) -> str:
    """A card face down: its eye sleeps, unless somebody looks at it."""
    return (
        f'<svg class="card" viewBox="0 0 {CARD_WIDTH} {CARD_HEIGHT}" aria-hidden="true">{_back(is_open=is_open)}</svg>'
    )


def _back(*, is_open: bool) -> str:
    return f'<use href="#back"/><use href="#{"open" if is_open else "lid"}" transform="translate(21 53) scale(.58)"/>'


def draw_power(power: str, scope: Values) -> str:
    """Cards with an open eye are looked at; you sit below the cards that have to be yours, others above theirs."""
    cards = _power_cards(power, scope)
    arrows = "" if len(cards) == 1 else _arrows()
    lefts = (92,) if len(cards) == 1 else (0, 184)
    drawn = "".join(_owned_card(left, *card) for left, card in zip(lefts, cards, strict=True))
    return f'<svg class="power" viewBox="0 0 284 222" aria-hidden="true">{drawn}{arrows}</svg>'


def _power_cards(power: str, scope: Values) -> list[tuple[str, bool]]:
    """Whose each card is, and whether it is looked at."""
    if power == "peek":
        return [("own", True)]
    if power == "spy":
        return [("other", True)]
    if power == "trade":
        first, second = TRADERS[str(scope["powers.trade"])]
        return [(first, False), (second, False)]
    whose, swap, looks = str(scope["powers.look_at"]), scope["powers.look_swap"], scope["powers.looks"]
    if whose == "own_other":
        return [("own", True), ("other", True)]
    if swap == "own":
        return [("own", False), (whose, True)]
    return [(whose, True), (whose if looks == 2 else "any", looks == 2)]


def _owned_card(left: int, whose: str, is_open: bool) -> str:
    person = ""
    if whose == "own":
        person = f'<use href="#person" x="50" y="198" fill="{CORAL}"/>'
    elif whose in OTHERS:
        person = f'<use href="#person" x="50" y="46" fill="{OTHERS[whose]}"/>'
    top = 2 if whose == "own" else 80 if whose in OTHERS else 41
    return (
        f'<g transform="translate({left} 0)">{person}<g transform="translate(0 {top})">{_back(is_open=is_open)}</g></g>'
    )


def _arrows() -> str:
    return (
        f'<path d="{ARROWS}" transform="translate(106 75) scale(3)" fill="none" stroke="{INK}" stroke-width="2.6" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    )
