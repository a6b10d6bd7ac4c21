"""Cheats: servers that choose cards, planted into a real one, which plays and archives as ever."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from cambio.core.engine.cards import text_of
from cambio.match import Match
from cambio.rules import Rules
from cambio.server.tables import table_state
from cambio.server.tables.deals import dealing, round_proofs
from cambio.server.tables.log_entries import Shuffle
from cambio.shuffles import (
    Preamble,
    ShuffleProof,
    VerifiableLuck,
    commit_client_seed,
    commit_server_seed,
    draw_seed,
)

Cheat = Callable[[pytest.MonkeyPatch], None]


def swap_two_cards(patch: pytest.MonkeyPatch) -> None:
    """The first and the last card of the deck."""
    order = VerifiableLuck.order

    def swap(luck: VerifiableLuck, cards: Sequence[int]) -> list[int]:
        first, *others, last = order(luck, cards)
        return [last, *others, first]

    patch.setattr(VerifiableLuck, "order", swap)


def try_seeds(patch: pytest.MonkeyPatch) -> None:
    """It waits for the players' seeds, and then tries seeds of its own until it deals a king first.

    The players' commitments are made up to go with it, so that the file is all right in itself.
    """

    def grind(secret: str, rules: str, match: Match, shuffle: Shuffle) -> ShuffleProof:
        honest = round_proofs.prove(secret, rules, match, shuffle)
        ruleset = Rules.parse(rules).ruleset
        while True:
            ground = _with_another_seed(honest)
            deck = ground.luck(Rules.parse(rules)).order(range(ruleset.deck_size))
            if text_of(ruleset.face_of(deck[0])).startswith("K"):
                return ground

    patch.setattr(table_state, "prove", grind)


def _with_another_seed(honest: ShuffleProof) -> ShuffleProof:
    seed, seeds = draw_seed(), honest.preamble.seeds
    commitment = commit_server_seed(seed)
    commitments = {seat: commit_client_seed(commitment, each) for seat, each in seeds.items()}
    announcement = replace(honest.preamble.announcement, server_commitment=commitment, commitments=commitments)
    return ShuffleProof(Preamble(announcement, seeds), seed)


def use_a_seed_again(patch: pytest.MonkeyPatch) -> None:
    for module in (round_proofs, dealing):
        patch.setattr(module, "derive_server_seed", lambda *_: bytes(32))


def leave_out_seeds(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(dealing.Dealing, "reveal", lambda *_: None)
