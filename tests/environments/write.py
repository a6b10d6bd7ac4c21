"""Playthroughs of OpenSpiel: it tells everything about a recorded round, so that any change of it shows.

python -m tests.environments.write
"""

from __future__ import annotations

import re
from pathlib import Path

import cambio.environments.openspiel  # registers the game  # noqa: F401

HERE = Path(__file__).parent / "playthroughs"
GAMES = {"cambia": "python_cambio(players=2,rules=cambia)", "camp": "python_cambio(players=2,rules=camp jokers:2)"}
SEED = 2


def told(game: str, numbers: list[int] | None = None) -> str:
    """A round by the numbers of its decisions, or a random one."""
    # It brings half of SciPy along, which whoever only lists the tests need not wait for.
    from open_spiel.python.algorithms.generate_playthrough import playthrough

    text: str = playthrough(game, numbers, seed=SEED)
    return text


def numbers_of(text: str) -> list[int]:
    """The decisions of a recorded round."""
    return [int(number) for number in re.findall(r"^action: (\d+)$", text, flags=re.MULTILINE)]


def main() -> None:
    """Recorded rounds are told anew; a missing one is played at random."""
    HERE.mkdir(exist_ok=True)
    for name, game in GAMES.items():
        path = HERE / f"{name}.txt"
        recorded = numbers_of(path.read_text(encoding="utf-8")) if path.exists() else None
        path.write_text(told(game, recorded), encoding="utf-8")


if __name__ == "__main__":
    main()
