"""Daily deals have the same cards and the same luck of the bots for everybody who does the same, come what may."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from cambio.actions import Snap
from cambio.bots.keyed_agent import KeyedAgent
from cambio.game import Game
from cambio.rules import PRESETS
from cambio.server.daily.deal_tables import BOOKS, rules_of
from cambio.server.store.contract import Person

from .daily_rounds import Scripted, play_daily


def play(folder: Path, person: str, book: str, seed: str, restarts: range | tuple[int, ...] = ()) -> list[str]:
    folder.mkdir(exist_ok=True)
    return asyncio.run(play_daily(folder, Person(person, person.title(), 1), book, Scripted(seed), restarts))


def in_order(lines: list[str]) -> list[str]:
    """A restart lets bots begin to think anew; so they may get ready in another order, which matters to nobody."""
    begun = next(at for at, line in enumerate(lines) if line.split()[1] not in ("peek", "ready"))
    return [*sorted(lines[:begun]), *lines[begun:]]


@pytest.mark.parametrize("book", PRESETS)
def test_whoever_does_the_same_meets_the_same_cards_and_bots(tmp_path: Path, book: str) -> None:
    """Two people of one server, and a third whose server is started anew again and again."""
    ana = play(tmp_path, "ana", book, f"{book} 1")
    ben = play(tmp_path, "ben", book, f"{book} 1")
    eve = play(tmp_path / "other", "eve", book, f"{book} 1", range(3, 400, 7))
    assert ana == ben
    assert in_order(ana) == in_order(eve)
    assert {line[0] for line in ana} >= set("abcd")


def test_there_are_snaps_of_bots_among_what_was_compared(tmp_path: Path) -> None:
    rounds = [play(tmp_path / str(number), "ana", "cambia", f"snaps {number}") for number in range(4)]
    assert any(line[0] in "bcd" and " snap " in line for lines in rounds for line in lines)
    assert len({tuple(lines) for lines in rounds}) == 4


def follow(agent: KeyedAgent, game: Game) -> None:
    for _ in agent.follow(game):
        pass


@pytest.mark.parametrize("level", ["casual", "solid", "expert"])
def test_a_keyed_agent_does_not_mind_how_often_it_is_asked(level: str) -> None:
    """Three of them play a round with themselves; others, asked seldom or often, would have done the same."""
    rules = rules_of("cambia")

    def agents() -> dict[str, KeyedAgent]:
        return {seat: KeyedAgent(Game(rules, 4, seed=7), seat, level, b"key" + seat.encode()) for seat in "abcd"}

    game = Game(rules, 4, seed=7)
    often, seldom = agents(), agents()
    while not game.is_over:
        actor = next(actor for actor in (*game.seats, "dealer") if game.legal(actor, snaps=False))
        for agent in often.values():
            follow(agent, game)
            if any(isinstance(action, Snap) for action in game.legal(agent.seat)):
                agent.choose_snap()
            if game.legal(agent.seat, snaps=False):
                agent.decide()
        if actor == "dealer":
            game.play(actor, game.legal(actor, snaps=False)[0])
            continue
        follow(seldom[actor], game)
        late = KeyedAgent(Game(rules, 4, seed=7), actor, level, b"key" + actor.encode())
        follow(late, game)
        decided = often[actor].decide()
        assert decided == seldom[actor].decide() == late.decide()
        game.play(actor, decided)
    assert len(game.record) > 20


def test_bots_of_daily_deals_forget_as_they_do_elsewhere() -> None:
    """A memory that never faded would be another level."""
    rules, game = rules_of("cambia"), Game(rules_of("cambia"), 4, seed=3)
    agent = KeyedAgent(Game(rules, 4, seed=3), "a", "casual", b"key")
    while not game.is_over and game.table.lap < 12:
        actor = next(actor for actor in (*game.seats, "dealer") if game.legal(actor, snaps=False))
        legal = [action for action in game.legal(actor, snaps=False) if str(action) != "call"]
        game.play(actor, legal[0])
    follow(agent, game)
    assert agent._player.mind.turn_count > 8


def test_there_is_a_deal_by_every_rule_book() -> None:
    assert set(BOOKS) == set(PRESETS) and len(BOOKS) == 10
    assert all(rules_of(book)["match.rounds"] == 1 for book in BOOKS)
