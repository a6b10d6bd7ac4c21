"""Figures of a round that is over: what each person did, from the events of the engine."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest

from ...events import Called, Event, Late, Missed, Snapped
from ...game import Game
from ...notation import Race
from ...places import Seat
from ..store.statistics import RoundFigures

_COUNTED = (Called, Snapped, Missed, Late)


def count_figures(
    game: Game,
    people: Mapping[Seat, str],
    stand_ins: Sequence[str | None] = (),
    races: Iterable[Race] = (),
) -> list[RoundFigures]:
    """The figures of each person; what a clock or a stand-in did is not theirs, and a knock is no call."""
    outcome = game.outcome()
    assert outcome is not None, "expected a round that is over"
    deeds = _count_deeds(game.events, stand_ins)
    reactions = _find_reactions(races)
    figures = []
    for seat, person in people.items():
        has_called = deeds[seat, Called] > 0
        is_right = outcome.verdict == "right"
        # The last seat left has called, too, but its call is not judged.
        is_judged = outcome.caller == seat and outcome.verdict is not None
        figures.append(
            RoundFigures(
                seat,
                person,
                points=outcome.points[seat],
                has_won=seat in outcome.winners,
                right_calls=int(has_called and is_judged and is_right),
                wrong_calls=int(has_called and is_judged and not is_right),
                right_snaps=deeds[seat, Snapped],
                wrong_snaps=deeds[seat, Missed],
                late_snaps=deeds[seat, Late],
                reactions=tuple(reactions[seat]),
            )
        )
    return figures


def _count_deeds(events: Sequence[Event], stand_ins: Sequence[str | None]) -> Counter[tuple[Seat, type[Event]]]:
    """How often each seat did what is counted, by itself."""
    deeds: Counter[tuple[Seat, type[Event]]] = Counter()
    for event, mark in zip_longest(events, stand_ins):
        if mark is None and isinstance(event, _COUNTED):
            deeds[event.seat, type(event)] += 1
    return deeds


def _find_reactions(races: Iterable[Race]) -> Mapping[Seat, list[int]]:
    """How fast each seat snapped. A gesture may be judged twice: it is known again by how it came."""
    judged = {
        (each.seat, each.delay, each.claimed, each.round_trip): each.after
        for race in races
        for each in race.reactions
        if each.gesture == "snap" and not each.is_bot
    }
    found: defaultdict[Seat, list[int]] = defaultdict(list)
    for (seat, *_), after in judged.items():
        found[seat].append(after)
    return found
