"""A participant: a client's part in the shuffles of a table, and the receipts that it keeps of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from ..places import Seat
from .receipt import Receipt
from .seeds import commit_client_seed, draw_seed

#: The latest deals that a participant remembers.
RECEIPTS_KEPT = 100


@dataclass
class _Deal:
    """What is known of one deal."""

    server_commitment: str
    seed: bytes = field(default_factory=draw_seed)
    announcement: str | None = None
    #: Whether the seed was given away: only then can it have been left out.
    is_revealed: bool = False
    heads: dict[int, bytes] = field(default_factory=dict)

    @property
    def commitment(self) -> str:
        return commit_client_seed(bytes.fromhex(self.server_commitment), self.seed).hex()

    def find_seat(self) -> Seat | None:
        """The seat whose commitment in the announcement is ours."""
        found = re.search(rf"^commitment ([a-z]): {self.commitment}$", self.announcement or "", re.MULTILINE)
        return found[1] if found is not None else None

    def write_receipt(self) -> Receipt:
        seat, promised = self.find_seat(), bytes.fromhex(self.server_commitment)
        if seat is None:
            return Receipt(promised, announcement=self.announcement, heads=dict(self.heads))
        commitment = bytes.fromhex(self.commitment)
        seed = self.seed if self.is_revealed else None
        return Receipt(promised, seat, seed, commitment, self.announcement, dict(self.heads))


class Participant:
    r"""Draws a seed for each deal, reveals it when all is fixed, and keeps what it is told.

    >>> ours, promised = Participant(), "12" * 32
    >>> commitment = ours.commit(promised)
    >>> seed = ours.reveal(promised, f"cambio shuffle 1\nserver commitment: {promised}\ncommitment a: {commitment}\n")
    >>> commit_client_seed(bytes.fromhex(promised), bytes.fromhex(seed)).hex() == commitment
    True
    """

    def __init__(self) -> None:
        self._deals: dict[str, _Deal] = {}
        #: The deal that was announced last and not dealt yet, and the one that is played.
        self._announced: _Deal | None = None
        self._played: _Deal | None = None
        #: Heads since a round began whose announcement is not known yet.
        self._loose: dict[int, bytes] = {}

    def commit(self, server_commitment: str) -> str:
        """Our commitment, always the same for the same one of the server."""
        return self._find(server_commitment).commitment

    def reveal(self, server_commitment: str, announcement: str) -> str | None:
        """Our seed, if it is our commitment that was announced together with that one of the server.

        Whoever announces two things for one commitment could choose between them: the second gets nothing.
        """
        deal = self._hear(server_commitment, announcement)
        is_ours = f"\nserver commitment: {server_commitment}\n" in announcement and deal.find_seat() is not None
        if not is_ours or deal.announcement != announcement:
            return None
        deal.is_revealed = True
        return deal.seed.hex()

    def begin(self, server_commitment: str, announcement: str) -> None:
        """A round has been dealt by that announcement."""
        self._hear(server_commitment, announcement)
        self._played, self._announced = self._announced, None
        if self._played is not None:
            self._played.heads.update(self._loose)

    def forget_heads(self) -> None:
        """Something may have been missed: whose heads come now is told later."""
        self._played, self._loose = None, {}

    def keep_heads(self, heads: Mapping[str, str]) -> None:
        """Heads that were told, by how many actions had been played; none of a round begins another one."""
        for actions, head in heads.items():
            if actions == "0":
                self._loose = {}
                self._played, self._announced = self._announced, None
            self._loose[int(actions)] = bytes.fromhex(head)
            if self._played is not None:
                self._played.heads[int(actions)] = bytes.fromhex(head)

    def receipts(self) -> list[Receipt]:
        """Of the rounds that were announced, the latest last."""
        return [deal.write_receipt() for deal in self._deals.values() if deal.announcement is not None]

    def _hear(self, server_commitment: str, announcement: str) -> _Deal:
        """The heads that follow are of a deal as it was announced first, or of none that a receipt is kept of."""
        deal = self._find(server_commitment)
        if deal.announcement is None:
            deal.announcement = announcement
        self._announced = deal if deal.announcement == announcement else None
        return deal

    def _find(self, server_commitment: str) -> _Deal:
        deal = self._deals.setdefault(server_commitment, _Deal(server_commitment))
        if len(self._deals) > RECEIPTS_KEPT:
            del self._deals[next(iter(self._deals))]
        return deal
