"""Cards: faces, and what they look like in text. A face is 4 * rank + suit, and the jokers come after the kings.

>>> text_of(face_of("10h")), text_of(face_of("Xr"))
('10h', 'Xr')
"""

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


def deck(decks: int, jokers: int) -> list[int]:
    """The faces of all packs, each with its jokers, red and black by turns."""
    pack = list(range(52)) + [52 + joker % 2 for joker in range(jokers)]
    return pack * decks
