"""Many tables in lock-step: the same games as one by one, in both builds, into the caller's own arrays."""

from __future__ import annotations

import dataclasses
import json
import os
import subprocess
import sys
import threading

import numpy as np
import pytest

from cambio.core import is_compiled
from cambio.core.engine.rng import Rng
from cambio.core.environment.env_spec import EnvSpec
from cambio.core.environment.env_state import EnvState
from cambio.core.environment.env_step import start_round, step
from cambio.core.environment.vector import SEED_STEP
from cambio.environments.sequential import EnvConfig
from cambio.environments.vector import Arrays, Tables
from tests.environments.digest import digests
from tests.environments.random_rounds import mask_of, observed

STEPS = 400 if is_compiled() else 60


def test_interpreted_and_compiled_tables_play_the_same_games() -> None:
    environment = {name: value for name, value in os.environ.items() if name != "CAMBIO_ENGINE"}
    if is_compiled():
        environment["CAMBIO_ENGINE"] = "interpreted"
    command = [sys.executable, "-m", "tests.environments.digest"]
    told = json.loads(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)
    if told["is compiled"] == is_compiled():
        pytest.skip("the core is not compiled here")
    assert told["digests"] == digests()


@pytest.mark.parametrize(("rules", "seats"), [("cambia", 2), ("camp snap.hand_limit=6", 3)])
def test_tables_in_lock_step_play_as_they_would_alone(rules: str, seats: int) -> None:
    tables = Tables(rules, seats, tables=3, seed=5)
    spec = EnvConfig(rules, seats).spec
    envs = [EnvState(spec, Rng(5 + table * SEED_STEP)) for table in range(3)]
    for env in envs:
        start_round(env)
    rounds = 0
    for _ in range(STEPS):
        decisions = tables.sample(calls=4)
        tables.step(decisions)
        for index, env in enumerate(envs):
            assert step(env, int(decisions[index]))
            assert tables.ends[index] == env.end
            if env.end:
                rounds += 1
                expected = [spec.seats * won - 1 for won in shares(env)]
                assert tables.rewards[index] == pytest.approx([reward / (seats - 1) for reward in expected])
                start_round(env)
            else:
                assert not tables.rewards[index].any()
            assert tables.seats[index] == env.seat
            assert (tables.observations[index] == observed(env, env.seat)).all()
            assert (tables.masks[index] == mask_of(env)).all()
            assert (tables.states()[index] == observed(env, env.seat, everything=True)).all()
    assert rounds > 0


def shares(env: EnvState) -> list[float]:
    winners = env.table.winners
    return [(winners >> seat & 1) / winners.bit_count() for seat in range(env.table.seats)]


def test_how_many_tables_there_are_makes_no_difference_to_each() -> None:
    few, many = Tables("flip", 4, tables=2, seed=9), Tables("flip", 4, tables=7, seed=9)
    for _ in range(STEPS):
        decisions = many.sample(snaps=8, calls=16)
        many.step(decisions)
        few.step(decisions[:2].copy())
        assert (few.observations == many.observations[:2]).all()


def test_random_decisions_are_those_that_the_masks_allow() -> None:
    tables = Tables("stick", 3, tables=20, seed=2)
    for index in range(STEPS):
        decisions = tables.sample(snaps=index % 3, calls=index % 5)
        assert tables.masks[np.arange(20), decisions].all()
        tables.step(decisions)


def test_rewards_come_once_and_add_up_to_nothing() -> None:
    tables = Tables("cambia", 5, tables=40, seed=3, patience=60)
    ends = set()
    for _ in range(STEPS):
        tables.step(tables.sample(snaps=8, calls=16))
        assert tables.rewards.sum(axis=1) == pytest.approx(0, abs=1e-6)
        assert not tables.rewards[tables.ends != 1].any()
        ends |= set(tables.ends.tolist())
    assert ends == {0, 1, 2}


def test_a_decision_that_the_mask_forbids_is_refused() -> None:
    tables = Tables("cambia", 2, tables=4)
    decisions = tables.sample()
    decisions[2] = tables.masks[2].argmin()
    with pytest.raises(ValueError, match="table 2: expected a decision that its mask allows"):
        tables.step(decisions)


def test_tables_write_into_the_callers_arrays() -> None:
    config = EnvConfig("cambia", 2)
    arrays = Arrays.blank(config, 8)
    tables = Tables("cambia", 2, tables=8, arrays=arrays)
    assert tables.observations is arrays.observations
    assert arrays.masks.any(axis=1).all()


@pytest.mark.parametrize(
    ("name", "array"),
    [
        ("observations", np.zeros((8, 5), np.int8)),
        ("masks", np.zeros((8, 97), np.int16)),
        ("seats", np.zeros(16, np.int32)[::2]),
    ],
)
def test_arrays_of_another_shape_or_type_are_refused(name: str, array: np.ndarray) -> None:
    arrays = dataclasses.replace(Arrays.blank(EnvConfig("cambia", 2), 8), **{name: array})
    with pytest.raises(ValueError, match=f"{name}: expected a C-contiguous array"):
        Tables("cambia", 2, tables=8, arrays=arrays)


def test_decisions_can_be_said_in_words() -> None:
    tables = Tables("classic", 2, tables=1)
    assert tables.say(0, int(tables.masks[0].argmax())) == "ready"


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(ValueError, match="1 table or more"):
        Tables(tables=0)
    with pytest.raises(ValueError, match="1 slot or more"):
        Tables(slots=-1)


def test_hands_larger_than_usual_can_be_named_whole() -> None:
    assert EnvConfig("classic deal.cards=12", 2).spec.slots == 12
    assert isinstance(EnvConfig("classic", 2).spec, EnvSpec)


@pytest.mark.parametrize("count", [3, 64])
def test_tables_play_the_same_games_beside_another_thread_as_alone(count: int) -> None:
    """From 64 tables on the interpreter's lock is let go."""

    def play(seed: int, into: dict[int, list[bytes]]) -> None:
        tables = Tables("cambia", 3, count, seed=seed)
        told = []
        for _ in range(STEPS):
            tables.step(tables.sample(snaps=4, calls=4))
            told.append(tables.observations.tobytes() + tables.masks.tobytes() + tables.rewards.tobytes())
        into[seed] = told

    alone: dict[int, list[bytes]] = {}
    together: dict[int, list[bytes]] = {}
    for seed in (1, 2):
        play(seed, alone)
    threads = [threading.Thread(target=play, args=(seed, together)) for seed in (1, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert together == alone


def test_a_second_thread_is_refused_at_the_same_tables() -> None:
    """It can only be there because a step lets other threads run."""
    tables = Tables("cambia", 2, 2048 if is_compiled() else 64, seed=1)
    refused = []
    is_refused = threading.Event()

    def play() -> None:
        decisions = np.zeros(len(tables), np.int32)
        for _ in range(100_000):
            if is_refused.is_set():
                return
            try:
                tables.sample(decisions)
            except RuntimeError as error:
                refused.append(str(error))
                is_refused.set()

    threads = [threading.Thread(target=play) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert refused
    assert refused[0].startswith("expected these tables to be used by one thread at a time")
    tables.step(tables.sample())


MISSING = """
import sys
for package in ("numpy", "pettingzoo", "gymnasium", "pyspiel", "open_spiel"):
    sys.modules[package] = None
import cambio
assert "numpy" not in [name for name, module in sys.modules.items() if module is not None]
for name in sys.argv[1:]:
    try:
        __import__(f"cambio.{name}")
    except ImportError as error:
        print(error)
"""


def test_a_missing_package_says_what_to_install() -> None:
    """The smallest extra that brings all of it: many tables need NumPy alone."""
    needs = {
        "environments.vector": 'numpy: pip install "cambio-game[vector]"',
        "environments.pettingzoo": 'gymnasium: pip install "cambio-game[environments]"',
        "environments.openspiel": 'pyspiel: pip install "cambio-game[openspiel]"',
        "training.vector": 'numpy: pip install "cambio-game[vector]"',
        "training.game_tree": 'numpy: pip install "cambio-game[vector]"',
        "training.pettingzoo": 'gymnasium: pip install "cambio-game[environments]"',
        "training.gymnasium": 'gymnasium: pip install "cambio-game[environments]"',
        "training.gymnasium_vector": 'gymnasium: pip install "cambio-game[environments]"',
        "training.openspiel": 'pyspiel: pip install "cambio-game[openspiel]"',
    }
    command = [sys.executable, "-c", MISSING, *needs]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert told.splitlines() == [f"this environment needs {what}" for what in needs.values()]


def test_many_tables_and_their_opponents_need_numpy_alone() -> None:
    names = ("environments.vector", "training.vector", "training.game_tree", "training.policy_player")
    without = MISSING.replace('"numpy", ', "").replace('assert "numpy" not in', 'assert "numpy" in [] or')
    command = [sys.executable, "-c", without, *names]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == ""


def test_decisions_may_be_any_whole_numbers() -> None:
    twins = [Tables("cambia", 2, tables=4, seed=1) for _ in range(5)]
    for _ in range(20):
        decisions = twins[0].sample()
        forms = [
            decisions,
            decisions.astype(np.int64),
            decisions.tolist(),
            tuple(decisions),
            decisions.astype(np.uint8),
        ]
        for tables, form in zip(twins, forms, strict=True):
            tables.step(form)
            assert (tables.observations == twins[0].observations).all()


@pytest.mark.parametrize(
    ("decisions", "found"),
    [
        ([1.0, 1.0], r"list of float64 in the shape \(2,\)"),
        ([1, 1, 1], r"list of int64 in the shape \(3,\)"),
        (1, r"int of int64 in the shape \(\)"),
        (None, r"NoneType of object in the shape \(\)"),
        (["draw", "draw"], r"list of <U4 in the shape \(2,\)"),
        ([[1], [1, 2]], r"list of object in the shape \(0,\)"),
        (np.ones((2, 1), np.int32), r"ndarray of int32 in the shape \(2, 1\)"),
        (np.array([True, False]), r"ndarray of bool in the shape \(2,\)"),
    ],
)
def test_decisions_of_another_kind_are_refused_by_name(decisions: object, found: str) -> None:
    tables = Tables("cambia", 2, tables=2, seed=1)
    expected = "decisions: expected 2 whole numbers, one for each table, as an array or a list, but found "
    with pytest.raises(ValueError, match=expected + found):
        tables.step(decisions)  # type: ignore[arg-type]


def test_numbers_that_would_not_fit_are_refused_before_anything_is_played() -> None:
    tables = Tables("cambia", 2, tables=2, seed=1)
    with pytest.raises(ValueError, match=r"from 0 up, but found 1\.\.4294967297"):
        tables.step([1, 2**32 + 1])


def test_a_round_that_is_broken_off_leaves_what_its_seats_knew() -> None:
    """The same round at a table with more patience shows it: what its seats know when so much has been decided."""
    tables, patient = (Tables("cambia", 3, tables=12, seed=8, patience=patience) for patience in (25, 1000))
    for decided in range(1, 26):
        decisions = tables.sample(calls=100)
        tables.step(decisions)
        patient.step(decisions)
        assert decided == 25 or not (tables.ends == 2).any()
    broken_off = np.flatnonzero((tables.ends == 2) & (patient._decided == 25))
    assert len(broken_off) > 5
    assert set(tables.final_observations) >= set(broken_off.tolist())
    for table in broken_off:
        env = patient.core.env_at(int(table))
        for seat in range(3):
            known = tables.final_observations[int(table)][seat]
            # What is asked next is not part of it: nobody is asked anything any more.
            assert (known[8:54] == observed(env, seat)[8:54]).all() and (known[76:] == observed(env, seat)[76:]).all()
    tables.step(tables.sample())
    assert tables.final_observations == {}
