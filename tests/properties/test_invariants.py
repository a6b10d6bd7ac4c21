"""What never changes at the table, whatever anybody does: tried by a machine that decides for everybody."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from cambio import DEALER, Event, Game, Outcome, Refused, Snap
from cambio.actions import VERBS, Action
from cambio.core.engine import constants
from cambio.core.engine import event_codes as kinds
from cambio.core.engine.cards import FIVE, face_of, kind_of, rank_of
from cambio.events import Added, Gave, Laid, Penalised, Reshuffled, Scored, Seized, Snapped, Swapped, Traded
from cambio.places import Place, Seat
from cambio.view import GAP
from tests.properties.random_games import game_under_way, lively_decision, random_game, right_snaps, written_attempt
from tests.properties.table_contents import ENDLESS

T = TypeVar("T")

SETTINGS = settings(deadline=None, derandomize=True, max_examples=40, stateful_step_count=40)

#: A decision is a number: it picks from whatever there is to choose.
DECISIONS = st.integers(0, 9_999)
SEEDS = st.integers(0, 2**32 - 1)


def pick(choices: Sequence[T], decision: int) -> T:
    return choices[decision % len(choices)]


class Round(RuleBasedStateMachine):
    """Everybody at a table, and what must hold after each thing they do."""

    game: Game

    @initialize(seed=SEEDS)
    def a_round_is_under_way(self, seed: int) -> None:
        self.game = game_under_way(seed, random.Random(seed))

    @precondition(lambda self: self.game.is_over)
    @rule(seed=SEEDS)
    def the_next_round_is_under_way(self, seed: int) -> None:
        self.a_round_is_under_way(seed)

    # What people do

    @precondition(lambda self: not self.game.is_over)
    @rule(decisions=st.lists(st.tuples(DECISIONS, DECISIONS), min_size=1, max_size=8))
    def people_play(self, decisions: list[tuple[int, int]]) -> None:
        for who, what in decisions:
            if not self.game.is_over:
                play(self.game, *decided(self.game, who, what))

    @precondition(lambda self: self.game.view().phase == "memory")
    @rule()
    def everybody_gets_ready(self) -> None:
        for seat in self.game.seats:
            if seat not in self.game.view().ready:
                play(self.game, seat, "ready")

    @precondition(lambda self: self.game.table.window_open)
    @rule(who=DECISIONS, what=DECISIONS)
    def somebody_snaps(self, who: int, what: int) -> None:
        """Anything, and so mostly wrongly."""
        seat = pick(self.game.seats, who)
        snaps = [action for action in self.game.legal(seat, pairs=True) if isinstance(action, Snap)]
        if snaps:
            play(self.game, seat, pick(snaps, what))

    @precondition(lambda self: self.game.table.window_open)
    @rule(what=DECISIONS)
    def somebody_snaps_rightly(self, what: int) -> None:
        """If anybody could."""
        snaps = [(seat, snap) for seat in self.game.seats for snap in right_snaps(self.game, seat)]
        if snaps:
            play(self.game, *pick(snaps, what))

    @rule(
        who=DECISIONS,
        verb=st.sampled_from(VERBS),
        seats=st.tuples(DECISIONS, DECISIONS),
        slots=st.tuples(st.integers(1, 9), st.integers(1, 9)),
        ago=st.integers(-1, 3),
    )
    def somebody_tries_something(
        self, who: int, verb: str, seats: tuple[int, int], slots: tuple[int, int], ago: int
    ) -> None:
        """Lawful or not; wrong snaps and late ones among them."""
        game = self.game
        places = [Place(pick((*game.seats, "z"), seat), slot) for seat, slot in zip(seats, slots, strict=True)]
        actor, action = pick((*game.seats, DEALER), who), written_attempt(verb, places, game.table.discard_number - ago)
        if game.why_not(actor, action) is None:
            play(self.game, actor, action)
            return
        before = everything(game)
        with pytest.raises(Refused) as refusal:
            game.play(actor, action)
        assert refusal.value.refusal == game.why_not(actor, action)
        assert everything(game) == before

    @precondition(lambda self: not self.game.is_over)
    @rule(decisions=st.lists(st.tuples(DECISIONS, DECISIONS), min_size=1, max_size=6))
    def somebody_thinks_ahead(self, decisions: list[tuple[int, int]]) -> None:
        """On a copy, which leaves the game alone; and another copy goes the same way."""
        before = everything(self.game)
        copy, twin = self.game.copy(), self.game.copy()
        assert everything(copy) == before
        for who, what in decisions:
            if copy.is_over:
                break
            actor, action = decided(copy, who, what)
            assert copy.play(actor, action) == twin.play(actor, action)
        assert everything(copy) == everything(twin)
        assert everything(self.game) == before

    @invariant()
    def the_table_is_in_order(self) -> None:
        in_order(self.game)


def test_the_table_stays_in_order_whatever_anybody_does() -> None:
    run_state_machine_as_test(Round, settings=SETTINGS)


@pytest.mark.parametrize("seed", range(84))
def test_the_table_stays_in_order_until_the_round_is_over(seed: int) -> None:
    rng = random.Random(seed)
    game = random_game(seed, rng)
    while not game.is_over:
        assert len(game.record) < ENDLESS
        play(game, *lively_decision(game, rng))


def play(game: Game, actor: Seat, action: Action | str) -> None:
    """Play, and check all that must hold between before and after."""
    before = game.copy()
    logged = game.table.log_size
    events = game.play(actor, action)
    assert game.record[:-1] == before.record
    assert game.record[-1][0] == actor
    assert game.events == before.events + events
    untouched_cards_stay(before, game, events)
    knowledge_comes_from_events(before, game, logged)
    in_order(game)


def in_order(game: Game) -> None:
    every_card_is_in_exactly_one_place(game)
    the_pile_is_known_to_all_and_the_stock_to_nobody(game)
    somebody_can_go_on_until_the_round_is_over(game)
    a_round_that_is_over_has_an_outcome(game)


def every_card_is_in_exactly_one_place(game: Game) -> None:
    table = game.table
    stock = [table.stock_card(index) for index in range(table.stock_left)]
    pile = [table.pile_card(index) for index in range(table.pile_size)]
    held = [table.held] if table.held != constants.NO_CARD else []
    lying = hands(game)
    assert sorted([*stock, *pile, *lying.values(), *held]) == list(range(table.ruleset.deck_size))
    for number, seat in enumerate(game.seats):
        assert table.cards_of(number) == sum(place.seat == seat for place in lying)


def the_pile_is_known_to_all_and_the_stock_to_nobody(game: Game) -> None:
    table = game.table
    assert all(table.seen_by(table.pile_card(index)) == table.public for index in range(table.pile_size))
    assert all(table.seen_by(table.stock_card(index)) == 0 for index in range(table.stock_left))


def somebody_can_go_on_until_the_round_is_over(game: Game) -> None:
    assert bool(actors(game)) == (not game.is_over)
    assert not game.table.shuffle_due


def a_round_that_is_over_has_an_outcome(game: Game) -> None:
    outcome = game.outcome()
    assert (outcome is not None) == game.is_over
    if outcome is not None:
        points_are_counted(game, outcome)
        scores_follow_from_points(game, outcome)
        the_lowest_win(outcome)


def actors(game: Game) -> list[Seat]:
    """Those who can do something other than snapping, which nobody has to."""
    return [actor for actor in (*game.seats, DEALER) if game.legal(actor, snaps=False)]


def decided(game: Game, who: int, what: int) -> tuple[Seat, Action]:
    actor = pick(actors(game), who)
    return actor, pick(game.legal(actor, snaps=False), what)


def hands(game: Game) -> dict[Place, int]:
    """The card at each place that is not a gap."""
    table = game.table
    places = [slot * table.seats + seat for seat in range(table.seats) for slot in range(table.slots_of(seat))]
    cards = {Place.numbered(place, table.seats): table.card_at(place) for place in places}
    return {place: card for place, card in cards.items() if card != constants.NO_CARD}


def everything(game: Game) -> tuple[object, ...]:
    """All that anybody can see, all that was said, and all that is still to come from the stock."""
    table = game.table
    return (
        [game.view(seat) for seat in (*game.seats, None)],
        [game.legal(actor, snaps=False) for actor in (*game.seats, DEALER)],
        list(game.events),
        list(game.record),
        list(game.shuffles),
        [table.stock_card(index) for index in range(table.stock_left)],
        hands(game),
    )


def untouched_cards_stay(before: Game, after: Game, events: list[Event]) -> None:
    """Cards move only where an event says so, and new places come only by a penalty, a seizure or a mismatch."""
    touched: set[Place] = set()
    for event in events:
        if isinstance(event, Swapped | Laid | Added | Snapped | Penalised):
            touched.add(event.place)
        elif isinstance(event, Traded | Seized | Gave):
            touched |= {event.place, event.other}
    was, now = hands(before), hands(after)
    for place in was.keys() | now.keys():
        assert place in touched or was.get(place) == now.get(place), f"the card at {place} moved: {events}"
    for number, seat in enumerate(before.seats):
        opened = sum(isinstance(event, Penalised | Seized | Added) and event.seat == seat for event in events)
        assert after.table.slots_of(number) == before.table.slots_of(number) + opened


def knowledge_comes_from_events(before: Game, after: Game, logged: int) -> None:
    """A card gets known to those whom an event shows it, and is forgotten only when it goes back into the stock."""
    table = after.table
    shown = dict.fromkeys(range(table.ruleset.deck_size), 0)
    for start in range(logged, table.log_size, kinds.WIDTH):
        card, sees = table.logged(start + 4), table.logged(start + 5)
        if card != constants.NO_CARD:
            shown[card] |= sees
    shuffled_back = _pile(before) - _pile(after)
    is_reshuffled = any(isinstance(event, Reshuffled) for event in after.events[len(before.events) :])
    for card, sees in shown.items():
        was = 0 if is_reshuffled and card in shuffled_back else before.table.seen_by(card)
        assert table.seen_by(card) & ~(1 << constants.FACE_UP) == (was | sees) & ~(1 << constants.FACE_UP)


def _pile(game: Game) -> set[int]:
    return {game.table.pile_card(index) for index in range(game.table.pile_size)}


def points_are_counted(game: Game, outcome: Outcome) -> None:
    """Everybody sees all hands at the end, and can count."""
    for seat, cards in game.view().hands.items():
        faces = [face_of(card) for card in cards if card != GAP]
        assert outcome.cards[seat] == len(faces)
        fives = [face for face in faces if rank_of(face) == FIVE] if game.rules["score.risky_fives"] else []
        values = [game.rules["deck.values"][kind_of(face)] for face in faces if face not in fives]
        assert outcome.points[seat] == sum(values) - 25 * (len(fives) // 2) + 25 * (len(fives) % 2)


def scores_follow_from_points(game: Game, outcome: Outcome) -> None:
    """Only winning, and a caller's call, cost or earn something; and the worst hand of all, for everybody."""
    told = {event.seat: event.number for event in game.events if isinstance(event, Scored)}
    assert told == outcome.scores
    for seat, points in outcome.points.items():
        expected = points
        if outcome.kamikaze:
            expected = 0 if seat in outcome.kamikaze else game.rules["score.kamikaze"]
        elif game.rules["score.winner_zero"] and seat in outcome.winners:
            expected = points = min(points, 0)
        if seat == outcome.caller and outcome.verdict == "wrong":
            expected += max(points, 0) * game.rules["call.wrong_doubles"] + game.rules["call.wrong_points"]
        if seat == outcome.caller and outcome.verdict == "right":
            expected = min(points, 0) if game.rules["call.right_zero"] else points
            expected -= game.rules["call.right_bonus"]
        assert outcome.scores[seat] == expected


def the_lowest_win(outcome: Outcome) -> None:
    """Somebody wins, who is in, and nobody who is in has fewer points: but for a caller over the limit."""
    seats_in = [seat for seat in outcome.points if seat not in outcome.out]
    assert outcome.winners
    assert set(outcome.winners) <= set(seats_in)
    if outcome.kamikaze:
        assert outcome.winners == outcome.kamikaze
        return
    limit = outcome.rules["call.limit"]
    caller = None if outcome.verdict == "knocked" else outcome.caller
    rivals = seats_in
    if caller is not None and limit is not None and outcome.points[caller] > limit:
        rivals = [seat for seat in seats_in if seat != caller] or seats_in
    lowest = min(outcome.points[seat] for seat in rivals)
    assert {outcome.points[seat] for seat in outcome.winners} == {lowest}
    assert (outcome.reason == "last") == (len(seats_in) == 1)
    assert (outcome.reason == "stock") == (outcome.reason != "last" and outcome.caller is None)
    if outcome.verdict == "right":
        assert outcome.caller in outcome.winners
    if outcome.verdict == "wrong" and caller in outcome.winners:
        # Over the limit, and alone.
        assert seats_in == [caller]
