"""How large the letters of a half page may be: the page has no script, so its lines are counted before it is printed.

Everything on a half is measured in its letters' size, so one number makes all of it larger or smaller.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

#: Points of a half sheet within its margins: the narrower one of A4 and Letter, and the lower one.
WIDTH, HEIGHT = 336.0, 536.0
#: Ems from one line of text to the next.
LINE = 1.36
#: Points by which one size differs from the next.
STEP = 0.25
#: Widths in ems of letters in the text's font, a little generous; all others are as wide as most.
WIDTHS = {
    **dict.fromkeys("ijl.,;:'’ ", 0.27),
    **dict.fromkeys("frt-()", 0.36),
    **dict.fromkeys("mwMW", 0.84),
    **dict.fromkeys("ABCDEFGHIJKLNOPQRSTUVXYZ", 0.66),
    **dict.fromkeys("0123456789", 0.6),
}
USUAL_WIDTH = 0.55


def width_of(text: str) -> float:
    """Ems that a text takes in one line."""
    return sum(WIDTHS.get(letter, USUAL_WIDTH) for letter in text)


def count_lines(text: str, width: float) -> int:
    """Lines that a text takes, filled word by word.

    >>> count_lines("When a card is discarded, everybody may race.", 12)
    2
    """
    lines, filled = 1, 0.0
    for word in text.split():
        needed = width_of(word)
        if filled and filled + WIDTHS[" "] + needed > width:
            lines, filled = lines + 1, needed
        else:
            filled += needed + (WIDTHS[" "] if filled else 0)
    return lines


def count_rows(widths: Iterable[float], width: float) -> int:
    """Rows that things of these widths take, side by side as far as they go."""
    rows, filled = 1, 0.0
    for needed in widths:
        if filled and filled + needed > width:
            rows, filled = rows + 1, needed
        else:
            filled += needed
    return rows


def fit(height_in: Callable[[float], float], largest: float, smallest: float, height: float = HEIGHT) -> float:
    """The largest size in points at which it fits, if its height in ems is so much for a width in ems."""
    size = largest
    while size > smallest and height_in(WIDTH / size) * size > height:
        size -= STEP
    return size
