"""Cards: faces, and what they look like in text. A face is 4 * rank + suit, and the jokers come after the kings.

>>> text_of(face_of("10h")), text_of(face_of("Xr"))
('10h', 'Xr')
"""

from collections.abc import Sequence

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "X")
SUITS = "cdhs"
FACES = (*(rank + suit for rank in RANKS[:-1] for suit in SUITS), "Xr", "Xb")
JOKER = RANKS.index("X")
FIVE = RANKS.index("5")

#: A kind is what a rule book can tell apart: a rank and a colour. The black one comes first.
KINDS = tuple(rank + colour for rank in RANKS for colour in "br")

_FACE_OF = {text: face for face, text in enumerate(FACES)} | {
    "T" + suit: face for face, suit in enumerate(SUITS, start=36)
}


def text_of(face: int) -> str:
    return FACES[face]


def face_of(text: str) -> int:
    """The face written that way; a ten may also be written T."""
    try:
        return _FACE_OF[text]
    except KeyError:
        raise ValueError(f"expected a card like 7h, 10c, Kd or Xr (a joker), but found {text!r}") from None


def rank_of(face: int) -> int:
    return face // 4 if face < 52 else JOKER


def is_red(face: int) -> bool:
    return FACES[face][-1] in "dhr"


def kind_of(face: int) -> int:
    """What the value and power tables are keyed by."""
    return 2 * rank_of(face) + is_red(face)


def deck(decks: int, counts: Sequence[int], jokers: int) -> list[int]:
    """The faces of all packs, each with so many cards of each kind, and its jokers, red and black by turns.

    >>> [text_of(face) for face in deck(1, [1, 3] + [0] * 24, 1)]
    ['Ac', 'Ad', 'Ad', 'Ah', 'Xr']
    """
    pack = [face for kind, count in enumerate(counts) for face in faces_of_kind(kind, count)]
    return (sorted(pack) + [FACES.index("Xr") + joker % 2 for joker in range(jokers)]) * decks


def faces_of_kind(kind: int, count: int) -> list[int]:
    """So many cards of a kind, their two suits by turns."""
    suits = "dh" if kind % 2 else "cs"
    return [4 * (kind // 2) + SUITS.index(suits[card % 2]) for card in range(count)]
