"""A bot is given nothing that would change if all cards that its seat has not seen were dealt anew.

The walks through random games are those of the engine's own check; what is looked at is what goes through the agent,
and the very bytes that would go to another program.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

import pytest

from cambio import RAIL, Action, Event, Game, Seat, View
from cambio.bots import Bot, StandIn, play_round
from cambio.bots.bot_messages import choose_message, encode, event_message
from cambio.bots.seat_agent import SeatAgent
from cambio.core.engine.cards import FACES
from cambio.core.engine.next_actor import find_decider, may_snap
from cambio.places import seat_number
from tests.bots.players import Diary, RandomPlayer
from tests.properties import test_secrecy as secrecy

CARD = re.compile(rf"\b({'|'.join(FACES)})\b")
GAMES = 7
#: Somewhere to put a agent that only listens.
TABLE = Game("cambia deal.max_seats=8 deck.decks=2", 8, seed=1)


class Eavesdropper(Bot):
    """Keeps every byte that it is given."""

    def __init__(self) -> None:
        self.given: list[str] = []

    def notice(self, event: Event) -> None:
        self.given += [repr(event), encode(event_message(event)).decode()]

    def choose(self, view: View, legal: Sequence[Action]) -> Action | None:
        self.given += [repr(view), repr(legal), encode(choose_message(1, view, legal, two=True)).decode()]
        raise RuntimeError("I only listen")


def asked(game: Game, viewer: Seat, _: secrecy.Attempts = ()) -> str:
    """All that a player in that seat is given when it is asked now, and what is written down about its fault."""
    if viewer == RAIL:
        return ""
    player = Eavesdropper()
    agent = SeatAgent(game, viewer, player)
    if may_snap(game.table, seat_number(viewer)):
        assert agent.choose_snap() is None
    if not game.is_over and find_decider(game.table) == seat_number(viewer):
        player.given.append(str(agent.decide()))
    return json.dumps([find_decider(game.table), player.given, [str(fault) for fault in agent.faults]])


def heard(event: Event, viewer: Seat) -> str:
    """All that a player in that seat is given of an event."""
    if viewer == RAIL:
        return secrecy.heard(event, viewer)
    player = Eavesdropper()
    SeatAgent(TABLE, viewer, player).tell([event])
    return json.dumps(player.given)


@pytest.mark.parametrize("seed", range(GAMES))
def test_what_a_bot_is_asked_tells_nothing_about_unseen_cards(seed: int) -> None:
    secrecy.walk_now(seed, asked)


@pytest.mark.parametrize("seed", range(GAMES))
def test_what_a_bot_hears_tells_nothing_about_unseen_cards(seed: int) -> None:
    assert secrecy.walk_ahead(seed, heard) > 0


def careless(agent: SeatAgent, events: Sequence[Event]) -> None:
    """Planted: events go to a player as they are."""
    for event in events:
        agent._player.notice(event)


def with_all_views(game: Game, viewer: Seat, attempts: secrecy.Attempts) -> str:
    """Planted: a player gets the view of its neighbour, too."""
    neighbour = game.seats[0] if viewer == RAIL else game.seats[seat_number(viewer) - 1]
    return asked(game, viewer, attempts) + repr(game.view(neighbour))


def test_planted_leaks_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(secrecy.Leak):
        for seed in range(GAMES):
            secrecy.walk_now(seed, with_all_views)
    monkeypatch.setattr(SeatAgent, "tell", careless)
    with pytest.raises(secrecy.Leak):
        for seed in range(GAMES):
            secrecy.walk_ahead(seed, heard)


@pytest.mark.parametrize("seed", range(GAMES))
def test_no_card_in_a_round_comes_to_a_bot_before_its_seat_has_seen_it(seed: int) -> None:
    game = Game("camp", 4, seed=seed)
    diaries = [Diary(RandomPlayer(game.rules, 4, seat, seed + number)) for number, seat in enumerate(game.seats)]
    play_round(game, diaries)
    for seat, diary in zip(game.seats, diaries, strict=True):
        assert all(view.viewer == seat for view in diary.views)
        for event in diary.heard:
            assert bool(CARD.search(encode(event_message(event)).decode())) == (seat in getattr(event, "sees", ()))


class Blunderer(StandIn):
    """Never does what it may."""

    def choose(self, view: View, legal: Sequence[Action]) -> Action | None:
        raise LookupError


def test_a_fault_names_no_card() -> None:
    for seed in range(GAMES):
        game = Game("camp", 4, seed=seed)
        report = play_round(game, [Blunderer(game.rules, 4, seat) for seat in game.seats])
        assert report.faults
        assert not [fault for fault in report.faults if CARD.search(fault.expected + fault.came + fault.moment)]
