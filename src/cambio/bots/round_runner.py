"""Plays a round with players at all seats: asks them in an order that never changes, until the round is over.

Before every decision each seat for which the window is open is asked, from a on, whether it wants to snap. The fastest
snap is played (of equals, that of the lower letter), the other snaps are dropped, and everything begins again. If
nobody snaps, the one seat that the table waits for decides, or the dealer closes the window.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from ..actions import Action, Close
from ..core.engine import constants
from ..core.engine.next_actor import find_decider, may_snap
from ..events import Event
from ..game import Game
from ..outcome import Outcome
from ..places import DEALER, Seat
from .player import Player, PlayerFactory
from .seat_agent import Fault, SeatAgent

#: A round that is not over after this many actions is ended by stand-ins, who call as soon as they may.
MAX_ACTIONS = 20_000


@dataclass(frozen=True)
class Report:
    """How a round went: its outcome, how many actions it took, and what players did wrong, seat by seat."""

    outcome: Outcome  #: How the round ended.
    actions: int  #: How many actions it took.
    faults: tuple[Fault, ...]  #: What players did wrong.
    #: The round took too long, and stand-ins ended it.
    cut_short: bool


def seated(game: Game, factories: Sequence[PlayerFactory], seed: int) -> list[Player]:
    """A player for each seat, from a on, all from one seed."""
    return [
        factory(game.rules, len(game.seats), seat, player_seed(seed, seat))
        for seat, factory in zip(game.seats, factories, strict=True)
    ]


def player_seed(seed: int, seat: Seat) -> int:
    """A seat's own seed. It does not show the one that it comes from, by which the cards may have been dealt."""
    return int.from_bytes(hashlib.sha256(f"{seed} {seat}".encode()).digest()[:6])


def play_round(game: Game, players: Sequence[Player], *, limit: int = MAX_ACTIONS) -> Report:
    """Play a round to its end with these players, from seat a on; nothing that they do can stop it."""
    if not game.table.listening:
        raise ValueError("expected a game that keeps its events, but found one without a log: players listen to them")
    agents = [SeatAgent(game, seat, player) for seat, player in zip(game.seats, players, strict=True)]
    actions = 0
    _tell(agents, game.events)
    while not game.is_over:
        if actions == limit:
            for agent in agents:
                agent.hurry()
        actor, action = _choose_snap(game, agents) or _decide(game, agents)
        _tell(agents, game.play(actor, action))
        actions += 1
    outcome = game.outcome()
    assert outcome is not None
    for agent in agents:
        agent.end(outcome)
    faults = tuple(fault for agent in agents for fault in agent.faults)
    return Report(outcome, actions, faults, cut_short=actions > limit)


def _tell(agents: Sequence[SeatAgent], events: Sequence[Event]) -> None:
    for agent in agents:
        agent.tell(events)


def _choose_snap(game: Game, agents: Sequence[SeatAgent]) -> tuple[Seat, Action] | None:
    """The fastest snap, if anybody wants to snap."""
    answers = [(agent.seat, agent.choose_snap()) for number, agent in enumerate(agents) if may_snap(game.table, number)]
    snaps = [(chosen.seconds, seat, chosen.snap) for seat, chosen in answers if chosen is not None]
    if not snaps:
        return None
    _, seat, snap = min(snaps, key=lambda entry: entry[:2])
    return seat, snap


def _decide(game: Game, agents: Sequence[SeatAgent]) -> tuple[Seat, Action]:
    number = find_decider(game.table)
    if number == constants.DEALER:
        return DEALER, Close()
    return agents[number].seat, agents[number].decide()
