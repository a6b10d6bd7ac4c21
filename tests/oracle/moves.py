"""What a player can say: a verb, places, and for a snap the number of the discard that it answers."""

import re
from typing import NamedTuple

ACTION = re.compile(r"(?P<verb>[a-z]+)(?P<places>( [a-z][1-9][0-9]*){0,2})( #(?P<number>[1-9][0-9]*))?")
BARE = {"ready", "draw", "take", "call", "throw", "skip", "keep", "close", "settle", "trade"}
WITH_A_PLACE = {"peek", "spy", "look", "also", "swap", "give", "trade"}


class Move(NamedTuple):
    verb: str
    places: tuple[str, ...] = ()
    number: int | None = None

    def __str__(self) -> str:
        return " ".join([self.verb, *self.places] + ([] if self.number is None else [f"#{self.number}"]))


def parse(action: str) -> Move | None:
    """The move that a text says, or nothing if it says none."""
    found = ACTION.fullmatch(action)
    if found is None:
        return None
    verb, places = found["verb"], tuple(found["places"].split())
    number = None if found["number"] is None else int(found["number"])
    if verb == "snap":
        well_formed = len(places) in (1, 2) and number is not None
    else:
        well_formed = number is None and verb in {0: BARE, 1: WITH_A_PLACE, 2: set[str]()}[len(places)]
    return Move(verb, places, number) if well_formed else None
