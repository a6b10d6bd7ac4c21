"""The proof of a round's shuffles, computed from the match's secret and what its players gave."""

from __future__ import annotations

from collections.abc import Mapping

from ....match import Match
from ....places import Seat
from ....shuffles import Announcement, Preamble, ShuffleProof, commit_server_seed
from ..log_entries import Shuffle
from .match_secret import derive_key


def derive_server_seed(secret: str, number: int) -> bytes:
    """For the match's round of that number: known to nobody before the round is over."""
    return derive_key(secret, f"server seed of round {number}")


def announce(secret: str, rules: str, match: Match, commitments: Mapping[Seat, str]) -> Announcement:
    """What is fixed of the match's next round before anybody's seed is known, by rules as the log has them."""
    return Announcement(
        # Not by the name of a table or of an archived round, which would open it to whoever reads the file.
        match=derive_key(secret, "name of the match in proofs").hex()[:32],
        round=match.round,
        rules=rules,
        seats=len(match.seats),
        dealer=match.dealer,
        starter=match.starter,
        server_commitment=commit_server_seed(derive_server_seed(secret, match.round)),
        commitments={seat: bytes.fromhex(commitment) for seat, commitment in commitments.items()},
    )


def prove(secret: str, rules: str, match: Match, shuffle: Shuffle) -> ShuffleProof:
    """The proof of the match's next round, from which its cards come."""
    announcement = announce(secret, rules, match, shuffle.commitments)
    seeds = {seat: bytes.fromhex(seed) for seat, seed in shuffle.seeds.items()}
    return ShuffleProof(Preamble.accept(announcement, seeds), derive_server_seed(secret, match.round))
