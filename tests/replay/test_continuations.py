"""A finished round is played on from any step: with its cards as they lay, or with unseen ones dealt anew."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from cambio import PRESETS, Game, Snap
from cambio.bots.levels import LADDER
from cambio.bots.round_runner import play_round, seated
from cambio.core.engine.rng import Rng
from cambio.core.engine.table_snapshot import take_snapshot
from cambio.errors import SeatError
from cambio.events import UNSEEN, Missed
from cambio.notation import write
from cambio.places import Place, Seat
from cambio.replay import NothingToDecide, RecordedRound, RoundNotOver, continue_round, read_recorded
from cambio.view import all_open_view
from tests.properties.random_games import is_right, lively_decision
from tests.replay.watched_rounds import bot_round, random_round
from tests.soaking import examples

#: Steps of a round that a test looks at, and rounds under any house rules.
STEPS = 3


def steps_to_play_on_from(game: Game, rng: random.Random, most: int = STEPS) -> list[int]:
    """Some steps before the end, with the deal and the latest one among them."""
    last = next(step for step in reversed(range(len(game.record))) if has_decisions(game, step))
    return sorted({0, last, *(rng.randint(0, last) for _ in range(most))})


def has_decisions(game: Game, step: int) -> bool:
    try:
        continue_round(RecordedRound(game, {}), step)
    except NothingToDecide:
        return False
    return True


def stood_at(game: Game, step: int) -> Game:
    again = game.from_the_start()
    for actor, action in game.record[:step]:
        again.play(actor, action)
    return again


def told(game: Game, seat: Seat) -> list[object]:
    return [event.seen_by(seat) for event in game.events]


def check_same(game: Game, rng: random.Random) -> None:
    for step in steps_to_play_on_from(game, rng):
        continued, before = continue_round(RecordedRound(game, {}), step).deal(), stood_at(game, step)
        assert take_snapshot(continued.table) == take_snapshot(before.table)
        assert (continued.events, continued.record) == (before.events, before.record)
        assert (continued.deck, continued.shuffles) == (before.deck, before.shuffles)
        assert (continued.dealer, continued.starter) == (game.dealer, game.starter)


def check_anew(game: Game, rng: random.Random) -> None:
    for step in steps_to_play_on_from(game, rng):
        before = stood_at(game, step)
        for seat in game.seats:
            chance = Rng(rng.getrandbits(32))
            continued = continue_round(RecordedRound(game, {}), step, unseen_by=seat, rng=chance).deal()
            assert told(continued, seat) == told(before, seat)
            assert continued.view(seat) == before.view(seat)
            assert continued.legal(seat, pairs=True) == before.legal(seat, pairs=True)
            assert Counter(continued.deck) == Counter(before.deck)
            assert [Counter(each) for each in continued.shuffles] == [Counter(each) for each in before.shuffles]
        play_to_the_end(continued, rng)


def play_to_the_end(game: Game, rng: random.Random) -> None:
    levels = [LADDER[rng.choice(("beginner", "solid"))] for _ in game.seats]
    report = play_round(game, seated(game, levels, rng.getrandbits(32)))
    assert game.is_over and not report.faults


@pytest.mark.parametrize("preset", PRESETS)
def test_a_round_goes_on_as_it_stood_at_a_step(preset: str) -> None:
    check_same(bot_round(preset, 0), random.Random(0))


@pytest.mark.parametrize("preset", PRESETS)
def test_whoever_plays_on_with_cards_dealt_anew_has_been_told_the_same(preset: str) -> None:
    check_anew(bot_round(preset, 1), random.Random(1))


@pytest.mark.parametrize("seed", examples(14, soak=28))
def test_rounds_under_any_house_rules_are_played_on(seed: int) -> None:
    game, rng = random_round(seed), random.Random(seed)
    check_same(game, rng)
    check_anew(game, rng)


@pytest.mark.parametrize("seed", range(8))
def test_rounds_whose_wrong_snaps_were_not_shown_are_played_on(seed: int) -> None:
    """Where dealing anew is difficult: the table knows something of cards that nobody has seen."""
    rng = random.Random(seed)
    rules = "cambia snap.shown=no snap.cards=2 snap.winners=all snap.penalty=0 snap.late_penalty=1 call.from_lap=6"
    rules += " snap.seize=yes snap.window=discard" if seed % 2 else " deck.counts.A=0 deck.counts.2=0 deck.counts.3=0"
    game = Game(rules, 4, seed=seed)
    while not game.is_over:
        game.play(*lively_decision(game, rng))
    assert any(isinstance(event, Missed) and not event.sees for event in game.events)
    check_same(game, rng)
    check_anew(game, rng)


def test_unseen_cards_lie_anywhere_when_they_are_dealt_anew() -> None:
    """Each of them comes to each place about equally often, and what the seat has seen stays where it is."""
    game = bot_round("cambia", 3)
    step = len(game.record) // 2
    before, seat = stood_at(game, step), "a"
    rng, samples = Rng(7), 400
    place = next(
        (other, slot)
        for other in game.seats
        for slot, face in enumerate(before.view(seat).hands[other])
        if face == UNSEEN
    )
    found: Counter[str] = Counter()
    for _ in range(samples):
        continued = continue_round(RecordedRound(game, {}), step, unseen_by=seat, rng=rng).deal()
        shown = open_hands(continued)
        found[shown[place[0]][place[1]]] += 1
        for other, hand in before.view(seat).hands.items():
            assert all(face in (UNSEEN, shown[other][slot]) for slot, face in enumerate(hand))
    unseen = sum(not before.table.seen_by(card) & 1 for card in range(before.rules.ruleset.deck_size))
    assert len(found) > unseen * 0.9
    assert max(found.values()) < 5 * samples / unseen


def open_hands(game: Game) -> dict[Seat, tuple[str, ...]]:
    """Every card face up."""
    return dict(all_open_view(game.table).hands)


def test_a_card_whose_wrong_snap_was_not_shown_never_matches_that_discard() -> None:
    """Every thirteenth card would match, so a deal that forgot the snap would soon show it."""
    game = Game("cambia snap.shown=no snap.penalty=0 deck.decks=4", 2, seed=5)
    for seat in game.seats:
        game.play(seat, "ready")
    wrong = next(snap for snap in wrong_snaps(game, "b") if snap.place.seat == "b")
    assert any(isinstance(event, Missed) for event in game.play("b", wrong))
    step, rng = len(game.record), random.Random(1)
    while not game.is_over:
        game.play(*lively_decision(game, rng))
    snapped, other = wrong.place.number(2), Place("b", 1 if wrong.place.slot != 1 else 2).number(2)
    matches: Counter[int] = Counter()
    for seed in range(150):
        table = continue_round(RecordedRound(game, {}), step, unseen_by="a", rng=Rng(seed)).deal().table
        top = table.pile_card(table.pile_size - 1)
        matches += Counter(place for place in (snapped, other) if table.ruleset.matches(table.card_at(place), top))
    assert matches[other] > 0 == matches[snapped]


def wrong_snaps(game: Game, seat: Seat) -> list[Snap]:
    return [action for action in game.legal(seat) if isinstance(action, Snap) and not is_right(game, action)]


def test_many_snaps_that_were_not_shown_do_not_keep_a_round_from_being_dealt_anew() -> None:
    game = Game("cambia snap.shown=no snap.penalty=0 snap.winners=all", 4, seed=5)
    for seat in game.seats:
        game.play(seat, "ready")
    rng = random.Random(4)
    for _ in range(200):
        snaps = [(seat, snap) for seat in game.seats for snap in wrong_snaps(game, seat)]
        if snaps and rng.random() < 0.7:
            game.play(*rng.choice(snaps))
        else:
            ahead = game.copy()
            ahead.play(*lively_decision(ahead, rng))
            game = game if ahead.is_over else ahead
    step = len(game.record)
    while not game.is_over:
        game.play(*lively_decision(game, rng))
    missed = sum(isinstance(event, Missed) for event in stood_at(game, step).events)
    assert missed > 60
    recorded = RecordedRound(game, {})
    deals = {continue_round(recorded, step, unseen_by="a", rng=Rng(seed)).deck for seed in range(5)}
    assert len(deals) == 5


def test_an_own_copy_is_played_on_from_as_its_player_saw_the_round() -> None:
    for preset in ("cambia", "cabo", "kabul"):
        game = bot_round(preset, 1)
        for seat in game.seats:
            recorded = read_recorded(write(game, viewer=seat))
            step = len(game.record) // 2
            before = stood_at(game, step)
            for unseen_by in (None, seat):
                continued = continue_round(recorded, step, unseen_by=unseen_by, rng=Rng(1)).deal()
                assert told(continued, seat) == told(before, seat)
                assert continued.view(seat) == before.view(seat)
            # Every card that came into a hand was seen in the end: only the rest of the stock is a guess.
            again = continue_round(recorded, step).deal()
            assert open_hands(again) == open_hands(before)
            assert UNSEEN not in again.deck


def test_a_round_that_is_not_over_is_not_played_on() -> None:
    with pytest.raises(RoundNotOver, match="not over"):
        continue_round(RecordedRound(Game("cambia", 2, seed=1), {}), 0)


def test_a_step_after_which_nothing_is_to_decide_is_refused() -> None:
    game = bot_round("cambia", 1)
    recorded, last = RecordedRound(game, {}), len(game.record)
    with pytest.raises(NothingToDecide, match="nobody has anything left to decide"):
        continue_round(recorded, last)
    for step in (-1, last + 1):
        with pytest.raises(NothingToDecide, match=f"expected a step from 0 to {last}"):
            continue_round(recorded, step)


def test_a_seat_where_nobody_sat_is_refused() -> None:
    with pytest.raises(SeatError, match="no seat 'z'"):
        continue_round(RecordedRound(bot_round("cambia", 1), {}), 0, unseen_by="z")
