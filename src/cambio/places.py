"""Seats and places: seats are lettered clockwise, slots are counted from one, and b3 is the third card of seat b.

>>> Place.parse("b3"), str(Place("c", 1))
(Place(seat='b', slot=3), 'c1')
"""

from __future__ import annotations

import re
from functools import lru_cache
from string import ascii_lowercase
from typing import NamedTuple

from .errors import ActionError, SeatError

#: Seats are named by their letter; the dealer acts too, and has no seat.
Seat = str
DEALER: Seat = "dealer"  #: Acts for chance and time: closes windows and settles gifts.
#: Spectators: they see what the whole table sees.
RAIL: Seat = "rail"


_NUMBERS = {letter: number for number, letter in enumerate(ascii_lowercase)}


class Place(NamedTuple):
    """One position in a seat's hand, like b3."""

    seat: Seat  #: Whose hand.
    slot: int  #: Which card of it, from 1.

    def __str__(self) -> str:
        return f"{self.seat}{self.slot}"

    @classmethod
    def parse(cls, text: str) -> Place:
        """Read a place as it is written."""
        match = re.fullmatch(r"([a-z])([1-9][0-9]{0,5})", text) if isinstance(text, str) else None
        if match is None:
            raise ActionError(f"expected a place like b3 (a seat's letter and a slot from 1), but found {text!r}")
        return cls(match[1], int(match[2]))

    def number(self, seats: int) -> int:
        """How the core counts places."""
        return (self.slot - 1) * seats + seat_number(self.seat)

    @classmethod
    @lru_cache(maxsize=2048)
    def numbered(cls, number: int, seats: int) -> Place:
        """The place that the core counts so."""
        return cls(seat_named(number % seats), number // seats + 1)


@lru_cache(maxsize=2048)
def write_place(number: int, seats: int) -> str:
    """The place that the core counts so, as it is written."""
    return str(Place.numbered(number, seats))


def seat_named(number: int) -> Seat:
    """The letter of a seat, counted from 0."""
    return ascii_lowercase[number]


def seat_number(seat: Seat) -> int:
    """The number of a seat, from 0, by its letter."""
    number = _NUMBERS.get(seat)
    if number is None:
        raise SeatError(f"expected a seat's letter, a to z, but found {seat!r}")
    return number


@lru_cache(maxsize=2048)
def seats_of(bits: int) -> tuple[Seat, ...]:
    """The seats in a set of bits, as the core keeps them."""
    return tuple([letter for number, letter in enumerate(ascii_lowercase) if bits >> number & 1])


def count_things(number: int, noun: str) -> str:
    """A number of things.

    >>> count_things(1, "point"), count_things(-2, "point")
    ('1 point', '-2 points')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
