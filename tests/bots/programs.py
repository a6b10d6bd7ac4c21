"""Programs that play, well or badly: small scripts that run for real at the other end of the pipes."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from cambio import Game
from cambio.bots import ExternalBot, Report, play_round
from tests.bots.players import stand_ins

EXAMPLES = Path("examples/bots")
FIRST_LEGAL = (sys.executable, str(EXAMPLES / "first_legal.py"))
SHELL = ("sh", str(EXAMPLES / "first_legal.sh"))

#: Seconds in which a good program answers even on a busy machine.
PATIENT = 10.0
#: What every script begins with: ``serve`` answers hellos and hands each question to the script's own function.
PRELUDE = """
import json, os, signal, subprocess, sys, time

def say(answer):
    print(json.dumps(answer), flush=True)

def complain(words):
    print(words, file=sys.stderr, flush=True)

def mark(word):
    with open(sys.argv[1], "a") as notes:
        print(word, file=notes)

def usual(question):
    if question["wait"]:
        return None
    if "call" in question["legal"] and question["view"]["lap"] >= 5:
        return "call"
    return next(words for words in question["legal"] if words != "call")

def serve(answer):
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            say({"cambio": 1})
        elif message["type"] == "choose":
            answer(message)

def well(question):
    say({"id": question["id"], "action": usual(question)})

mark(f"start {os.getpid()}")
"""


class Script:
    """A bot that is a script, and the notes that it takes."""

    def __init__(self, folder: Path, body: str, decision: float = PATIENT, **limits: Any) -> None:
        self.notes = folder / "notes.txt"
        program = folder / "bot.py"
        program.write_text(PRELUDE + body, encoding="utf-8")
        # Without the site packages a script starts in a moment.
        self.bot = ExternalBot([sys.executable, "-I", "-S", str(program), str(self.notes)], decision=decision, **limits)

    def noted(self, word: str) -> list[str]:
        """What follows that word in the script's notes."""
        lines = self.notes.read_text(encoding="utf-8").splitlines() if self.notes.exists() else []
        return [line.removeprefix(f"{word} ") for line in lines if line.startswith(f"{word} ")]

    def rounds(self, number: int, rules: str = "cambia", seats: int = 2) -> list[Report]:
        """Play that many rounds with the script in seat a, then end all its programs."""
        with self.bot:
            return [self.round(seed, rules, seats) for seed in range(number)]

    def round(self, seed: int = 0, rules: str = "cambia", seats: int = 2) -> Report:
        game = Game(rules, seats, seed=seed)
        player = self.bot(game.rules, seats, "a", seed)
        return play_round(game, [player, *stand_ins(game)[1:]])


def is_running(pid: int) -> bool:
    """There is such a process, and it is not a zombie that waits to be reaped."""
    return _status(pid)[:1] not in ([], ["Z"], ["X"])


def children() -> set[int]:
    """All processes that this one has started and not yet reaped."""
    pids = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    return {pid for pid in pids if _status(pid)[1:2] == [str(os.getpid())]}


def _status(pid: int) -> list[str]:
    """A process's state, its parent, and so on, as the system tells them; nothing if there is no such process."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except (FileNotFoundError, ProcessLookupError):
        return []
    return status.rpartition(")")[2].split()
