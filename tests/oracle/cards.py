"""A card, and who has lawfully seen it."""

from dataclasses import dataclass, field

RED_SUITS = {"h", "d", "r"}


@dataclass(eq=False)
class Card:
    """A single card: with several packs the same text occurs more than once."""

    text: str
    known_to: set[str] = field(default_factory=set)
    #: As which discards it came onto the pile since it lay in a hand: several, if it was taken and thrown back.
    numbers: set[int] = field(default_factory=set)
    face_up: bool = False

    @property
    def rank(self) -> str:
        return self.text[:-1]

    @property
    def colour(self) -> str:
        return "r" if self.text[-1] in RED_SUITS else "b"

    @property
    def kind(self) -> str:
        """The key of the tables of values and powers: `Kr` for a red king."""
        return self.rank + self.colour


def owner(place: str) -> str:
    """The seat whose hand a place belongs to: `b` for `b3`."""
    return place[0]


def index(place: str) -> int:
    """Where a place is in its hand, counted from 0: 2 for `b3`."""
    return int(place[1:]) - 1


def place_at(seat: str, position: int) -> str:
    """The place at a position that is counted from 0: `b3` for seat b, position 2."""
    return f"{seat}{position + 1}"
