"""Evidence: a search believes in worlds in which the others would have done what they did, and sees no hidden card."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

import pytest

from cambio import Game
from cambio.actions import Action
from cambio.bots import play_round
from cambio.bots.levels import LADDER, LevelPlayer
from cambio.bots.networks import make_rollout_minds
from cambio.bots.styles import STYLES, expert_traits, trait_values
from cambio.core import is_compiled
from cambio.core.engine import constants, phases
from cambio.core.engine.deal import deal
from cambio.core.engine.rng import Rng
from cambio.core.engine.table import Table
from cambio.core.players.batch import start_log
from cambio.core.players.evidence import count_contradictions, witness, witness_passes
from cambio.core.players.mind import Mind
from cambio.core.players.redeal import redeal
from cambio.core.players.round_loop import carry_out, find_decision
from cambio.core.players.round_stats import RoundStats
from cambio.core.players.search import choose_with_search
from cambio.core.players.snap_search import race_with_search
from cambio.core.players.worlds import weigh_evidence
from cambio.rules import Rules
from cambio.training.random_rules import random_rules, random_seats
from cambio.view import OpenTable, View

GAMES = [("cambia", 2), ("cambia", 4), ("camp", 3), ("stick", 2), ("cabo", 2)]
EVERY_DECISION = 99
ROUNDS = 20 if is_compiled() else 2


def shuffled_deck(rules: Rules, seed: int) -> list[int]:
    deck = list(range(rules.ruleset.deck_size))
    random.Random(seed).shuffle(deck)
    return deck


def play_watched(
    rules: Rules, minds: Sequence[Mind], deck: Sequence[int], seed: int
) -> Iterator[tuple[Table, int, int]]:
    """A round from a deck: the table before each decision, the seat that has it, and what it chooses."""
    seats = len(minds)
    table = Table(rules.ruleset, seats, seats - 1, 0)
    deal(table, deck)
    start_log(table)
    for seat, mind in enumerate(minds):
        mind.start_round(seat, Rng(seed + 1 + seat))
    dealer, stats, seated = Rng(seed), RoundStats(seats), list(minds)
    while table.phase != phases.OVER:
        if table.window_open:
            if race_with_search(table, seated, dealer, stats):
                continue
            witness_passes(seated, table)
        seat = find_decision(table, seated, dealer, stats)
        if seat != constants.NOBODY:
            action = choose_with_search(minds[seat], table)
            yield table, seat, action
            witness(seated, table, seat, action)
            carry_out(table, seat, action, seated, dealer, stats)


def expert_minds(rules: Rules, seats: int) -> list[Mind]:
    """Experts, of whom the first gathers evidence."""
    minds = [STYLES["expert"].make_mind(rules, seats) for _ in range(seats)]
    minds[0].gathers_evidence = 1
    minds[0].rollout_minds = make_rollout_minds(rules, seats, trait_values(expert_traits(rules, seats)))
    return minds


def all_contradictions(mind: Mind, table: Table, world: Table) -> int:
    """What the others have decided that experts would not have if the cards lay as in that world."""
    return sum(count_contradictions(mind, table, world, seat, EVERY_DECISION) for seat in range(table.seats))


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_the_real_cards_explain_all_that_experts_do(name: str, seats: int) -> None:
    rules = Rules.parse(name)
    minds = expert_minds(rules, seats)
    unlikely = 0
    for seed in range(ROUNDS):
        for table, seat, _ in play_watched(rules, minds, shuffled_deck(rules, seed), seed):
            if seat == 0 and minds[0].evidence:
                assert all_contradictions(minds[0], table, table.copy()) == 0
                world = table.copy()
                redeal(world, 0, Rng(seed))
                unlikely += all_contradictions(minds[0], table, world) > 0
    assert unlikely > ROUNDS


def test_evidence_from_before_a_shuffle_is_dropped() -> None:
    rules = Rules.parse("cambia deal.cards=6 call.when=end call.from_lap=9")
    minds = expert_minds(rules, 4)
    shuffles = 0
    for seed in range(ROUNDS):
        for table, seat, _ in play_watched(rules, minds, shuffled_deck(rules, seed), seed):
            if seat == 0 and table.shuffles:
                shuffles += 1
                assert all_contradictions(minds[0], table, table.copy()) == 0
    assert shuffles or not is_compiled()


def test_nobody_is_taken_for_an_expert_by_what_was_done_before_a_shuffle() -> None:
    rules = Rules.parse("cambia")
    minds = expert_minds(rules, 2)
    for table, seat, _ in play_watched(rules, minds, shuffled_deck(rules, 1), 1):
        if seat == 0 and minds[0].evidence:
            weigh_evidence(minds[0], table)
            assert minds[0].explained_seats == 0b10
            shuffled = table.copy()
            shuffled.shuffles += 1
            weigh_evidence(minds[0], shuffled)
            assert minds[0].explained_seats == minds[0].strange_seats == 0


def unseen_by_all(table: Table, deck: Sequence[int]) -> list[int]:
    """Where in the deck the cards were that nobody has seen so far."""
    return [index for index, card in enumerate(deck) if table.seen_by(card) == 0]


@pytest.mark.skipif(not is_compiled(), reason="interpreted, a champion would take minutes")
@pytest.mark.parametrize("decisions", [4, 12, 20])
def test_a_champion_decides_the_same_whatever_the_cards_are_that_nobody_has_seen(decisions: int) -> None:
    rules = Rules.parse("cambia")
    champion = replace(STYLES["champion"], samples=40, opponents="expert")
    minds = [champion.make_mind(rules, 2), STYLES["expert"].make_mind(rules, 2)]
    differed = 0
    for seed in range(6):
        deck = shuffled_deck(rules, seed)
        actions, hidden = [], []
        for table, seat, action in play_watched(rules, minds, deck, seed):
            actions.append((seat, action))
            hidden = unseen_by_all(table, deck)
            if len(actions) == decisions:
                break
        again = exchange(deck, hidden, random.Random(seed).shuffle)
        assert again != deck
        assert first_actions(rules, minds, again, seed, decisions) == actions
        # Cards that somebody has seen do matter, once the memory phase is over.
        hidden = [index for index, card in enumerate(deck) if not table.seen_by(card) >> constants.FACE_UP & 1]
        mixed = exchange(deck, hidden, random.Random(seed).shuffle)
        differed += first_actions(rules, minds, mixed, seed, decisions) != actions
    assert differed or decisions == 4


def first_actions(
    rules: Rules, minds: Sequence[Mind], deck: Sequence[int], seed: int, decisions: int
) -> list[tuple[int, int]]:
    """Who has done what at the beginning of a round."""
    return [(seat, action) for _, seat, action in islice(play_watched(rules, minds, deck, seed), decisions)]


def exchange(deck: Sequence[int], positions: Sequence[int], mix: Callable[[list[int]], None]) -> list[int]:
    """The same deck with the cards at those positions in another order."""
    cards = [deck[index] for index in positions]
    mix(cards)
    mixed = list(deck)
    for index, card in zip(positions, cards, strict=True):
        mixed[index] = card
    return mixed


def test_a_search_that_takes_the_others_for_experts_gathers_evidence() -> None:
    rules = Rules.parse("cambia")
    assert [level for level in STYLES if STYLES[level].make_mind(rules, 2).gathers_evidence] == ["champion"]
    met = [
        level for level in STYLES if replace(STYLES["champion"], opponents=level).make_mind(rules, 2).gathers_evidence
    ]
    assert met == ["expert", "search"]


def test_nothing_is_gathered_where_a_wrong_snap_is_not_shown() -> None:
    rules = Rules.parse("cambia snap.shown=no")
    assert not STYLES["champion"].make_mind(rules, 2).gathers_evidence


class Listener(LevelPlayer):
    """A champion at a table that notes how many decisions of the others it recollects, and whether they convince it."""

    def __init__(self, rules: Rules, seed: int) -> None:
        super().__init__(replace(STYLES["champion"], samples=2), rules, 2, "a", seed)
        self.recollected: list[tuple[int, int]] = []

    def decide(self, seen: OpenTable | View) -> Action | None:
        action = super().decide(seen)
        self.recollected.append((len(self.mind.evidence), self.mind.explained_seats))
        return action


@pytest.mark.skipif(not is_compiled(), reason="interpreted, a champion would take minutes")
def test_a_player_who_is_only_told_what_happens_recollects_what_the_others_did() -> None:
    rules = Rules.parse("cambia")
    convinced = {}
    for rival in ("expert", "random"):
        recollected = []
        for seed in range(6):
            listener = Listener(rules, seed)
            report = play_round(Game(rules, 2, seed=seed), [listener, LADDER[rival](rules, 2, "b", seed + 1)])
            assert report.faults == ()
            recollected += [explained != 0 for number, explained in listener.recollected if number > 4]
        convinced[rival] = sum(recollected) / len(recollected)
    assert convinced["expert"] > 0.8 and convinced["random"] < 0.2


@pytest.mark.skipif(not is_compiled(), reason="interpreted, a champion would take minutes")
def test_whatever_happens_under_any_rules_can_be_played_again() -> None:
    """A champion that could not recollect the round would be at fault; reshuffles and penalties are part of it."""
    rng = random.Random("recollection")
    style = replace(STYLES["champion"], samples=1)
    gathered = 0
    for _ in range(80):
        rules = random_rules(rng)
        seats = min(random_seats(rules, rng), 5)
        game = Game(rules, seats, seed=rng.getrandbits(40))
        champion = LevelPlayer(style, rules, seats, "a", 1)
        rivals = [LADDER[rng.choice(["random", "expert"])](rules, seats, seat, 2) for seat in game.seats[1:]]
        assert play_round(game, [champion, *rivals], limit=600).faults == (), rules
        gathered += len(champion.mind.evidence)
    assert gathered > 80
