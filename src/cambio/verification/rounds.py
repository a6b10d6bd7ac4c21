"""Several rounds together: each needs seeds of its own, because an old seed is known to everybody."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..shuffles import ShuffleProof
from .checks import Check, Result


def compare_rounds(proofs: Mapping[str, ShuffleProof]) -> list[Check]:
    """Of files by their names; several copies of one round are one round."""
    found = [*_find_repeated_rounds(proofs), *_find_repeated_seeds(proofs)]
    if found:
        return found
    return [Check("seeds used once", Result.HOLDS, "No seed was used in more than one of these rounds.")]


def _find_repeated_rounds(proofs: Mapping[str, ShuffleProof]) -> Iterator[Check]:
    """Two files of the same round of a match must have been dealt from the same."""
    seen: dict[tuple[str, int], str] = {}
    for file, proof in proofs.items():
        announced = proof.preamble.announcement
        first = seen.setdefault((announced.match, announced.round), file)
        if proofs[first].preamble.text() != proof.preamble.text():
            told = f"{first} and {file} both are round {announced.round} of match {announced.match}, but not alike."
            yield Check("rounds told once", Result.WRONG, told)


def _find_repeated_seeds(proofs: Mapping[str, ShuffleProof]) -> Iterator[Check]:
    seen: dict[bytes, str] = {}
    for file, proof in proofs.items():
        announced = proof.preamble.announcement
        values = [("the server's seed", announced.server_commitment)]
        values += [(f"seat {seat}'s seed", seed) for seat, seed in proof.preamble.seeds.items()]
        for what, value in values:
            first = seen.setdefault(value, file)
            if first != file and proofs[first].preamble.text() != proof.preamble.text():
                told = f"In {file}, {what} was used before, in {first}: it was known when this round was dealt."
                yield Check("seeds used once", Result.WRONG, told)
