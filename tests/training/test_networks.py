"""Training a network: PyTorch and the core agree on what it does, and a run that was interrupted goes on as it was."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from cambio.cli import main

pytest.importorskip("torch")

import numpy as np
import torch

from cambio.bots.networks import Weights, learned_mind, rules_row
from cambio.bots.win_shares import win_shares
from cambio.core import is_compiled
from cambio.core.networks import encoding_layout
from cambio.core.networks.manners import BY_CHANCE, JUDGEMENT
from cambio.core.networks.recorder import Recorder
from cambio.core.networks.truth import Truth
from cambio.core.players import policies, round_columns
from cambio.core.players.round_stats import row_width
from cambio.rules import Rules
from cambio.training import training_run
from cambio.training.decisions import Batch, Decisions, advantages, starts_of
from cambio.training.learning import PARTS_OF_RUN, Learner
from cambio.training.network_model import CriticModel, NetworkModel
from cambio.training.self_play import SELF, Assignment, Game, TrainingTable, judgement_traits, play_assignment
from cambio.training.training_run import Plan, TrainingRun, players

CAMBIA = Game("cambia", 2)
#: A run tries every action of every decision.
in_time = pytest.mark.skipif(not is_compiled(), reason="interpreted, it would take minutes")


def recorded(weights: Sequence[float], game: Game = CAMBIA, deals: int = 4) -> Decisions:
    opponents = ("self", *["expert"] * (game.seats - 2))
    parts, _ = play_assignment(Assignment(game, opponents, 5, deals, weights, weights, manner=BY_CHANCE))
    return Decisions.joined(parts)


@pytest.mark.parametrize("game", [CAMBIA, Game("camp", 4), Game("flip snap.cards=2", 3)], ids=str)
def test_the_core_plays_by_the_chances_that_pytorch_computes(game: Game) -> None:
    torch.manual_seed(3)
    model = NetworkModel()
    for layer in (model.plain, model.placed):
        torch.nn.init.normal_(layer.weight, std=0.5)
    decisions = recorded(model.weights(), game)
    batch = decisions.batch(np.arange(len(decisions)))
    with torch.no_grad():
        log_chances, _, beliefs = model(batch)
    chances = torch.exp(log_chances[torch.from_numpy(batch.chosen)]).numpy()
    chosen = starts_of(decisions.action_counts) + decisions.chosen
    assert np.abs(chances - decisions.action_chances[chosen]).max() < 1e-5
    assert beliefs.shape == (len(batch.cards), 13)
    rules = np.asarray(rules_row(Rules.parse(game.rules)))
    assert np.array_equal(decisions.positions[0, encoding_layout.RULES :], rules)


def test_a_critic_of_the_core_is_the_one_that_was_trained() -> None:
    """A search that asks it and one that asks nobody differ only in what they find, not in what they may do."""
    learner = Learner(2)
    decisions = recorded(learner.network.weights())
    values = learner.judge(decisions)
    assert values.shape == (len(decisions),)
    mind = learned_mind(
        Rules.parse("cambia"),
        2,
        judgement_traits(Rules.parse("cambia"), 2),
        learner.network.weights(),
        manner=BY_CHANCE,
        critic=learner.critic.weights(),
    )
    critic = mind.learned.critic
    assert critic is not None
    assert critic.value_of(mind.learned.encoding, Truth()) == pytest.approx(blank_value(learner, "cambia"), abs=1e-5)


def blank_value(learner: Learner, rules: str) -> float:
    """What the critic says of a position of which nothing is known but the rules."""
    position = np.zeros((1, encoding_layout.POSITION_WIDTH), np.float32)
    position[0, encoding_layout.RULES :] = rules_row(Rules.parse(rules))
    nobody = np.zeros(0, np.int64)
    batch = Batch(
        positions=position,
        truths=np.zeros((1, encoding_layout.TRUTH_WIDTH), np.float32),
        cards=np.zeros((0, encoding_layout.PLACE_WIDTH), np.float32),
        card_truths=np.zeros(0, np.float32),
        decision_of_card=nobody,
        point_classes=nobody,
        action_kinds=nobody,
        action_cards=nobody,
        decision_of_action=nobody,
        actions=nobody,
        chosen=nobody,
        rewards=np.zeros(0, np.float32),
    )
    with torch.no_grad():
        return float(learner.critic(batch))


def test_chances_of_a_decision_sum_to_one() -> None:
    model = NetworkModel()
    decisions = recorded(model.weights())
    chosen = np.array(random.Random(1).sample(range(len(decisions)), 20))
    batch = decisions.batch(chosen)
    with torch.no_grad():
        chances = torch.exp(model(batch)[0])
    sums = np.zeros(20)
    np.add.at(sums, batch.decision_of_action, chances.numpy())
    assert np.allclose(sums, 1.0, atol=1e-5)


def test_an_advantage_is_what_came_less_what_was_expected() -> None:
    decisions = recorded(NetworkModel().weights())
    values = np.zeros(len(decisions), np.float32)
    assert np.array_equal(advantages(decisions, values, 1.0), decisions.rewards)
    last = np.append(decisions.rounds[1:] != decisions.rounds[:-1], True)
    found = advantages(decisions, values, 0.0)
    assert np.array_equal(found[last], decisions.rewards[last])
    assert not found[~last].any()


def test_win_shares_are_shared_by_the_winners() -> None:
    parts, margin = play_assignment(
        Assignment(CAMBIA, ("expert",), 9, 6, NetworkModel().weights(), NetworkModel().weights())
    )
    rewards = parts[0].rewards
    assert -0.5 <= margin <= 0.5
    assert set(np.unique(rewards)) <= {-1.0, 0.0, 1.0}
    rows = [0] * 4 * row_width(2)
    rows[round_columns.WINNERS :: row_width(2)] = [0b01, 0b01, 0b11, 0b10]
    assert win_shares(rows, 2) == [1, 0, 0.5, 1]


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs of a few seconds."""
    monkeypatch.setattr(training_run, "CLONED_DEALS", 20)
    monkeypatch.setattr(training_run, "LESSONS_PER_RATING", 2)
    monkeypatch.setattr(training_run, "LESSONS_PER_SELF", 1)
    monkeypatch.setattr(training_run, "RATING_DEALS", 8)


@in_time
@pytest.mark.usefixtures("short")
def test_a_run_that_was_interrupted_makes_the_same_network(tmp_path: Path) -> None:
    plan = Plan((CAMBIA, Game("camp", 3)), 1_200, decisions_per_lesson=400, lessons_averaged=9)
    with players(1, None) as play:
        whole = TrainingRun(plan, tmp_path / "whole")
        whole.clone_expert(play)
        lessons = len(list(whole.run(play)))
        assert lessons > 2
        begun = TrainingRun(plan, tmp_path / "parts")
        begun.clone_expert(play)
        first = 0
        for _ in begun.run(play, lambda: begun.lesson == 2):
            first += 1
        assert first == 2
        resumed = TrainingRun(plan, tmp_path / "parts")
        assert resumed.lesson == 2
        list(resumed.run(play))
    same = [(tmp_path / name / "network.weights").read_bytes() for name in ("whole", "parts")]
    assert same[0] == same[1]
    lines = (tmp_path / "parts" / "progress.csv").read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("lesson,decisions,seconds") and len(lines) == lessons + 1


def test_a_run_begins_with_the_weights_that_it_is_given(tmp_path: Path) -> None:
    taught = Learner(7)
    weights = Weights(taught.network.weights(), taught.critic.weights())
    run = TrainingRun(Plan((CAMBIA,), 1_000), tmp_path)
    run.start_from(weights)
    assert run.learner.weights == weights


def test_what_plays_is_the_mean_over_the_latest_lessons() -> None:
    learner = Learner(7, lessons_averaged=50)
    started = Weights(learner.network.weights(), learner.critic.weights())
    learner.start_from(started)
    weights, critic = started.network, started.critic
    parts, _ = play_assignment(Assignment(CAMBIA, ("expert",), 1, 4, weights, weights, critic))
    learner.improve(parts[0], 1e-3)
    first, latest, mean = (np.array(each) for each in (weights, learner.network.weights(), learner.weights.network))
    share = PARTS_OF_RUN / (PARTS_OF_RUN + 1)
    assert not np.array_equal(first, latest)
    np.testing.assert_allclose(mean, share * latest + (1 - share) * first, atol=1e-6)


@pytest.mark.parametrize(
    ("opponent", "plays_on_by"),
    [(who, policies.LEARNED) for who in ("self", "past", "master", "champion")]
    + [(level, policies.EVALUATION) for level in ("beginner", "casual", "solid", "expert", "search")],
)
def test_in_trials_networks_play_on_without_a_search_and_all_others_as_experts(opponent: str, plays_on_by: int) -> None:
    weights, critic = NetworkModel().weights(), CriticModel().weights()
    table = TrainingTable(Assignment(CAMBIA, (opponent,), 1, 4, weights, weights, critic))
    mind = table.make_mind(SELF)
    table.teach(mind, 0, Recorder())
    assert [other.policy for other in mind.rollout_minds] == [policies.LEARNED, plays_on_by]
    assert not any(other.samples or other.forgets for other in mind.rollout_minds)


def test_in_trials_a_master_plays_on_as_a_master_and_others_as_experts() -> None:
    learner = Learner(1)
    weights, critic = learner.network.weights(), learner.critic.weights()
    values = {}
    for opponent in ("master", "expert"):
        parts, _ = play_assignment(Assignment(CAMBIA, (opponent,), 1, 4, weights, weights, critic))
        values[opponent] = parts[0].action_values
        assert values[opponent].any()
    assert not np.array_equal(values["master"], values["expert"])


def test_trials_go_on_for_some_choices_before_the_critic_judges() -> None:
    learner = Learner(1)
    weights, critic = learner.network.weights(), learner.critic.weights()
    values = []
    for depth in (0, 2):
        parts, _ = play_assignment(Assignment(CAMBIA, ("expert",), 1, 4, weights, weights, critic, depth=depth))
        values.append(parts[0].action_values)
        assert values[-1].any()
    assert values[0].shape == values[1].shape and not np.array_equal(values[0], values[1])


def test_a_network_learns_to_do_what_an_expert_does() -> None:
    learner = Learner(1)
    weights = learner.network.weights()
    parts, _ = play_assignment(Assignment(CAMBIA, ("expert",), 1, 150, weights, weights, manner=JUDGEMENT))
    before = learner.clone(parts[0], 1)
    after = learner.clone(parts[0], 25)
    assert after > max(before, 0.7)


@in_time
@pytest.mark.usefixtures("short")
def test_the_command_trains_and_says_where_the_weights_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "ours"
    arguments = ["train", str(folder), "--games", "cambia/2", "--decisions", "500"]
    assert main(arguments) == 0
    said = capsys.readouterr().out
    assert "learned from experts" in said and "against experts" in said and str(folder / "network.weights") in said
    assert main(arguments) == 0


def test_weights_to_begin_with_must_be_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "ours"
    assert main(["train", str(folder), "--games", "cambia/2", "--start", str(tmp_path / "missing.weights")]) == 1
    assert "missing.weights" in capsys.readouterr().err
    assert not folder.exists()


@pytest.mark.parametrize(
    ("games", "complaint"),
    [("cambia", "expected rules and seats like cambia/2"), ("cambia/9", "seats"), ("poker/2", "poker")],
)
def test_games_that_cannot_be_played_are_refused(
    games: str, complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["train", str(tmp_path / "x"), "--games", games]) == 1
    assert complaint in capsys.readouterr().err
    assert not (tmp_path / "x").exists()
