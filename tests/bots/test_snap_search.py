"""Snaps that are searched for: what the others did may show a card that nobody has shown."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cambio.bots.styles import STYLES
from cambio.core import is_compiled
from cambio.core.engine import constants, phases
from cambio.core.engine.deal import deal_new_table
from cambio.core.engine.next_actor import may_snap
from cambio.core.engine.play import place_of
from cambio.core.engine.rng import Rng
from cambio.core.engine.snap import matches
from cambio.core.engine.table import Table
from cambio.core.players.batch import start_log
from cambio.core.players.evidence import witness, witness_new_passes
from cambio.core.players.mind import Mind
from cambio.core.players.round_loop import carry_out, choose_action, choose_snap, find_decision, play_fastest_snap
from cambio.core.players.round_stats import RoundStats
from cambio.core.players.snap_search import choose_snap_with_search, list_likely_snaps, searches_snaps
from cambio.rules import Rules

#: In one of twenty rounds a champion snaps a card that only an expert has seen.
ROUNDS = 100


def windows_of(level: str, rules: Rules, seed: int, rival: str = "expert") -> Iterator[tuple[Mind, Table, int, int]]:
    """A round against a rival: each discard that the level may snap, and what it wants at first and in the end."""
    minds = [STYLES[each].make_mind(rules, 2) for each in (level, rival)]
    table = deal_new_table(rules.ruleset, 2, Rng(seed))
    start_log(table)
    for seat, mind in enumerate(minds):
        mind.start_round(seat, Rng(seed + seat))
    dealer, stats, let_pass = Rng(seed), RoundStats(2), -1
    while table.phase != phases.OVER:
        if table.window_open:
            chosen = [0, choose_snap(minds[1], table) if may_snap(table, 1) else 0]
            if may_snap(table, 0):
                wanted = choose_snap(minds[0], table)
                chosen[0] = choose_snap_with_search(minds[0], table)
                yield minds[0], table, wanted, chosen[0]
            if play_fastest_snap(table, minds, chosen, dealer, stats):
                continue
            let_pass = witness_new_passes(minds, table, let_pass)
        seat = find_decision(table, minds, dealer, stats)
        if seat != constants.NOBODY:
            action = choose_action(minds[seat], table)
            witness(minds, table, seat, action)
            carry_out(table, seat, action, minds, dealer, stats)


def unseen_cards_snapped(name: str, rival: str) -> list[int]:
    """In many rounds, whether the cards matched that a champion wanted to snap and had not seen."""
    rules = Rules.parse(name)
    found = []
    for seed in range(ROUNDS):
        for mind, table, wanted, chosen in windows_of("champion", rules, seed, rival):
            place = place_of(chosen)
            if chosen and chosen != wanted and not table.seen_by(table.card_at(place)) >> mind.seat & 1:
                found.append(matches(table, place))
    return found


@pytest.mark.skipif(not is_compiled(), reason="interpreted, a champion would take minutes")
def test_a_champion_snaps_cards_that_it_has_not_seen_where_what_an_expert_did_shows_them() -> None:
    found = [right for name in ("camp", "flip") for right in unseen_cards_snapped(name, "expert")]
    assert len(found) > 3
    # Of cards about which nothing is known one of thirteen matches.
    assert sum(found) / len(found) > 0.3


@pytest.mark.skipif(not is_compiled(), reason="interpreted, a champion would take minutes")
@pytest.mark.parametrize("rival", ["casual", "solid", "master"])
def test_it_does_not_take_others_for_experts_when_it_snaps(rival: str) -> None:
    assert len(unseen_cards_snapped("camp", rival)) <= ROUNDS / 30


@pytest.mark.skipif(not is_compiled(), reason="interpreted, a champion would take minutes")
def test_to_let_the_discard_pass_is_tried_beside_every_snap() -> None:
    rules = Rules.parse("cambia snap.discarder=yes")
    tried = 0
    for mind, table, wanted, _ in windows_of("champion", rules, 3):
        actions = list_likely_snaps(mind, table, wanted)
        assert actions[0] == 0 and len(set(actions)) == len(actions)
        assert not wanted or wanted in actions
        tried += len(actions) > 1
    assert tried


def test_only_who_searches_with_a_critic_ponders_snaps() -> None:
    rules = Rules.parse("cambia")
    assert [level for level in STYLES if searches_snaps(STYLES[level].make_mind(rules, 2))] == ["champion"]


def test_who_lets_a_discard_pass_in_a_trial_snaps_the_next_one() -> None:
    wanted = 0
    for seed in range(12):
        for mind, table, snap, _ in windows_of("expert", Rules.parse("cambia"), seed):
            if snap:
                wanted += 1
                mind.passed_discard = table.discard_number
                assert choose_snap(mind, table) == 0
                mind.passed_discard = table.discard_number - 1
                assert choose_snap(mind, table) == snap
    assert wanted
