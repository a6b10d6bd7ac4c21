"""The same source in its other build: what it makes of pickles that this build wrote.

python -m tests.properties.other_build < pickles
"""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from typing import Any

from cambio import Game
from cambio.core import is_compiled
from tests.properties.random_games import play_on


def told_by_other_build(*things: Any) -> list[str] | None:
    """How games and tables go on where the other build has read them; None where there is no other build."""
    environment = {name: value for name, value in os.environ.items() if name != "CAMBIO_ENGINE"}
    if is_compiled():
        environment["CAMBIO_ENGINE"] = "interpreted"
    command = [sys.executable, "-m", "tests.properties.other_build"]
    done = subprocess.run(command, input=pickle.dumps(things), env=environment, capture_output=True, check=True)
    other = json.loads(done.stdout)
    return None if other["is compiled"] == is_compiled() else other["told"]


def tell(thing: Any) -> str:
    """All that happens if random decisions are taken from here on."""
    if isinstance(thing, Game):
        return "\n".join(play_on(thing, seed=5, actions=40))
    lines = [repr(thing)]
    for _ in range(60):
        thing.step(thing.sample(snaps=4, calls=8))
        lines += [array.tobytes().hex() for array in (thing.observations, thing.masks, thing.rewards, thing.ends)]
    return "\n".join([*lines, repr(thing)])


if __name__ == "__main__":
    things = pickle.load(sys.stdin.buffer)  # noqa: S301 - our own
    print(json.dumps({"is compiled": is_compiled(), "told": [tell(thing) for thing in things]}))
