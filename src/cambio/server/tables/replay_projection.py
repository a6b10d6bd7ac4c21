"""Projection of a replay: the steps of a finished round as messages. What they tell is decided by cambio.replay."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from ...events import UNSEEN
from ...notation import Race
from ...places import Place, Seat
from ...replay import RecordedRound, Step, Viewpoint
from ...view import GAP, View
from ..protocol.messages import Ending, SeatInfo, Yours
from ..protocol.replay_messages import RaceReaction, Replay, ReplayStep, SeatKnowledge, SharedRound
from .projection import board_of, tell_event


@dataclass(frozen=True)
class Onlooker:
    """Who looks at a finished round: one of its players, whoever has a link to it, a stranger, or who has its file."""

    seat: Seat | None = None
    shared: SharedRound | None = None
    #: How slow a player's connection was is no stranger's business.
    is_stranger: bool = False


FILE_HOLDER, STRANGER = Onlooker(), Onlooker(is_stranger=True)


def tell_replay(recorded: RecordedRound, viewpoint: Viewpoint, onlooker: Onlooker = FILE_HOLDER) -> Replay:
    """All about a finished round but its steps."""
    game = recorded.game
    outcome = game.outcome()
    assert outcome is not None, "expected a round that is over"
    return Replay(
        rules=str(game.rules),
        seats=tuple(SeatInfo(seat, recorded.names.get(seat, seat), is_taken=True) for seat in game.seats),
        dealer=game.dealer,
        starter=game.starter,
        viewpoint=viewpoint,
        viewpoints=recorded.viewpoints,
        you=onlooker.seat,
        shared=onlooker.shared,
        ending=msgspec.convert(outcome.to_json(), Ending),
        steps=(),
    )


def tell_step(step: Step, onlooker: Onlooker = FILE_HOLDER) -> ReplayStep:
    board = board_of(step.table, step.deciders)
    known = _known_faces(step.view)
    held = None if step.view.held == UNSEEN else step.view.held
    return ReplayStep(
        number=step.number,
        actor=step.actor,
        action=step.action,
        kind=step.kind,
        board=board,
        mistake=step.mistake,
        caller=step.caller,
        events=tuple([tell_event(event) for event in step.events]),
        yours=_yours(step.view, held, known),
        held=held,
        faces={place: face for place, face in known.items() if place not in board.shown},
        known_by={str(place): "".join(seats) for place, seats in step.view.known_by.items() if seats},
        knowledge={
            seat: SeatKnowledge(known.own, known.others, known.points, known.believed)
            for seat, known in step.knowledge.items()
        },
        race=_tell_race(step.race, with_network=not onlooker.is_stranger),
        race_relaxed=step.race is not None and step.race.is_relaxed,
    )


def _known_faces(seen: View) -> dict[str, str]:
    return {
        str(Place(seat, slot)): face
        for seat, hand in seen.hands.items()
        for slot, face in enumerate(hand, start=1)
        if face not in (GAP, UNSEEN)
    }


def _yours(seen: View, held: str | None, known: dict[str, str]) -> Yours | None:
    """What the seat saw itself; the table and whoever sees all cards have no such part."""
    if seen.viewer not in seen.hands:
        return None
    looked = map(str, seen.looked) if seen.turn == seen.viewer else ()
    return Yours(held=held, looks={place: known[place] for place in looked if place in known})


def _tell_race(race: Race | None, *, with_network: bool) -> tuple[RaceReaction, ...]:
    """Who was how fast. What the players' connections were like is nothing to strangers."""
    reactions = race.reactions if race is not None else ()
    if not with_network:
        return tuple(RaceReaction(each.seat, each.gesture, each.after, is_bot=each.is_bot) for each in reactions)
    return tuple(
        RaceReaction(each.seat, each.gesture, each.after, each.delay, each.claimed, each.round_trip, each.is_bot)
        for each in reactions
    )
