"""The command that trains a network: ``cambio train``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import RulesError
from ..rules import PRESETS, Rules

if TYPE_CHECKING:
    from ..bots.networks import Weights
    from .self_play import Game
    from .training_run import Plan, Row

EXAMPLES = """examples:
  cambio train ours --decisions 2000000           train for some minutes, and keep everything in the folder ours
  cambio train ours                               go on where the run in that folder was interrupted
  cambio train ours --games cambia/2,camp/4       for these rule books and numbers of seats only
  cambio train ours --opponents master            learn to beat the master
  cambio train ours --start master --games "cambia snap.who=own/3"     begin as the master, for rules of your own
  cambio train ours --jobs 8                      with eight processes that play, beside the one that learns
  cambio lab play --bots expert,ours/network.weights   see how strong it has become

What is there afterwards: network.weights (what bots play by), progress.csv (a line for each lesson), plan.json (what
was asked for) and checkpoint.pt (from which the run goes on). The same plan and seed make the same network.
"""
#: The rule books and numbers of seats for which a network is trained, unless somebody asks for others. What is named
#: more often is played more often: most people have the default rules, and duels show best who is stronger.
DEFAULT_GAMES = (*["cambia/2"] * 5, "cambia/4", *(f"{preset}/{seats}" for preset in PRESETS for seats in (2, 4)))
DEFAULT_VARIETY = 0.1
DEFAULT_DECISIONS = 30_000_000
DEFAULT_LESSONS_AVERAGED = 50
DEFAULT_TRIAL_DEPTH = 1
OK, FAILED, INTERRUPTED = 0, 1, 130


def add_train(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to those of ``cambio``."""
    train = commands.add_parser(
        "train",
        help="train a network by self-play",
        description="Train a network that plays Cambio: first it learns to do what an expert does, and then, from "
        "rounds against itself, its past selves and the ladder, what does better.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    train.add_argument("folder", type=Path, metavar="FOLDER", help="where everything is kept; a run there goes on")
    train.add_argument("--games", help="rules and seats, like cambia/2,camp/4 (all rule books, for 2 and 4 seats)")
    train.add_argument(
        "--decisions", type=int, default=DEFAULT_DECISIONS, help=f"how many to learn from ({DEFAULT_DECISIONS:,})"
    )
    train.add_argument("--seed", type=int, default=1, help="what is played depends on it (1)")
    train.add_argument("--jobs", type=int, default=1, help="processes that play (1)")
    train.add_argument(
        "--ray", metavar="ADDRESS", help="play on this Ray cluster instead (auto: the one that runs here)"
    )
    train.add_argument("--learning-rate", type=float, default=1e-3, help="of the first lessons; it falls (0.001)")
    train.add_argument(
        "--variety",
        type=float,
        default=DEFAULT_VARIETY,
        help=f"the share of tables with other house rules and numbers of seats ({DEFAULT_VARIETY})",
    )
    train.add_argument(
        "--opponents",
        metavar="NAME=TIMES,...",
        help="whom it meets how often: self, past, and levels, like self=4,past=2,expert (all of them, experts most)",
    )
    train.add_argument(
        "--lessons-averaged",
        type=_from(1, "lessons"),
        default=DEFAULT_LESSONS_AVERAGED,
        metavar="N",
        help="it plays by the mean of its weights over so many of the latest lessons "
        f"({DEFAULT_LESSONS_AVERAGED}; 1: by those after the latest)",
    )
    train.add_argument(
        "--trial-depth",
        type=_from(0, "choices"),
        default=DEFAULT_TRIAL_DEPTH,
        metavar="N",
        help="what an action was worth is judged after so many more choices of the network "
        f"({DEFAULT_TRIAL_DEPTH}; 0: where its next choice is due)",
    )
    train.add_argument(
        "--start",
        metavar="FILE",
        help="begin with these weights: a file of another run, or master (with what an expert does)",
    )
    train.set_defaults(run=run_train)


def _from(least: int, what: str) -> Callable[[str], int]:
    """Reads a number of something, which must not be smaller."""

    def read(text: str) -> int:
        if not text.isdigit() or int(text) < least:
            raise argparse.ArgumentTypeError(f"expected a number of {what} from {least} up, but found {text!r}")
        return int(text)

    return read


def run_train(options: argparse.Namespace) -> int:
    """Train, and show a line for each lesson that was rated."""
    try:
        from .training_run import CHECKPOINT, WEIGHTS, TrainingRun, players
    except ModuleNotFoundError as error:
        print(f"cambio: training needs {error.name}: pip install 'cambio-game[train]'", file=sys.stderr)
        return FAILED
    is_new = not (options.folder / CHECKPOINT).exists()
    try:
        plan = read_plan(options)
        first_weights = read_start(plan.start) if is_new and plan.start else None
    except (RulesError, ValueError, OSError) as error:
        print(f"cambio: {error}", file=sys.stderr)
        return FAILED
    run = TrainingRun(plan, options.folder)
    with players(options.jobs, options.ray) as play:
        try:
            if first_weights is not None:
                run.start_from(first_weights)
            elif is_new:
                share = run.clone_expert(play)
                print(f"learned from experts: the same choice in {share:.1%} of their decisions", flush=True)
            for row in run.run(play):
                if row.rating is not None:
                    print(progress_line(row, plan), flush=True)
        except KeyboardInterrupt:
            run.keep()
            print(f"interrupted: the same command goes on from {options.folder / CHECKPOINT}", file=sys.stderr)
            return INTERRUPTED
    print(f"The weights are in {options.folder / WEIGHTS}.")
    return OK


def progress_line(row: Row, plan: Plan) -> str:
    """How far it is, how fast it goes, and how strong the network is."""
    rate = row.decisions / row.seconds if row.seconds else 0.0
    return (
        f"{row.decisions:,} of {plan.decisions:,} decisions, {rate:,.0f} a second; "
        f"against experts {row.rating:.1%} of an even share"
    )


def read_plan(options: argparse.Namespace) -> Plan:
    """What was asked for; in a folder with a run, what that run was begun with."""
    import json

    from .training_run import CHECKPOINT, PLAN, Plan

    if (options.folder / CHECKPOINT).exists():
        return Plan.from_json(json.loads((options.folder / PLAN).read_text(encoding="utf-8")))
    return Plan(
        tuple(read_game(text) for text in (options.games.split(",") if options.games else DEFAULT_GAMES)),
        options.decisions,
        options.seed,
        learning_rate=options.learning_rate,
        variety=options.variety,
        opponents=read_opponents(options.opponents),
        lessons_averaged=options.lessons_averaged,
        trial_depth=options.trial_depth,
        start=options.start,
    )


def read_start(name: str) -> Weights:
    """The weights with which a run begins: those that come with Cambio, by the name of their level, or a file's."""
    from ..bots.networks import read_weights
    from ..bots.styles import load_weights

    return load_weights() if name == "master" else read_weights(Path(name))


def read_opponents(text: str | None) -> Mapping[str, float]:
    """Whom a network meets and how often, like ``self=4,past=2,expert``; nothing stands for what is usual.

    >>> read_opponents("self=4,expert")
    {'self': 4.0, 'expert': 1.0}
    """
    from ..bots.styles import STYLES
    from .self_play import OPPONENTS, PAST, SELF

    if text is None:
        return OPPONENTS
    found = {}
    for part in text.split(","):
        name, _, times = part.partition("=")
        if name not in (SELF, PAST, *STYLES):
            raise ValueError(f"expected {SELF}, {PAST} or a level ({', '.join(STYLES)}), but found {name!r}")
        found[name] = float(times or 1)
    return found


def read_game(text: str) -> Game:
    """Rules and a number of seats, like ``cambia/2``."""
    from .self_play import Game

    rules, slash, seats = text.rpartition("/")
    if not slash or not seats.isdigit():
        raise ValueError(f"expected rules and seats like cambia/2, but found {text!r}")
    Rules.parse(rules).check_seats(int(seats))
    return Game(rules, int(seats))
