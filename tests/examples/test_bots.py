"""Bots in several languages: they play on the ladder without a fault, and the same bot plays the same in each."""

from __future__ import annotations

import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

from cambio import Game
from cambio.bots import ExternalBot, play_round, seated
from cambio.bots.levels import LADDER
from tests.examples.running import EXAMPLES, TIME_LIMIT, play_on_ladder

#: Which program runs the bots of which kind; C is compiled.
BOTS = {"first_legal.py": sys.executable, "first_legal.sh": "sh", "careful.py": sys.executable, "careful.mjs": "node"}
BOTS |= {"careful.c": "cc"}


@cache
def command_of(name: str) -> tuple[str, ...]:
    """How that bot is started; where its language is missing, the test is skipped."""
    program, file = BOTS[name], EXAMPLES / "bots" / name
    if shutil.which(program) is None:
        pytest.skip(f"there is no {program} on this machine to run {name}")
    if not name.endswith(".c"):
        return program, str(file)
    compiled = str(Path(mkdtemp(prefix="cambio-examples-")) / "careful")
    subprocess.run([program, "-O2", "-Wall", "-Wextra", "-Werror", "-o", compiled, str(file)], check=True)
    return (compiled,)


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_plays_in_a_league_without_a_fault(name: str, tmp_path: Path) -> None:
    found = play_on_ladder(" ".join(command_of(name)), games=4, folder=tmp_path)
    assert (found["games"], found["fault_count"]) == (4, 0), found["faults"]


@pytest.mark.parametrize("rules", ["cambia", "classic", "camp jokers=2", "cabo", "flip"])
@pytest.mark.parametrize("name", ["careful.mjs", "careful.c"])
def test_the_careful_bot_plays_the_same_in_every_language(name: str, rules: str) -> None:
    def play(bot: str) -> list[tuple[str, ...]]:
        """All that is done in some rounds."""
        rounds = []
        with ExternalBot(command_of(bot), hello=TIME_LIMIT, decision=TIME_LIMIT) as careful:
            for seed in range(3):
                game = Game(rules, seats=2, seed=seed)
                report = play_round(game, seated(game, [careful, LADDER["casual"]], seed=seed))
                assert report.faults == ()
                rounds.append(tuple(f"{actor} {action}" for actor, action in game.record))
        return rounds

    assert play(name) == play("careful.py")
