"""Search: what the champion tries, who plays on for it, and how long it may think."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cambio.bots.styles import STYLES
from cambio.core import is_compiled
from cambio.core.engine import constants, phases
from cambio.core.engine.deal import deal_new_table
from cambio.core.engine.rng import Rng
from cambio.core.engine.table import Table
from cambio.core.networks.learned_policy import count_consultations, has_scores, list_choices, list_likely_actions
from cambio.core.players.batch import start_log
from cambio.core.players.evidence import witness, witness_new_passes
from cambio.core.players.mind import Mind, seat_rollout_minds
from cambio.core.players.round_loop import carry_out, choose_action, find_decision, race_to_snap
from cambio.core.players.round_stats import RoundStats
from cambio.core.players.search import choose_with_search
from cambio.core.players.worlds import weigh_evidence
from cambio.rules import Rules

#: A search asks networks that often at most, and a little more in the world in which its budget runs out.
MOST_CONSULTATIONS = 8_000
IN_ONE_WORLD = 12 * 5


def decisions_of_champion(
    rules: str, seats: int, seed: int, level: str = "master"
) -> Iterator[tuple[Mind, Table, int]]:
    """A round against a level: whenever the network of the champion has scored its choices, what it prefers."""
    table = deal_new_table(Rules.parse(rules).ruleset, seats, Rng(seed))
    start_log(table)
    others = [STYLES[level].make_mind(Rules.parse(rules), seats) for _ in range(seats - 1)]
    minds = [STYLES["champion"].make_mind(Rules.parse(rules), seats), *others]
    for seat, mind in enumerate(minds):
        mind.start_round(seat, Rng(seed + seat))
    dealer, stats, let_pass = Rng(seed), RoundStats(seats), -1
    while table.phase != phases.OVER:
        if table.window_open and race_to_snap(table, minds, dealer, stats):
            continue
        let_pass = witness_new_passes(minds, table, let_pass)
        seat = find_decision(table, minds, dealer, stats)
        if seat == constants.NOBODY:
            continue
        action = choose_action(minds[seat], table)
        if seat == 0 and has_scores(minds[0]):
            yield minds[0], table, action
        witness(minds, table, seat, action)
        carry_out(table, seat, action, minds, dealer, stats)


def test_a_champion_plays_on_as_a_master_against_experts() -> None:
    itself, *others = STYLES["champion"].make_mind(Rules.parse("cambia"), 3).rollout_minds
    assert itself.learned is not None and not itself.samples
    assert [(other.learned, other.samples) for other in others] == [(None, 0), (None, 0)]


@pytest.mark.parametrize(("level", "is_strange"), [("expert", False), ("master", True), ("casual", True)])
def test_masters_play_on_for_others_who_are_no_experts(level: str, is_strange: bool) -> None:
    were_strange = []
    for mind, table, _ in decisions_of_champion("cambia", 3, 7, level):
        weigh_evidence(mind, table)
        were_strange.append(mind.strange_seats != 0)
        itself, *others = seat_rollout_minds(mind, 1)
        assert itself is mind.rollout_minds[0]
        assert [other.learned is not None for other in others] == [mind.strange_seats >> seat & 1 for seat in (1, 2)]
    assert (sum(were_strange) > len(were_strange) / 3) == is_strange


def test_a_search_tries_the_likeliest_actions_if_there_are_too_many() -> None:
    tried = set()
    for mind, table, base in decisions_of_champion("cambia", 4, 3):
        choices = list_choices(mind, table)
        found = [list_likely_actions(mind, choices, base, most) for most in range(1, 13)]
        for most, actions in enumerate(found, start=1):
            assert base in actions and len(actions) <= most
            assert set(actions) <= set(found[-1]) <= set(choices)
        tried.add(len(found[-1]))
    assert max(tried) > 3


@pytest.mark.skipif(not is_compiled(), reason="interpreted, a champion would take minutes")
@pytest.mark.parametrize(("rules", "seats"), [("cambia", 2), ("cambia", 6), ("camp", 4)])
def test_a_champion_keeps_to_its_budget(rules: str, seats: int) -> None:
    asked = []
    for mind, table, _ in decisions_of_champion(rules, seats, 5):
        before = count_consultations(mind)
        choose_with_search(mind, table)
        asked.append(count_consultations(mind) - before)
    assert 100 < max(asked) <= MOST_CONSULTATIONS + IN_ONE_WORLD
