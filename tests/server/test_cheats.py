"""A real server that cheats is found out by `cambio verify`, from the file that it gives and a client's receipt."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest

from cambio import notation
from cambio.cli import main
from cambio.shuffles import Participant, Receipt
from tests.server import cheats
from tests.server.dealt_rounds import ONE_ROUND, ROUNDS, game_of, play_one
from tests.server.raw_client import run, running_server


def found_by_command(
    folder: Path, capsys: pytest.CaptureFixture[str], *texts: str, receipt: Receipt | None = None
) -> list[str]:
    """The checks that `cambio verify` says are wrong."""
    capsys.readouterr()
    files = [folder / f"{number}.cambio" for number in range(len(texts))]
    for file, text in zip(files, texts, strict=True):
        file.write_text(text, encoding="utf-8")
    flags = []
    if receipt is not None:
        (folder / "receipt.json").write_text(json.dumps(receipt.to_json()), encoding="utf-8")
        flags = ["--receipt", str(folder / "receipt.json")]
    status = main(["verify", "--json", *map(str, files), *flags])
    document = json.loads(capsys.readouterr().out)
    parts = [part for file in document["files"] for part in (*file.get("rounds", ()), file)]
    checks = [check for part in parts for check in part["checks"]] + document["together"]
    found = [check["check"] for check in checks if check["result"] == "wrong"]
    assert status == (1 if found else 0)
    return found


def cheated(cheat: cheats.Cheat, player: Participant, rules: str = ONE_ROUND, rounds: int = 1) -> list[str]:
    """The files of a real server's rounds, which cheats."""

    async def story() -> list[str]:
        async with running_server() as server, game_of(server, [player, None], rules) as game:
            await game.start()
            return [await game.file(await game.play_round()) for _ in range(rounds)]

    with pytest.MonkeyPatch.context() as patch:
        cheat(patch)
        return run(story())


def test_a_server_that_swaps_two_cards_is_found_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    [text] = cheated(cheats.swap_two_cards, Participant())
    assert found_by_command(tmp_path, capsys, text) == ["deck"]


def test_a_server_that_tries_seeds_until_it_likes_a_deck_is_found_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file alone can't show it: a receipt does."""
    player = Participant()
    [text] = cheated(cheats.try_seeds, player)
    assert notation.read(text).deck[0].startswith("K")
    assert found_by_command(tmp_path, capsys, text) == []
    told = next(each for each in player.receipts() if each.seed is not None)
    assert found_by_command(tmp_path, capsys, text, receipt=told)[:3] == [
        *("receipt server commitment", "receipt announcement", "receipt commitment")
    ]


def test_a_server_that_leaves_out_a_seed_is_found_out_by_whose_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    player = Participant()
    [text] = cheated(cheats.leave_out_seeds, player)
    assert found_by_command(tmp_path, capsys, text) == []
    assert found_by_command(tmp_path, capsys, text, receipt=player.receipts()[0]) == ["receipt seed"]


def test_a_server_that_uses_a_seed_twice_is_found_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, two = cheated(cheats.use_a_seed_again, Participant(), ROUNDS, rounds=2)
    assert found_by_command(tmp_path, capsys, one) == found_by_command(tmp_path, capsys, two) == []
    assert found_by_command(tmp_path, capsys, one, two) == ["seeds used once"]
    assert found_by_command(tmp_path, capsys, notation.join_rounds([one, two])) == ["seeds used once"]


def test_a_server_that_alters_what_was_done_is_found_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    player = Participant()
    text = run(play_one(player, None))
    receipt = player.receipts()[0]
    altered = replace(receipt, heads={**receipt.heads, 3: bytes(32)})
    assert found_by_command(tmp_path, capsys, text, receipt=receipt) == []
    assert found_by_command(tmp_path, capsys, text, receipt=altered) == ["receipt heads"]


def test_the_match_that_a_server_gives_verifies_as_a_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    player = Participant()

    async def story() -> str:
        async with running_server() as server, game_of(server, [player, None], ROUNDS) as game:
            await game.start()
            for _ in range(2):
                await game.play_round()
            matches = await game.guests[0].request("GET", "/api/matches")
            target = f"/api/matches/{matches['matches'][0]['id']}.cambio"
            _, text = await asyncio.to_thread(game.guests[0]._request, "GET", target, None)
            return text

    text = run(story())
    assert text.startswith("cambio match 1")
    for receipt in player.receipts():
        assert found_by_command(tmp_path, capsys, text, receipt=receipt) == []
