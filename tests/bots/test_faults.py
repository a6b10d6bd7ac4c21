"""Whatever a player does wrong is written down, somebody sensible decides instead, and the round goes on."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

import pytest

from cambio import Action, Call, Draw, Event, Game, Outcome, Place, Settle, Snap, Swap, Throw, View
from cambio.bots import Bot, Failed, StandIn, play_round
from cambio.bots.player import may_wait
from cambio.bots.seat_agent import FAULTS_ENDURED, Fault, SeatAgent
from tests.bots.players import round_with, stand_ins

Choice = Callable[[View, Sequence[Action]], Any]


class Chooser(Bot):
    """Decides as it is told, and waits otherwise."""

    def __init__(self, choice: Choice, *, snap: Choice | None = None, seconds: Any = 0.5) -> None:
        self.choice = choice
        self.snap = snap
        self.seconds = seconds
        self.asked = 0

    def choose(self, view: View, legal: Sequence[Action]) -> Action | None:
        self.asked += 1
        if may_wait(legal):
            return self.snap(view, legal) if self.snap and legal else None
        return self.choice(view, legal)  # type: ignore[no-any-return]

    def reaction(self) -> float:
        if isinstance(self.seconds, BaseException):
            raise self.seconds
        return self.seconds  # type: ignore[no-any-return]


def sensibly(view: View, legal: Sequence[Action]) -> Action | None:
    return StandIn(Game("cambia").rules, 2, "a").choose(view, legal)


def stumble(*_: object) -> NoReturn:
    raise KeyError("which card was it?")


def leave(*_: object) -> NoReturn:
    raise SystemExit(3)


WRONG = {
    "nothing": (lambda view, legal: None, "None"),
    "not lawful now": (lambda view, legal: Settle(), "settle"),
    "a card of nobody": (lambda view, legal: Swap(Place("z", 99)), "swap z99"),
    "words": (lambda view, legal: "draw", "'draw'"),
    "a snap": (lambda view, legal: Snap(Place("a", 1)), "snap a1 #1"),
    "the whole list": (lambda view, legal: legal, "Ready()"),
    "an error": (stumble, "KeyError('which card was it?')"),
    "an exit": (leave, "SystemExit(3)"),
}


@pytest.mark.parametrize(("choice", "came"), WRONG.values(), ids=WRONG.keys())
def test_a_wrong_decision_goes_to_the_stand_in(choice: Choice, came: str) -> None:
    report = round_with(Chooser(choice))
    assert len(report.faults) == FAULTS_ENDURED
    fault = report.faults[0]
    assert (fault.seat, fault.moment) == ("a", "lap 1, memory, discard 1")
    assert fault.expected == "one of: ready, peek a3, peek a4"
    assert came in fault.came
    assert str(fault).startswith("a (lap 1, memory, discard 1): expected one of: ready, peek a3, peek a4, but found ")


def test_an_error_tells_where_it_happened() -> None:
    report = round_with(Chooser(stumble))
    assert report.faults[0].error == "KeyError"
    assert __file__ in report.faults[0].notes
    assert "in stumble" in report.faults[0].notes


def test_a_fault_is_reported_when_it_happens() -> None:
    game, reported = Game("cambia", 2, seed=7), list[Fault]()
    agent = SeatAgent(game, "a", Chooser(stumble), reported.append)
    assert agent.decide() in game.legal("a")
    assert reported == agent.faults
    assert [fault.error for fault in reported] == ["KeyError"]


def test_after_many_faults_the_stand_in_plays_on_alone() -> None:
    decisions: list[View] = []

    def stumble_again(view: View, legal: Sequence[Action]) -> NoReturn:
        decisions.append(view)
        stumble()

    report = round_with(Chooser(stumble_again))
    assert len(report.faults) == len(decisions) == FAULTS_ENDURED


def test_who_fails_for_good_is_not_asked_again() -> None:
    def give_up(*_: object) -> NoReturn:
        raise Failed("an answer", "silence", notes="so tired", for_good=True)

    player = Chooser(give_up)
    report = round_with(player)
    assert [str(fault) for fault in report.faults] == [
        "a (lap 1, memory, discard 1): expected an answer, but found silence\nso tired"
    ]
    assert player.asked == 1


WRONG_SNAPS = {
    "an error": (stumble, "KeyError"),
    "not a snap": (lambda view, legal: Draw(), "draw"),
    "an old discard": (lambda view, legal: Snap(legal[0].place, discard=view.number + 1), "snap"),
    "words": (lambda view, legal: "snap a1", "'snap a1'"),
}


@pytest.mark.parametrize(("snap", "came"), WRONG_SNAPS.values(), ids=WRONG_SNAPS.keys())
def test_a_wrong_snap_is_taken_for_waiting(snap: Choice, came: str) -> None:
    game = Game("cambia", 2, seed=7)
    report = play_round(game, [Chooser(sensibly, snap=snap), *stand_ins(game)[1:]])
    assert not [action for _, action in game.record if isinstance(action, Snap)]
    assert len(report.faults) == FAULTS_ENDURED
    assert report.faults[0].expected.startswith("nothing or one of: snap a1 #1, ")
    assert came in report.faults[0].came


def test_a_snap_without_a_number_answers_the_latest_discard() -> None:
    game = Game("cambia", 2, seed=7)
    once = iter([Snap(Place("a", 1))])
    report = play_round(game, [Chooser(sensibly, snap=lambda view, legal: next(once, None)), *stand_ins(game)[1:]])
    assert [str(action) for _, action in game.record if isinstance(action, Snap)] == ["snap a1 #1"]
    assert not report.faults


@pytest.mark.parametrize("seconds", [math.nan, math.inf, -0.1, None, "soon", ValueError("no watch")])
def test_a_snap_in_no_time_that_there_is_counts_as_quick_as_people_are(seconds: object) -> None:
    game = Game("cambia", 2, seed=7)
    once = iter([Snap(Place("a", 1))])
    player = Chooser(sensibly, snap=lambda view, legal: next(once, None), seconds=seconds)
    report = play_round(game, [player, *stand_ins(game)[1:]])
    assert [fault.expected for fault in report.faults] == ["seconds, a number from 0 up"]
    assert [str(action) for _, action in game.record if isinstance(action, Snap)] == ["snap a1 #1"]


class OnlyChooses:
    """As little as a player may be; it snaps once."""

    snaps = 1

    def notice(self, event: Event) -> None: ...

    def choose(self, view: View, legal: Sequence[Action]) -> Action | None:
        if may_wait(legal) and legal and self.snaps:
            self.snaps = 0
            return legal[0]
        return None if may_wait(legal) else sensibly(view, legal)


def test_a_player_need_not_tell_its_reaction_nor_hear_the_outcome() -> None:
    assert not round_with(OnlyChooses()).faults


class HardOfHearing(StandIn):
    def notice(self, event: Event) -> None:
        stumble()


class BadLoser(StandIn):
    def over(self, outcome: Outcome) -> None:
        stumble()


def test_a_player_who_can_not_listen_is_replaced_soon() -> None:
    report = round_with(HardOfHearing(Game("cambia").rules, 2, "a"))
    assert {fault.expected for fault in report.faults} == {"a player that listens"}
    assert len(report.faults) == FAULTS_ENDURED


def test_a_player_who_can_not_hear_the_outcome_changes_nothing() -> None:
    report = round_with(BadLoser(Game("cambia").rules, 2, "a"))
    assert [(fault.expected, fault.moment.split(", ")[1]) for fault in report.faults] == [
        ("a player that hears the outcome", "over")
    ]


def test_a_table_of_nothing_but_broken_players_still_ends() -> None:
    game = Game("camp", 5, seed=7)
    report = play_round(game, [Chooser(stumble) for _ in game.seats])
    assert {fault.seat for fault in report.faults} == set(game.seats)
    assert not report.cut_short


def test_the_stand_in_throws_high_cards_and_keeps_low_ones() -> None:
    game = Game("cambia", 2, seed=7)
    play_round(game, stand_ins(game))
    again = game.from_the_start()
    kept, thrown = [], []
    for actor, action in game.record:
        held = again.view(actor).held if actor != "dealer" else None
        if isinstance(action, Swap):
            kept.append(held)
        elif isinstance(action, Throw):
            thrown.append(held)
        again.play(actor, action)
    values = Game("cambia").rules.to_json()["deck"]["values"]
    points = {card: values.get(card[:-1], 13 if card[-1] in "cs" else -1) for card in {*kept, *thrown} if card}
    assert kept
    assert max(points[card] for card in kept if card) <= 3
    assert not [action for _, action in game.record if isinstance(action, Snap)]


def test_the_stand_in_calls_only_when_it_must() -> None:
    game = Game("cambia", 2, seed=7)
    play_round(game, stand_ins(game))
    when = next(index for index, (_, action) in enumerate(game.record) if isinstance(action, Call))
    assert when > 100
