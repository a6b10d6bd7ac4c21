"""A training run: from nothing to a network, with a checkpoint after every few lessons from which it can go on.

The same plan makes the same network: what is played depends on the seed alone, and not on how long anything takes.
"""

from __future__ import annotations

import csv
import json
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from ..bots.networks import Weights, write_weights
from ..environments.missing import require
from .decisions import Decisions
from .learning import Learner, Lesson
from .self_play import (
    OPPONENTS,
    SEED_BOUND,
    Assignment,
    Game,
    draw_assignment,
    expert_assignment,
    play_assignment,
    rate_against,
)

torch: Any = require("torch")

CHECKPOINT = "checkpoint.pt"
WEIGHTS = "network.weights"
PROGRESS = "progress.csv"
PLAN = "plan.json"
#: Deals of all games together from which an expert is cloned, and how often the network goes through them.
CLONED_DEALS = 6000
CLONING_PASSES = 3
#: Assignments for one lesson: each has a game and opponents of its own.
ASSIGNMENTS = 16
#: Lessons from one past self that is kept to the next, and how many are kept.
LESSONS_PER_SELF = 10
SELVES_KEPT = 20
#: Lessons from one rating and checkpoint to the next; and the deals of a rating.
LESSONS_PER_RATING = 50
RATING_DEALS = 600
RATING_SEED = 20_260_000
#: Of the learning rate this share is left at the end.
LEFT_AT_END = 0.03


@dataclass(frozen=True)
class Plan:
    """What is trained, on what, for how long; see ``cambio train --help``."""

    games: tuple[Game, ...]
    decisions: int
    seed: int = 1
    decisions_per_lesson: int = 32_000
    learning_rate: float = 1e-3
    #: The share of tables with other house rules and numbers of seats than the games'.
    variety: float = 0.0
    #: How often the network meets itself, its past selves and each level.
    opponents: Mapping[str, float] = field(default_factory=lambda: dict(OPPONENTS))
    #: What plays and is kept is the mean of the weights over so many of the latest lessons.
    lessons_averaged: int = 1
    #: How many more own choices a trial of an action plays before the critic says what it was worth.
    trial_depth: int = 0
    #: The file of the weights with which it begins; without one it begins with what an expert does.
    start: str | None = None

    def to_json(self) -> dict[str, Any]:
        """As a file keeps it."""
        return {
            **asdict(self),
            "opponents": dict(self.opponents),
            "games": [[game.rules, game.seats] for game in self.games],
        }

    @classmethod
    def from_json(cls, document: dict[str, Any]) -> Plan:
        return cls(**{**document, "games": tuple(Game(rules, seats) for rules, seats in document["games"])})


@dataclass(frozen=True)
class Row:
    """A line of the progress file."""

    lesson: int
    decisions: int
    seconds: float
    margin: float
    score_loss: float
    critic_loss: float
    belief_loss: float
    entropy: float
    rating: float | None


#: Plays assignments, in their order.
Player = Callable[[Sequence[Assignment]], Iterator[tuple[list[Decisions], float]]]


@contextmanager
def players(jobs: int, ray: str | None) -> Iterator[Player]:
    """Whoever plays: this process, several others, or a Ray cluster."""
    if ray is not None:
        from ray.util.multiprocessing import Pool as RayPool

        with RayPool(jobs, ray_address=ray or None) as pool:
            yield lambda assignments: pool.imap(play_assignment, assignments)
    elif jobs > 1:
        # Forked processes would inherit the threads of PyTorch in a state of which nobody knows. An executor waits for
        # what is still being played when a run ends; a pool, which ends its processes, may wait for them for ever.
        with ProcessPoolExecutor(jobs, torch.multiprocessing.get_context("spawn")) as executor:
            yield lambda assignments: executor.map(play_assignment, assignments)
    else:
        yield lambda assignments: map(play_assignment, assignments)


class TrainingRun:
    """A run in its folder: it begins anew, or goes on from the checkpoint that lies there."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        # Several threads would add up numbers in an order that depends on chance.
        torch.set_num_threads(1)
        self.plan = plan  #: What is trained.
        self.folder = folder  #: Where everything is kept.
        self.learner = Learner(plan.seed, plan.lessons_averaged)  #: What learns.
        self.lesson = 0  #: Lessons so far.
        self.decisions = 0  #: Decisions that it has learned from.
        self.seconds = 0.0  #: How long that has taken.
        self._rng = random.Random(plan.seed)
        self._past: list[Sequence[float]] = []
        #: What is played while the lesson before it is learned.
        self._next: list[Assignment] = []
        if (folder / CHECKPOINT).exists():
            self._restore()
        else:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / PLAN).write_text(json.dumps(plan.to_json(), indent=2) + "\n", encoding="utf-8")

    @property
    def is_over(self) -> bool:
        """The plan has been carried out."""
        return self.decisions >= self.plan.decisions

    def start_from(self, weights: Weights) -> None:
        """Before the first lesson: go on with what another run has learned."""
        self.learner.start_from(weights)
        self._past = [self.learner.weights.network]

    def clone_expert(self, play: Player) -> float:
        """Before the first lesson: the share of an expert's decisions that the network makes, too."""
        weights = self.learner.weights.network
        games = list(dict.fromkeys(self.plan.games))
        deals = -(-CLONED_DEALS // len(games))
        assignments = [expert_assignment(game, self._rng.randrange(SEED_BOUND), deals, weights) for game in games]
        recorded = [part for parts, _ in play(assignments) for part in parts]
        share = self.learner.clone(Decisions.joined(recorded), CLONING_PASSES)
        self._past = [self.learner.weights.network]
        return share

    def run(self, play: Player, is_stopped: Callable[[], bool] = lambda: False) -> Iterator[Row]:
        """Lesson after lesson, until the plan is carried out or somebody stops it; then there is a checkpoint.

        While the network learns, the rounds for its next lesson are played, by the network as it was before.
        """
        self._next = self._next or self._draw()
        played = play(self._next)
        while not self.is_over and not is_stopped():
            began = time.monotonic()
            recorded = list(played)
            self._next = self._draw()
            played = play(self._next)
            lesson, margin, learned_from = self._learn(recorded)
            self.lesson += 1
            self.decisions += learned_from
            if self.lesson % LESSONS_PER_SELF == 0:
                self._past = [*self._past, self.learner.weights.network][-SELVES_KEPT:]
            self.seconds += time.monotonic() - began
            is_rated = self.lesson % LESSONS_PER_RATING == 0 or self.is_over
            row = self._row(lesson, margin, self.rate() if is_rated else None)
            self._note(row)
            if is_rated:
                self.keep()
            yield row
        self.keep()

    def rate(self) -> float:
        """The wins against experts in even shares: the mean over the games, which all count alike."""
        weights = self.learner.weights.network
        margins = [
            rate_against(weights, game, "expert", RATING_SEED, RATING_DEALS // game.seats)[0] * game.seats
            for game in dict.fromkeys(self.plan.games)
        ]
        return sum(margins) / len(margins)

    def keep(self) -> None:
        """Write the weights, and a checkpoint from which the run goes on as if it had never ended."""
        write_weights(self.folder / WEIGHTS, self.learner.weights)
        state = {
            "learner": self.learner.state(),
            "lesson": self.lesson,
            "decisions": self.decisions,
            "seconds": self.seconds,
            "rng": self._rng.getstate(),
            "past": self._past,
            "next": self._next,
        }
        new = self.folder / (CHECKPOINT + ".new")
        torch.save(state, new)
        new.replace(self.folder / CHECKPOINT)

    def _restore(self) -> None:
        state = torch.load(self.folder / CHECKPOINT, weights_only=False)
        self.learner.restore(state["learner"])
        self.lesson, self.decisions, self.seconds = state["lesson"], state["decisions"], state["seconds"]
        self._rng.setstate(state["rng"])
        self._past, self._next = state["past"], state["next"]

    def _draw(self) -> list[Assignment]:
        """What is played for the next lesson, by the network as it is now."""
        weights, plan = self.learner.weights, self.plan
        deals = max(1, plan.decisions_per_lesson // (ASSIGNMENTS * DECISIONS_PER_DEAL))
        return [
            draw_assignment(
                self._rng,
                plan.games,
                deals,
                weights.network,
                self._past,
                weights.critic,
                plan.variety,
                plan.opponents,
                plan.trial_depth,
            )
            for _ in range(ASSIGNMENTS)
        ]

    def _learn(self, recorded: Sequence[tuple[list[Decisions], float]]) -> tuple[Lesson, float, int]:
        decisions = Decisions.joined([part for parts, _ in recorded for part in parts])
        margin = sum(margin for _, margin in recorded) / len(recorded)
        return self.learner.improve(decisions, self._learning_rate()), margin, len(decisions)

    def _learning_rate(self) -> float:
        """Steps get shorter towards the end."""
        done = min(1.0, self.decisions / self.plan.decisions)
        return self.plan.learning_rate * (1 - (1 - LEFT_AT_END) * done)

    def _row(self, lesson: Lesson, margin: float, rating: float | None) -> Row:
        return Row(self.lesson, self.decisions, round(self.seconds, 1), margin, **asdict(lesson), rating=rating)

    def _note(self, row: Row) -> None:
        file = self.folder / PROGRESS
        is_new = not file.exists()
        with file.open("a", newline="", encoding="utf-8") as stream:
            writer = csv.writer(stream)
            if is_new:
                writer.writerow([field.name for field in fields(Row)])
            writer.writerow(
                "" if number is None else round(number, 6) if isinstance(number, float) else number
                for number in asdict(row).values()
            )


#: About how many decisions a deal brings with all its rotations, at two seats of which one is recorded.
DECISIONS_PER_DEAL = 50
