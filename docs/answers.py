"""The answers in LAB.md: run the commands that measure them, and write the figures between the page's markers.

python -m docs.answers takes half an hour on two cores, most of it for the searches; --scale 0.05 is a trial run.
"""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from cambio.bots.styles import STYLES
from cambio.places import seat_named
from cambio.rules import PRESETS
from cambio.version import VERSION

PAGE = Path(__file__).parent / "LAB.md"
BEGIN, END = "<!-- answers: made by python -m docs.answers -->", "<!-- the end of the answers -->"
#: The levels that are quick, from the weakest to the strongest.
QUICK_LEVELS = tuple(name for name, style in STYLES.items() if not style.is_slow)
TABLES = (2, 4)
#: Levels that search, and whom each of them meets: the same player without a search among them.
SEARCHES = (("search", "expert"), ("champion", "expert"), ("champion", "master"))
#: Games: of equals by each rule book, of each pair of levels, of each pairing in the league, and of each search.
OF_EQUALS = 15_000
OF_A_PAIR = 3_000
OF_THE_LEAGUE = 3_000
OF_A_SEARCH = 3_000
#: Runs a command, and returns its JSON.
Ask = Callable[[str], dict[str, Any]]


def ask(command: str) -> dict[str, Any]:
    """Run the command as it stands on the page, and read its JSON."""
    sys.stderr.write(f"{command}\n")
    words = [sys.executable, "-m", "cambio", *shlex.split(command)[1:], "--json"]
    ended = subprocess.run(words, stdout=subprocess.PIPE, check=True)  # noqa: S603  (the commands of this page)
    document: dict[str, Any] = json.loads(ended.stdout)
    return document


def answers(ask: Ask, scale: float = 1.0) -> str:
    """The section as it is written into the page."""

    def games(full: int) -> int:
        return max(8, round(full * scale))

    parts = [
        f"Measured with Cambio {VERSION}; a figure in brackets is the 95 % interval.",
        *_rule_books(ask, games(OF_EQUALS)),
        *_ladder(ask, games(OF_A_PAIR)),
        *_league(ask, games(OF_THE_LEAGUE)),
        *_search(ask, games(OF_A_SEARCH)),
    ]
    return "\n\n".join(parts)


def _rule_books(ask: Ask, games: int) -> Iterator[str]:
    for seats in TABLES:
        command = f"cambio lab rules {' '.join(PRESETS)} --seats {seats} --games {games}"
        found = ask(command)["rules"]
        yield f"### The rule books between experts, {seats} seats"
        letters = [seat_named(seat) for seat in range(seats)]
        named = {f"seat {letter} wins": f"seat_{letter}_wins" for letter in letters}
        named |= {
            "the caller wins": "caller_wins",
            "somebody calls on turn one": "turn_one_calls",
            "laps": "laps",
            "skill decides": "skill",
            "luck decides": "luck",
        }
        yield _table(
            ["", *(entry["rules"] for entry in found)],
            [
                [title, *(_figure(entry["figures"][name], is_share=name != "laps") for entry in found)]
                for title, name in named.items()
            ],
        )
        yield _command_block(command)


def _ladder(ask: Ask, games: int) -> Iterator[str]:
    for seats in TABLES:
        rows = []
        for below, level in pairwise(QUICK_LEVELS):
            row = [f"{level} against {below}"]
            for preset in PRESETS:
                winner = ask(_pair(preset, level, below, seats, games))["seats"][0]
                row.append(_figure({"value": winner["share"], "ci95": winner["ci95"]}))
            rows.append(row)
        yield f"### Each level against the one below, {seats} seats"
        if seats == 2:
            yield "The share of the rounds that the higher level wins; an even share is 50 %."
        else:
            others, even = seats - 1, 100 // seats
            yield f"What one of the higher level wins against {others} of the lower; an even share is {even} %."
        yield _table(["", *PRESETS], rows)
        command = _pair("cambia", QUICK_LEVELS[-1], QUICK_LEVELS[-2], seats, games)
        yield _command_block(command, "For another field put in its rule book and its bots.")


def _pair(preset: str, level: str, below: str, seats: int, games: int) -> str:
    return f"cambio lab play --rules {preset} --bots {','.join([level, *[below] * (seats - 1)])} --games {games}"


def _league(ask: Ask, games: int) -> Iterator[str]:
    command = f"cambio lab league --rules cambia --bots {','.join(QUICK_LEVELS)} --games {games}"
    found = sorted(ask(command)["bots"], key=lambda row: -row["rating"])
    yield "### The ladder as a league, cambia, 2 seats"
    rows = [[row["bot"], _rating(row), _figure({"value": row["share"], "ci95": row["ci95"]})] for row in found]
    yield _table(["bot", "rating", "share won"], rows)
    yield _command_block(command)


def _search(ask: Ask, games: int) -> Iterator[str]:
    rows = []
    for level, other in SEARCHES:
        winner = ask(_pair("cambia", level, other, 2, games))["seats"][0]
        rows.append([f"{level} against {other}", _figure({"value": winner["share"], "ci95": winner["ci95"]})])
    yield "### What search adds, cambia, 2 seats"
    yield _table(["", "share won"], rows)
    yield _command_block(_pair("cambia", *SEARCHES[0], 2, games), "For another row put in its bots.")


def _rating(row: dict[str, Any]) -> str:
    low, high = row["rating_ci95"]
    return f"{row['rating']:.0f} ({low:.0f} to {high:.0f})"


def _figure(figure: dict[str, Any], *, is_share: bool = True) -> str:
    """A figure with its interval; a share in percent."""
    value, (low, high) = figure["value"], figure["ci95"]
    if value is None or low is None:
        return "-"
    if is_share:
        return f"{value * 100:.1f} % ({low * 100:.1f} to {high * 100:.1f})"
    return f"{value:.2f} ({low:.2f} to {high:.2f})"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _command_block(command: str, more: str = "") -> str:
    return f"```sh\n{command}\n```" + (f"\n\n{more}" if more else "")


def insert_section(page: str, section: str) -> str:
    """The page with the section between its markers."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"expected {BEGIN} and {END} in the page, but found it without")
    return f"{before}{BEGIN}\n\n{section}\n\n{END}{after}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scale", type=float, default=1.0, metavar="X", help="multiplies the number of games")
    parser.add_argument("--page", type=Path, default=PAGE, metavar="FILE", help="written instead of docs/LAB.md")
    options = parser.parse_args()
    section = answers(ask, options.scale)
    options.page.write_text(insert_section(PAGE.read_text(encoding="utf-8"), section), encoding="utf-8")


if __name__ == "__main__":
    main()
