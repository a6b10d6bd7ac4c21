"""What others did here: rounds that began with the same cards, and how far they went the same way.

Rounds are compared action by action. As long as everybody has done the same, players stand before the same decision;
there the ways part. In which order players looked at their cards and got ready before the first turn makes no
difference: it is sorted out first.

>>> mine = [("a", "ready"), ("b", "ready"), ("a", "draw"), ("a", "throw")]
>>> hers = [("b", "ready"), ("a", "ready"), ("a", "draw"), ("a", "swap a1")]
>>> [moment] = compare(mine, [Comparable(hers, 7)], "a", 5)[-1:]
>>> moment.step, moment.mine, [(choice.action, choice.players) for choice in moment.choices]
(4, 'throw', [('throw', 1), ('swap a1', 1)])
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..places import Seat

#: Who did it, and what, as it is written.
Line = tuple[Seat, str]
#: What players do before the first turn, each for themselves.
_MEMORY = ("peek", "ready")


@dataclass(frozen=True)
class Comparable:
    """Somebody's round, and what it scored for them."""

    lines: Sequence[Line]
    score: int


@dataclass(frozen=True)
class Choice:
    """What some did at a moment, and how it ended for them on average."""

    #: As it is written; None: they did nothing, and somebody else acted.
    action: str | None
    players: int
    mean_score: float


@dataclass(frozen=True)
class Moment:
    """A step of a round before which players stood alike, and did one thing or another."""

    #: The number of the action in the round that is compared.
    step: int
    mine: str | None
    #: How many came here, and what they did, the most frequent first; whoever asks is one of them.
    players: int
    choices: tuple[Choice, ...]


def compare(mine: Sequence[Line], others: Iterable[Comparable], seat: Seat, score: int) -> list[Moment]:
    """The moments of a round where the seat acted, or where others in its place did, as long as anybody was there."""
    numbers, lines = _sort_out(mine)
    company = [(_sort_out(each.lines)[1], each.score) for each in others]
    moments = []
    for at, number in enumerate(numbers):
        company = [each for each in company if len(each[0]) > at]
        if not company:
            break
        done: dict[str | None, list[int]] = {_action_of(lines[at], seat): [score]}
        for theirs, ended in company:
            done.setdefault(_action_of(theirs[at], seat), []).append(ended)
        if any(action is not None for action in done):
            moments.append(_make_moment(number, _action_of(lines[at], seat), done))
        company = [each for each in company if each[0][at] == lines[at]]
    return moments


def _action_of(line: Line, seat: Seat) -> str | None:
    return line[1] if line[0] == seat else None


def _make_moment(number: int, mine: str | None, done: dict[str | None, list[int]]) -> Moment:
    choices = [Choice(action, len(scores), sum(scores) / len(scores)) for action, scores in done.items()]
    # Python sorts stably, and the own choice was entered first.
    choices.sort(key=lambda choice: -choice.players)
    return Moment(number, mine, sum(choice.players for choice in choices), tuple(choices))


def _sort_out(lines: Sequence[Line]) -> tuple[list[int], list[Line]]:
    """The lines with their numbers from 1, those before the first turn by seat."""
    begun = next((at for at, (_, action) in enumerate(lines) if action.split()[0] not in _MEMORY), len(lines))
    order = [*sorted(range(begun), key=lambda at: lines[at][0]), *range(begun, len(lines))]
    return [at + 1 for at in order], [lines[at] for at in order]
