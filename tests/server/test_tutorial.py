"""The tutorial: what each lesson is about happens, in its order, whatever the learner does; and nobody is hurried."""

from __future__ import annotations

import asyncio

import pytest

from cambio.events import Missed
from cambio.game import Game
from cambio.places import DEALER
from cambio.server.protocol import messages
from cambio.server.store.contract import Person
from cambio.server.tables.log_entries import Started
from cambio.server.tables.opening import tutorial
from cambio.server.tables.opening.new_table import make_lesson

from .raw_client import new_id, run, running_server

NUMBERS = range(1, len(tutorial.LESSONS) + 1)
#: A bot with nothing to wait for has decided long before these seconds are over.
LONG = 0.4


def deal(number: int) -> Game:
    game = Game(tutorial.RULES, tutorial.SEATS, deck=tutorial.LESSONS[number - 1].deck())
    game.play("a", "ready")
    game.play("b", "ready")
    return game


def play_opponent(game: Game, number: int) -> list[str]:
    """The opponent's whole turn."""
    played = []
    while game.turn == "b" and not game.is_over:
        action = tutorial.choose_action(number, game, "b")
        assert action is not None
        game.play("b", action)
        played.append(str(action))
    return played


def draws_of(number: int, turns: int, *, stubborn: bool) -> list[str | None]:
    """What the learner draws, who throws everything, or takes every other discard and swaps it in."""
    game = deal(number)
    drawn = []
    for turn in range(turns):
        if stubborn and turn % 2:
            game.play("a", "take")
            game.play("a", "swap a1")
        else:
            game.play("a", "draw")
            drawn.append(game.view("a").held)
            game.play("a", "throw")
        while game.turn == "a":
            game.play("a", "skip")
        play_opponent(game, number)
    return drawn


@pytest.mark.parametrize("number", NUMBERS)
def test_the_learner_sees_two_cards_and_draws_those_of_the_lesson(number: int) -> None:
    lesson = tutorial.LESSONS[number - 1]
    game = Game(tutorial.RULES, tutorial.SEATS, deck=lesson.deck())
    seen = [str(event) for place in ("a3", "a4") for event in game.play("a", f"peek {place}")]
    assert [text.split()[-1].rstrip(".") for text in seen] == list(lesson.learner_hand[2:])
    assert game.view().top == lesson.opening
    turns = len(lesson.learner_draws)
    assert draws_of(number, turns, stubborn=False) == list(lesson.learner_draws)


@pytest.mark.parametrize("number", NUMBERS)
def test_who_takes_discards_instead_still_draws_the_cards_of_the_lesson_in_their_order(number: int) -> None:
    lesson = tutorial.LESSONS[number - 1]
    assert draws_of(number, 8, stubborn=True) == list(lesson.learner_draws[:4])


@pytest.mark.parametrize("number", [1, 2, 4])
def test_the_pile_has_no_low_card_that_were_better_taken_than_the_lesson_s_drawn(number: int) -> None:
    lesson = tutorial.LESSONS[number - 1]
    on_the_pile = (lesson.opening, *lesson.opponent_draws[:4])
    assert [card for card in on_the_pile if card[:-1] in {"A", "2", "3", "4", "X"}] == []


def test_the_lesson_about_powers_has_each_of_them_twice() -> None:
    game = deal(2)
    powers = []
    for _ in range(8):
        game.play("a", "draw")
        game.play("a", "throw")
        powers.append(game.view().power)
        while game.turn == "a":
            game.play("a", "skip")
        play_opponent(game, 2)
    assert powers == ["peek", "spy", "trade", "look"] * 2


def test_the_lesson_about_snaps_begins_with_a_match_and_the_opponent_misses_once() -> None:
    game = deal(3)
    assert tutorial.choose_snap(3, game, "b") is None
    assert str(game.play("a", "snap a3")[0]) == "a snaps 9h from a3."
    assert tutorial.choose_snap(3, game, "b") is None
    game.play("a", "draw")
    game.play("a", "throw")
    chosen = tutorial.choose_snap(3, game, "b")
    assert chosen is not None
    assert any(isinstance(event, Missed) for event in game.play("b", chosen.snap))
    assert tutorial.choose_snap(3, game, "b") is None
    play_opponent(game, 3)
    assert game.view().top == "4d"
    assert str(game.play("a", "snap a4")[0]) == "a snaps 4s from a4."


def test_the_last_lesson_is_won_by_who_keeps_very_low_cards_and_calls() -> None:
    game = deal(4)
    for slot in ("a4", "a1"):
        game.play("a", "draw")
        game.play("a", f"swap {slot}")
        play_opponent(game, 4)
    game.play("a", "call")
    play_opponent(game, 4)
    game.play(DEALER, "close")
    outcome = game.outcome()
    assert outcome is not None and outcome.winners == ("a",)


@pytest.mark.parametrize("number", [1, 3])
def test_a_window_stays_open_until_the_learner_passes(number: int) -> None:
    async def story() -> None:
        async with running_server() as target:
            ana = await target.guest("Ana")
            async with ana.at(await ana.open_table(lesson=number)) as sock:
                await sock.act("ready")
                await sock.hear(messages.Told, lambda told: told.board.turn == "a")
                await sock.act("draw")
                await sock.act("throw")
                with pytest.raises(TimeoutError):
                    async with asyncio.timeout(LONG):
                        await sock.hear(messages.Told, lambda told: any(e.event == "drew" for e in told.events))
                await sock.ask(messages.Pass(new_id(), sock.board.window or 0))
                events = set()
                while sock.board.turn != "a":
                    told = await sock.hear(messages.Told)
                    events |= {(event.event, event.seat) for event in told.events}
                assert ("threw", "b") in events
                assert (("missed", "b") in events) == (number == 3)

    run(story())


def test_a_lesson_that_is_loaded_again_has_its_opponent_again() -> None:
    async def story() -> None:
        async with running_server() as target:
            ana = await target.guest("Ana")
            row = await target.registry.open_table(Person(ana.person, "Ana", 0), make_lesson(3))
            assert (await target.registry.live_table(row.id)).table.lesson == 3

    run(story())


def test_logs_from_before_there_were_lessons_are_still_read() -> None:
    assert Started(("a", "b"), "a secret", ("Ah",)).lesson == 0
