"""The transcript: a hash chain of everything that was done. Whoever keeps a head knows if anything before is altered.

An action is in it as the notation writes it, without the faces that it showed, so it tells nothing that spectators
do not see.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from ..actions import Action
from ..places import Seat
from .preamble import Preamble

PURPOSE = b"cambio transcript 1"


def write_line(actor: Seat, action: Action) -> str:
    return f"{actor} {action}"


class Transcript:
    """The chain so far: its last head, and how many actions have led to it."""

    def __init__(self, preamble: Preamble) -> None:
        self.head = hashlib.sha256(PURPOSE + preamble.text().encode()).digest()  #: The hash of everything so far.
        self.actions = 0  #: How many actions have led to it.

    @classmethod
    def from_record(cls, preamble: Preamble, record: Iterable[tuple[Seat, Action]]) -> Transcript:
        """The transcript of a game's record."""
        transcript = cls(preamble)
        for actor, action in record:
            transcript.add(actor, action)
        return transcript

    def add(self, actor: Seat, action: Action) -> None:
        """As the game has recorded it: a snap with the number of its discard."""
        self.head = hashlib.sha256(self.head + write_line(actor, action).encode()).digest()
        self.actions += 1
