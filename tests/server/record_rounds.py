"""Record rounds of a real server, honest and cheating, for both implementations that check shuffles to agree on.

``python -m tests.server.record_rounds`` after a change of what a file of a server has in it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from cambio.shuffles import Participant, Receipt
from tests.server import cheats
from tests.server.dealt_rounds import ONE_ROUND, ROUNDS, Liar, game_of
from tests.server.raw_client import run, running_server
from tests.shuffles.write_vectors import RECORDED, describe_case


def be_honest(_patch: pytest.MonkeyPatch) -> None:
    """No cheat."""


def play(
    cheat: cheats.Cheat, rounds: int = 1, other: Callable[[], Participant] | None = None
) -> tuple[list[str], Receipt]:
    """The files, and the receipt that the host has of the first."""

    async def story() -> tuple[list[str], Receipt]:
        player = Participant()
        participants = [player, other() if other is not None else None]
        rules = ONE_ROUND if rounds == 1 else ROUNDS
        async with running_server() as server, game_of(server, participants, rules, names=("Zoë", "李")) as game:
            game.turns, game.snaps = 4, 2
            await game.start()
            texts = [await game.file(await game.play_round()) for _ in range(rounds)]
        return texts, next(each for each in player.receipts() if each.seed is not None)

    with pytest.MonkeyPatch.context() as patch:
        cheat(patch)
        return run(story())


def record() -> list[dict[str, Any]]:
    cases = []
    for name, cheat, rounds, other in (
        ("an honest server", be_honest, 1, Participant),
        ("a client that lies", be_honest, 1, Liar),
        ("a server that swaps two cards", cheats.swap_two_cards, 1, None),
        ("a server that tries seeds once it knows the players'", cheats.try_seeds, 1, None),
        ("a server that leaves out a seed", cheats.leave_out_seeds, 1, None),
        ("a server that uses a seed again", cheats.use_a_seed_again, 2, None),
    ):
        texts, receipt = play(cheat, rounds, other)
        for number, text in enumerate(texts, start=1):
            which = f", round {number}" if rounds > 1 else ""
            cases.append(describe_case(f"{name}{which}", text))
        cases.append(describe_case(f"{name}, with a receipt", texts[0], receipt))
    return cases


if __name__ == "__main__":
    RECORDED.write_text(json.dumps(record(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
