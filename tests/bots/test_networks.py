"""Networks: what they are shown is all that their seat knows and nothing else, however they come to know it."""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator
from itertools import islice

import pytest

from cambio import Game, Rules
from cambio.bots import play_round
from cambio.bots.levels import LevelPlayer
from cambio.bots.networks import Weights, learned_mind, rules_row, tell_event
from cambio.bots.styles import DEFAULT_TRAITS, Style, trait_values
from cambio.core import is_compiled
from cambio.core.engine import action_codes, constants, phases
from cambio.core.engine.deal import deal_new_table
from cambio.core.engine.legal_actions import list_legal_actions
from cambio.core.engine.next_actor import find_decider
from cambio.core.engine.rng import Rng
from cambio.core.engine.rule_options import RuleOptions
from cambio.core.engine.table import Table
from cambio.core.networks import card_facts, critic_layout, encoding_layout, network_layout, seat_facts
from cambio.core.networks.encoding import Encoding, encode
from cambio.core.networks.history import History
from cambio.core.networks.manners import BEST, BY_CHANCE, JUDGEMENT
from cambio.core.networks.recorder import Recorder
from cambio.core.players import policies, round_columns
from cambio.core.players.batch import derive_seed, play_deals
from cambio.core.players.belief import count_unseen
from cambio.core.players.evaluate import choose_by_value
from cambio.core.players.mind import Mind
from cambio.core.players.redeal import exchange_with_stock, redeal
from cambio.core.players.round_stats import seat_column
from cambio.core.playout import step
from cambio.lab.external_games import BatchLuck
from cambio.rules import PRESETS
from cambio.training.random_rules import random_rules, random_seats
from cambio.training.reduced_rules import SIX_CARDS
from tests.random_play import random_decision
from tests.soaking import examples
from tests.table import deal

#: Interpreted networks are many times slower.
HASTE = 1 if is_compiled() else 8


def random_weights(seed: int = 1) -> array[float]:
    """A network that has learned nothing, but has an opinion about everything."""
    rng = random.Random(seed)
    return array("f", [rng.gauss(0.0, 0.1) for _ in range(network_layout.SIZE)])


WEIGHTS = random_weights()
UNLEARNED = Style("a network that has learned nothing", policies.EVALUATION, weights=lambda: Weights(WEIGHTS, ()))


def some_rules(rng: random.Random, count: int) -> Iterator[tuple[Rules, int]]:
    for rules in PRESETS.values():
        yield rules, 2
        yield rules, rng.randrange(3, min(rules["deal.max_seats"], 8) + 1)
    for _ in range(count):
        rules = random_rules(rng)
        yield rules, min(random_seats(rules, rng), 8)


def facts_of(history: History, places: int) -> list[list[int]]:
    by_place = [[history.card_fact(place, fact) for fact in range(card_facts.WIDTH)] for place in range(places)]
    by_seat = [[history.seat_fact(seat, fact) for fact in range(seat_facts.WIDTH)] for seat in range(history.seats)]
    return [*by_place, *by_seat, [history.turn]]


def test_layouts_agree() -> None:
    assert network_layout.POSITION_WIDTH == encoding_layout.POSITION_WIDTH
    assert network_layout.PLACE_WIDTH == encoding_layout.PLACE_WIDTH
    assert network_layout.ACTION_KINDS == encoding_layout.ACTION_KINDS
    assert critic_layout.POSITION_WIDTH == encoding_layout.POSITION_WIDTH + encoding_layout.TRUTH_WIDTH
    assert critic_layout.PLACE_WIDTH == encoding_layout.PLACE_WIDTH + encoding_layout.TRUTH_PLACE_WIDTH
    assert (critic_layout.CARD, critic_layout.TRUNK) == (network_layout.CARD, network_layout.TRUNK)
    assert encoding_layout.SOURCES == card_facts.SOURCES
    assert len(RuleOptions.__slots__) == encoding_layout.OPTIONS
    assert len(rules_row(PRESETS["cambia"])) == encoding_layout.RULES_WIDTH


@pytest.mark.parametrize("seed", examples(12, 500))
def test_a_history_that_is_told_events_is_the_one_that_reads_the_log(seed: int) -> None:
    """Whichever seat is told them: a history holds nothing but what everybody has seen."""
    rng = random.Random(f"history {seed}")
    rules = random_rules(rng)
    seats = min(random_seats(rules, rng), 8)
    game = Game(rules, seats, seed=rng.getrandbits(60))
    read = History(rules.ruleset, seats)
    told = {seat: History(rules.ruleset, seats) for seat in game.seats}
    heard = 0
    for _ in range(200 // HASTE):
        for event in game.events[heard:]:
            for seat, history in told.items():
                tell_event(history, event.seen_by(seat))
        heard = len(game.events)
        read.catch_up(game.table)
        expected = facts_of(read, game.table.rows * seats)
        for history in told.values():
            assert facts_of(history, game.table.rows * seats) == expected, rules
        if game.is_over:
            break
        game.play(*random_decision(game, rng))


def test_a_history_that_follows_another_goes_on_from_there() -> None:
    """With the events of a copy of the table, whose log begins anew."""
    for _, table, history, dealer in walk(7, 4 // HASTE):
        follower = History(table.ruleset, table.seats)
        follower.follow(history)
        world = table.copy()
        world.listening = 1
        step(world, dealer.copy())
        follower.catch_up(world)
        twin = History(table.ruleset, table.seats)
        twin.catch_up(table)
        step(table, dealer)
        twin.catch_up(table)
        assert facts_of(follower, table.rows * table.seats) == facts_of(twin, table.rows * table.seats)
        history.catch_up(table)


def test_known_cards_that_were_spared_are_told() -> None:
    """Whoever knows two cards and gives up one of them has spared the other."""
    table = deal("cambia", stock="2h 3h 9c", a="Kc 8d 4c 4d", b="5c 5d 10c 10d")
    table.play("a draw", "a swap a1", "b draw", "b throw", "a draw", "a swap a1")
    history = History(table.game.rules.ruleset, 2)
    history.catch_up(table.game.table)
    spared = [history.card_fact(2 * slot, card_facts.SPARED) for slot in range(4)]
    hidden = [history.card_fact(2 * slot, card_facts.SPARED_FOR_HIDDEN) for slot in range(4)]
    known = [history.card_fact(2 * slot, card_facts.KNOWN_TO) & 1 for slot in range(4)]
    assert spared[0] == hidden[0] == 0
    for slot in range(1, 4):
        assert spared[slot] + hidden[slot] == (2 if known[slot] else 0)


def test_joined_cards_are_shown() -> None:
    """Whoever swaps several equal cards for one picks them one by one."""
    shown = set()
    for plays in (["a draw"], ["a draw", "a also a1"]):
        table = deal("cabo", stock="2h 3h 9c", a="8c 8d 4c 4d", b="5c 5d 10c 10d")
        table.play(*plays)
        history = History(table.game.rules.ruleset, 2)
        history.catch_up(table.game.table)
        mind = Mind(table.game.rules.ruleset, policies.EVALUATION, trait_values(DEFAULT_TRAITS), 0)
        mind.start_round(0, Rng(1))
        shown.add(tuple(row[encoding_layout.IS_PICKED] for row in rows_of(mind, table.game.table, history)[1:]))
    assert shown == {(0.0,) * 8, (1.0, *(0.0,) * 7)}


@pytest.mark.parametrize("seed", examples(2 if is_compiled() else 1, 50))
def test_a_batch_plays_the_same_rounds_as_a_network_that_is_only_told_what_it_may_know(seed: int) -> None:
    rng = random.Random(f"batch {seed}")
    for rules, seats in islice(some_rules(rng, 16), 26 // HASTE):
        number, deal = rng.getrandbits(60), rng.randrange(1000)
        minds = [UNLEARNED.make_mind(rules, seats) for _ in range(seats)]
        row = play_deals(rules.ruleset, minds, 1, number, deal, 1)
        luck = BatchLuck(Rng(derive_seed(number, deal, 0)))
        game = Game(rules, seats, luck=luck, dealer="abcdefgh"[seats - 1], starter="a")
        players = [
            LevelPlayer(UNLEARNED, rules, seats, seat, derive_seed(number, deal, 1 + index))
            for index, seat in enumerate(game.seats)
        ]
        assert play_round(game, players).faults == ()
        scores = [row[seat_column(seat, round_columns.SCORE)] for seat in range(seats)]
        assert [game.table.score_of(seat) for seat in range(seats)] == scores, rules
        assert game.table.winners == row[round_columns.WINNERS]


def walk(seed: int, rounds: int) -> Iterator[tuple[Mind, Table, History, Rng]]:
    """Every decision of some random rounds, with the mind of the seat that has to decide."""
    rng = random.Random(f"walk {seed}")
    for rules, seats in some_rules(rng, rounds):
        dealer = Rng(rng.getrandbits(60))
        table = deal_new_table(rules.ruleset, seats, dealer)
        table.listening = 1
        history = History(rules.ruleset, seats)
        minds = [Mind(rules.ruleset, policies.EVALUATION, trait_values(DEFAULT_TRAITS), 0) for _ in range(seats)]
        for seat, mind in enumerate(minds):
            mind.start_round(seat, Rng(seat))
        for _ in range(300 // HASTE):
            if not step(table, dealer) or table.phase == phases.OVER:
                break
            history.catch_up(table)
            seat = find_decider(table)
            if seat != constants.DEALER:
                yield minds[seat], table, history, dealer


def rows_of(mind: Mind, table: Table, history: History) -> tuple[tuple[float, ...], ...]:
    encoding = Encoding(table.seats)
    advice = choose_by_value(mind, table)
    count_unseen(mind, table)
    encode(encoding, mind, table, history, advice)
    cards = (tuple(encoding.card_row(index)) for index in range(encoding.cards))
    return (tuple(encoding.position_row()), *cards)


def rows_with_truth(mind: Mind, table: Table, history: History) -> tuple[tuple[float, ...], ...]:
    """Planted: what only a critic may see."""
    faces = tuple(float(table.card_at(place)) for place in range(table.rows * table.seats))
    return (*rows_of(mind, table, history), faces)


def finds_leak(seed: int, look: object) -> bool:
    """Whether anything that the seat has not seen changes what a network is shown."""
    assert callable(look)
    for mind, table, history, rng in walk(seed, 24 // HASTE):
        world = table.copy()
        redeal(world, mind.seat, rng.copy())
        if look(mind, table, history) != look(mind, world, history):
            return True
    return False


@pytest.mark.parametrize("seed", examples(1, 20))
def test_a_network_is_shown_nothing_about_unseen_cards(seed: int) -> None:
    assert not finds_leak(seed, rows_of)


def test_a_planted_leak_is_found() -> None:
    assert finds_leak(0, rows_with_truth)


def test_equal_encodings_have_equal_choices() -> None:
    """By the same rules: what may be done is no more than a network is shown."""
    choices: dict[object, tuple[tuple[int, int], ...]] = {}
    again = 0
    for seed in range(2):
        for mind, table, history, _ in walk(seed, 8 // HASTE):
            key = (table.seats, rows_of(mind, table, history), tuple(rules_row_of(table)))
            offered = tuple(sorted(described(mind, table)))
            again += key in choices
            assert choices.setdefault(key, offered) == offered
    assert choices


def rules_row_of(table: Table) -> list[float]:
    return [float(getattr(table.ruleset, name)) for name in RuleOptions.__slots__]


def described(mind: Mind, table: Table) -> Iterator[tuple[int, int]]:
    """The lawful actions, with places counted from the seat that decides."""
    for action in list_legal_actions(table, mind.seat, 0, 0):
        place = (action >> 5 & 0xFFFFFF) - 1
        owner = (place % table.seats - mind.seat) % table.seats if place >= 0 else -1
        yield action & 31, -1 if place < 0 else place // table.seats * table.seats + owner


def test_every_private_observation_changes_what_a_network_is_shown() -> None:
    """Exchange a card that the seat has seen for one of another rank: the rows differ."""
    checked = 0
    for mind, table, history, _ in walk(3, 6 // HASTE):
        own = [place for place in range(table.rows * table.seats) if table.card_at(place) != constants.NO_CARD]
        known = [place for place in own if table.seen_by(table.card_at(place)) >> mind.seat & 1]
        if not known:
            continue
        before = rows_of(mind, table, history)
        for place in known:
            other = world_with_another_card(table, place)
            if other is not None:
                checked += 1
                assert rows_of(mind, other, history) != before
    assert checked > 50 // HASTE


def world_with_another_card(table: Table, place: int) -> Table | None:
    """The same table, but with a card of another rank there, of which everybody knows what they knew of the first."""
    card = table.card_at(place)
    for index in range(table.stock_left):
        stocked = table.stock_card(index)
        if table.ruleset.face_of(stocked) // 4 != table.ruleset.face_of(card) // 4:
            world = table.copy()
            exchange_with_stock(world, place, index)
            return world
    return None


def test_who_threw_what_is_told_apart() -> None:
    """The cards on the pile are the same, but not who threw which of them; c sees no other difference."""
    shown = set()
    for stock in ("6h 2h 9c", "2h 6h 9c"):
        table = deal("cambia", stock=stock, a="3c 3d 4c 4d", b="5c 5d 10c 10d", c="Ac Ad Jc Jd")
        table.play("a draw", "a throw", "b draw", "b throw")
        history = History(table.game.rules.ruleset, 3)
        history.catch_up(table.game.table)
        mind = Mind(table.game.rules.ruleset, policies.EVALUATION, trait_values(DEFAULT_TRAITS), 0)
        mind.start_round(2, Rng(1))
        shown.add(rows_of(mind, table.game.table, history)[1:])
    assert len(shown) == 2


def test_a_recorder_keeps_the_chances_by_which_a_network_decides() -> None:
    rules = PRESETS["cambia"]
    recorder = Recorder()
    traits = trait_values(DEFAULT_TRAITS)
    sampled = learned_mind(rules, 2, traits, WEIGHTS, manner=BY_CHANCE, recorder=recorder)
    best = learned_mind(rules, 2, traits, WEIGHTS, manner=BEST)
    play_deals(rules.ruleset, [sampled, best], 2, 7, 0, 8 // HASTE)
    tables = recorder.tables()
    numbers = array("i", tables["decision_numbers"])
    values = array("f", tables["action_values"])
    assert recorder.rounds == 2 * (8 // HASTE)
    assert len(numbers) == 4 * recorder.decisions > 0
    assert all(0 < chance <= 1 for chance in values[::2])
    assert not any(values[1::2]), "nothing was tried"
    assert set(array("f", tables["rewards"])) <= {-1.0, 0.0, 1.0}
    assert len(array("f", tables["positions"])) == recorder.decisions * encoding_layout.RULES
    assert len(array("f", tables["cards"])) == sum(numbers[::4]) * encoding_layout.PLACE_WIDTH
    assert len(array("i", tables["action_numbers"])) == 2 * sum(numbers[1::4])


def test_every_action_of_a_recorded_decision_is_tried_with_the_same_luck() -> None:
    """A critic says the same of everything here, so only what ends the round is worth something else."""
    rules = Rules.parse(SIX_CARDS)
    recorder = Recorder()
    critic = [0.0] * critic_layout.SIZE
    traits = trait_values(DEFAULT_TRAITS)
    tried = learned_mind(rules, 2, traits, WEIGHTS, manner=BY_CHANCE, critic=critic, recorder=recorder)
    play_deals(rules.ruleset, [tried, Mind(rules.ruleset, policies.EVALUATION, traits, 0)], 2, 7, 0, 8 // HASTE)
    tables = recorder.tables()
    kinds = array("i", tables["action_numbers"])[::2]
    values = array("f", tables["action_values"])[1::2]
    called = {value for kind, value in zip(kinds, values, strict=True) if kind == action_codes.CALL}
    drawn = {value for kind, value in zip(kinds, values, strict=True) if kind == action_codes.DRAW}
    assert called <= {-1.0, 1.0} and called
    assert drawn == {0.0}


def test_a_mind_that_follows_its_judgement_records_expert_play() -> None:
    rules = PRESETS["camp"]
    recorder = Recorder()
    values = trait_values(DEFAULT_TRAITS)
    follower = learned_mind(rules, 2, values, WEIGHTS, manner=JUDGEMENT, recorder=recorder)
    expert = Mind(rules.ruleset, policies.EVALUATION, values, 0)
    deals = 8 // HASTE
    followed = play_deals(rules.ruleset, [follower, expert], 2, 3, 0, deals)
    played = play_deals(rules.ruleset, [Mind(rules.ruleset, policies.EVALUATION, values, 0), expert], 2, 3, 0, deals)
    assert followed == played
    assert recorder.decisions > 0


def test_weights_of_another_network_are_refused() -> None:
    with pytest.raises(ValueError, match=r"expected \d+ weights, but found 3"):
        learned_mind(PRESETS["cambia"], 2, trait_values(DEFAULT_TRAITS), [1.0, 2.0, 3.0], manner=BEST)
