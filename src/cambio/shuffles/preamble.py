"""The preamble: everything that was fixed before the deal, as one text that all who check it write in the same way."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from ..places import Seat, seat_named
from .seeds import commit_client_seed

FORMAT = "cambio shuffle 1"
#: In place of a commitment or a seed that nobody sent.
NONE = "none"


@dataclass(frozen=True)
class Announcement:
    """What the server shows before any client's seed is known: nothing in it can be chosen to go with a seed."""

    #: A name of the match that no other match has. Whoever reads the file reads it, so it must open no table.
    match: str
    round: int  #: The number of the round, from 1.
    #: As they are written in the file: a later version might name the same rules in another way.
    rules: str
    seats: int  #: How many play.
    dealer: Seat  #: Who deals.
    starter: Seat  #: Who has the first turn.
    server_commitment: bytes  #: To the server's seed.
    #: Of those who take part.
    commitments: Mapping[Seat, bytes] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if re.fullmatch(r"[A-Za-z0-9_-]{1,64}", self.match) is None:
            raise ValueError(f"expected the name of a match, up to 64 letters and digits, but found {self.match!r}")
        if self.round < 1:
            raise ValueError(f"expected the number of a round, from 1, but found {self.round}")
        if not self.rules.isprintable():
            raise ValueError(f"expected rules on one line, but found {self.rules!r}")
        for seat in (self.dealer, self.starter, *self.commitments):
            if seat not in self.all_seats:
                raise ValueError(f"nobody sits at {seat!r}: the seats are a to {self.all_seats[-1]}")

    @property
    def all_seats(self) -> list[Seat]:
        """The letters of all seats."""
        return [seat_named(number) for number in range(self.seats)]

    def text(self) -> str:
        """One line for each fact, all of them always there."""
        lines = [
            FORMAT,
            f"match: {self.match}",
            f"round: {self.round}",
            f"rules: {self.rules}",
            f"seats: {self.seats}",
            f"dealer: {self.dealer}",
            f"starter: {self.starter}",
            f"server commitment: {self.server_commitment.hex()}",
            *(f"commitment {seat}: {_hex(self.commitments.get(seat))}" for seat in self.all_seats),
        ]
        return "".join(f"{line}\n" for line in lines)


@dataclass(frozen=True)
class Preamble:
    """The announcement, and the seeds that came after it."""

    announcement: Announcement  #: What was fixed before any seed was known.
    seeds: Mapping[Seat, bytes] = field(default_factory=dict)  #: The seeds that fit their commitments.

    @classmethod
    def accept(cls, announcement: Announcement, seeds: Mapping[Seat, bytes]) -> Preamble:
        """Only with the seeds that fit: of whoever sends none, or another one, the commitment alone counts."""
        return cls(announcement, {seat: seed for seat, seed in seeds.items() if fits(announcement, seat, seed)})

    def text(self) -> str:
        """The announcement, and one line for each seat's seed."""
        seeds = [f"seed {seat}: {_hex(self.seeds.get(seat))}\n" for seat in self.announcement.all_seats]
        return self.announcement.text() + "".join(seeds)


def fits(announcement: Announcement, seat: Seat, seed: bytes) -> bool:
    """Whether it is the seed that the seat has committed itself to."""
    commitment = announcement.commitments.get(seat)
    return len(seed) == len(announcement.server_commitment) and (
        commitment == commit_client_seed(announcement.server_commitment, seed)
    )


def _hex(value: bytes | None) -> str:
    return value.hex() if value is not None else NONE
