"""The steps of a finished round: what was done, what the viewpoint was told of it, and all that it knew after it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..core.engine import phases
from ..events import Event
from ..notation import Race
from ..outcome import Outcome
from ..places import DEALER, Seat
from ..view import OpenTable, View, deciders_of, open_table
from .recorded_round import RecordedRound
from .seat_knowledge import KnowledgeCounter, SeatKnowledge
from .step_kind import Kind, Mistake, find_caller, find_mistake, kind_of
from .viewpoint import RoundNotOver, Viewpoint, hear, see


@dataclass(frozen=True, slots=True)
class Step:
    """One action of a round, and the table after it. The first step, number 0, is the deal.

    All of it was known at that moment, but for a mistake: whether a call was wrong everybody knows since the show.
    """

    number: int  #: Which action of the round, from 1; 0 is the deal.
    actor: Seat  #: Who did it.
    #: As it is written; empty for the deal.
    action: str
    kind: Kind  #: What kind of step it was.
    mistake: Mistake | None  #: What was wrong about it, if the rules can prove that.
    #: Who called or knocked by this step.
    caller: Seat | None
    #: How fast everybody was who raced for the discard, if that was written down.
    race: Race | None
    #: As the viewpoint was told them.
    events: tuple[Event, ...]
    #: The table as everybody saw it, whom it waited for, and what the viewpoint knew of it.
    table: OpenTable
    deciders: tuple[Seat, ...]  #: Whom the table waited for.
    view: View  #: What the viewpoint knew.
    knowledge: Mapping[Seat, SeatKnowledge]  #: What each seat knew of the cards.


def steps_of(recorded: RecordedRound, viewpoint: Viewpoint) -> Iterator[Step]:
    """The steps of a round as they were known there. Nothing else replays a round, and none that is not over."""
    outcome = recorded.game.outcome()
    if outcome is None:
        raise RoundNotOver("this round is not over: its cards are still hidden")
    recorded.check_viewpoint(viewpoint)
    return _Playback(recorded, viewpoint, outcome).play()


class _Playback:
    """A finished round that is played once more."""

    def __init__(self, recorded: RecordedRound, viewpoint: Viewpoint, outcome: Outcome) -> None:
        self._recorded = recorded
        self._viewpoint = viewpoint
        self._outcome = outcome
        self._game = recorded.game.from_the_start()
        self._knowledge = KnowledgeCounter(self._game.rules, viewpoint)

    def play(self) -> Iterator[Step]:
        game = self._game
        yield self._step(DEALER, "", "deal", game.events)
        for actor, action in self._recorded.game.record:
            in_memory_phase = game.table.phase == phases.MEMORY
            events = game.play(actor, action)
            yield self._step(actor, str(action), kind_of(action, events, in_memory_phase=in_memory_phase), events)

    def _step(self, actor: Seat, action: str, kind: Kind, events: list[Event]) -> Step:
        table, number = self._game.table, len(self._game.record)
        seen = see(table, self._viewpoint)
        return Step(
            number=number,
            actor=actor,
            action=action,
            kind=kind,
            mistake=find_mistake(kind, events, self._outcome),
            caller=find_caller(events),
            race=self._recorded.races.get(number),
            events=hear(events, self._viewpoint),
            table=open_table(table),
            deciders=deciders_of(table),
            view=seen,
            knowledge=self._knowledge.count(table, seen),
        )
