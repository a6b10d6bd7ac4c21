"""The section of LAB.md about what experts don't notice: change each rule of each rule book, and see whether they do.

python -m docs.unnoticed_rules takes two minutes on two cores; --deals 50 is a trial run.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from cambio.bots.styles import STYLES
from cambio.core.players import round_columns
from cambio.core.players.batch import play_deals
from cambio.core.players.round_stats import row_width
from cambio.lab.adaptation.untuned import BESIDE_PLAY
from cambio.options import Choice, Count, Flag
from cambio.rules import OPTIONS, PRESETS, Rules, RulesError
from docs.answers import PAGE

BEGIN, END = "<!-- unnoticed: made by python -m docs.unnoticed_rules -->", "<!-- the end of what is not noticed -->"
BOOKS = ("classic", "flip", "cambia", "stick", "camp")
SEATS = 2
DEALS = 1000
SEED = 3
#: Changes of a number that are tried.
STEPS = (-1, 1, 5, 20)
#: The row of a round.
Round = tuple[int, ...]


@dataclass
class Survey:
    """How many rounds change with an option, of experts and of beginners, and how often another call is made."""

    values: set[str] = field(default_factory=set)
    rounds: int = 0
    changed: int = 0
    calls_changed: int = 0
    beginners_changed: int = 0


def play(rules: Rules, bot: str, deals: int) -> list[Round]:
    minds = [STYLES[bot].make_mind(rules, SEATS) for _ in range(SEATS)]
    row, width = play_deals(rules.ruleset, minds, 1, SEED, 0, deals), row_width(SEATS)
    return [tuple(row[start : start + width]) for start in range(0, len(row), width)]


def call_of(played: Round) -> tuple[int, int]:
    return played[round_columns.CALLER], played[round_columns.CALL_LAP]


def alternatives(name: str, rules: Rules) -> Iterator[object]:
    """Other answers to an option; numbers a little up and down."""
    option, now = OPTIONS[name], rules[name]
    if isinstance(option, Flag):
        yield not now
    elif isinstance(option, Choice):
        yield from (value for value in option.schema()["enum"] if value != now)
    elif isinstance(option, Count):
        yield from ((now or 0) + step for step in STEPS)


def changed_rules(name: str, rules: Rules) -> Iterator[tuple[str, Rules]]:
    for value in alternatives(name, rules):
        try:
            other = rules.but({name: value})
            other.check_seats(SEATS)
        except RulesError:
            continue
        if other != rules:
            yield OPTIONS[name].write(other[name]), other


def survey(deals: int) -> dict[str, Survey]:
    found: dict[str, Survey] = {}
    base = {(book, bot): play(PRESETS[book], bot, deals) for book in BOOKS for bot in ("expert", "beginner")}
    for name in OPTIONS:
        if name.startswith(BESIDE_PLAY):
            continue
        sys.stderr.write(f"{name}\n")
        for book in BOOKS:
            for value, rules in changed_rules(name, PRESETS[book]):
                entry = found.setdefault(name, Survey())
                pairs = list(zip(base[book, "expert"], play(rules, "expert", deals), strict=True))
                beginners = zip(base[book, "beginner"], play(rules, "beginner", deals), strict=True)
                entry.values.add(value)
                entry.rounds += deals
                entry.changed += sum(before != after for before, after in pairs)
                entry.calls_changed += sum(call_of(before) != call_of(after) for before, after in pairs)
                entry.beginners_changed += sum(before != after for before, after in beginners)
    return found


def section(found: dict[str, Survey], deals: int) -> str:
    never = {name: entry for name, entry in found.items() if entry.changed == 0}
    no_call = {name: entry for name, entry in found.items() if entry.changed and entry.calls_changed == 0}
    return "\n\n".join(
        [
            f"Each option of {', '.join(BOOKS)} was changed alone, and {deals:,} deals were played by both, {SEATS} "
            "experts at a table. The experts have the traits of the nearest rule book. What beginners do is there to "
            "show whether the rule comes up at all.",
            "These changed **not a single round** between experts:",
            _table(never),
            "These changed rounds, but **never who calls, or when**: experts go on as if the rule were the old one, "
            "and only what follows from it differs.",
            _table(no_call),
        ]
    )


def _table(entries: dict[str, Survey]) -> str:
    lines: list[Sequence[str]] = [
        ("option", "set to", "rounds", "changed between experts", "changed between beginners"),
        ("---",) * 5,
    ]
    for name, entry in entries.items():
        share, beginners = entry.changed / entry.rounds, entry.beginners_changed / entry.rounds
        values = ", ".join(sorted(entry.values, key=lambda value: (len(value), value)))
        lines.append((f"`{name}`", values, f"{entry.rounds:,}", f"{share:.1%}", f"{beginners:.1%}"))
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=DEALS)
    deals = parser.parse_args().deals
    page = PAGE.read_text(encoding="utf-8")
    before, after = page.split(BEGIN)[0], page.split(END)[1]
    PAGE.write_text(f"{before}{BEGIN}\n\n{section(survey(deals), deals)}\n\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
