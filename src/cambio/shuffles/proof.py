"""The proof of a round's shuffles: what was fixed before the deal, and the server's seed, which gives all the cards."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from dataclasses import dataclass

from ..actions import Action
from ..places import Seat
from ..rules import Rules
from .keyed_luck import KeyedLuck
from .preamble import Preamble
from .transcript import Transcript

DEAL_PURPOSE = b"cambio deal 1"
RESHUFFLE_PURPOSE = b"cambio reshuffle 1"


@dataclass(frozen=True)
class ShuffleProof:
    """What a file has of it: before the round is over, and in a player's own copy, the server's seed is missing."""

    preamble: Preamble  #: What was fixed before the deal.
    server_seed: bytes | None = None  #: Gives all the cards, so nobody has it before the round is over.
    #: The transcript's first head, before any action, and its last.
    first_head: bytes | None = None
    last_head: bytes | None = None  #: The transcript's head after the last action.

    def deal_key(self) -> bytes:
        """The key by which the deck is shuffled."""
        return self._key(DEAL_PURPOSE + self.preamble.text().encode())

    def reshuffle_key(self, number: int, head: bytes) -> bytes:
        """For a reshuffle, counted from 1, by the transcript's head after the action that needed it."""
        return self._key(RESHUFFLE_PURPOSE + number.to_bytes(8) + head)

    def _key(self, message: bytes) -> bytes:
        if self.server_seed is None:
            raise ValueError("the server has not revealed its seed")
        return hmac.digest(self.server_seed, message, "sha256")

    def luck(self, rules: Rules) -> VerifiableLuck:
        """For a game by these rules."""
        return VerifiableLuck(self, rules)


class VerifiableLuck:
    """The dealer's luck of a round, from its proof: the deck, and each reshuffle by all that was done before it."""

    def __init__(self, proof: ShuffleProof, rules: Rules) -> None:
        self.proof = proof  #: Where it comes from.
        self._rules = rules

    def copy(self) -> VerifiableLuck:
        """It never changes."""
        return self

    def order(self, cards: Sequence[int]) -> list[int]:
        """The deck."""
        return self._shuffled(self.proof.deal_key(), cards)

    def reorder(self, cards: Sequence[int], number: int, played: Sequence[tuple[Seat, Action]]) -> list[int]:
        """A reshuffle, counted from 1, after these actions."""
        transcript = Transcript.from_record(self.proof.preamble, played)
        return self._shuffled(self.proof.reshuffle_key(number, transcript.head), cards)

    def _shuffled(self, key: bytes, cards: Sequence[int]) -> list[int]:
        """By face before they are shuffled, so that whoever knows the faces alone can do the same."""
        face_of = self._rules.ruleset.face_of
        return KeyedLuck(key).order(sorted(cards, key=lambda card: (face_of(card), card)))
