"""Intervals hold what they promise, and ratings find the strengths that made the results."""

from __future__ import annotations

import math
import random

import pytest

from cambio.lab.rating import TableRecord, elo, ratings, strengths
from cambio.lab.statistics import Sums, mean, percentiles, proportion, student_quantile

#: A deal that luck decides is won once by each; of the others the better bot wins a share, and both rounds.
LUCK = 0.4
RUNS = 1200


def won(rng: random.Random, deals: int, share: float) -> list[int]:
    return [1 if rng.random() < LUCK else 2 * (rng.random() < share) for _ in range(deals)]


@pytest.mark.parametrize("deals", [25, 150])
@pytest.mark.parametrize("share", [0.5, 0.8])
def test_an_interval_holds_the_true_share_95_times_in_100(deals: int, share: float) -> None:
    rng = random.Random(deals)
    truth = LUCK / 2 + (1 - LUCK) * share
    intervals = [proportion(Sums.of(won(rng, deals, share), rounds=2)) for _ in range(RUNS)]
    held = sum(found is not None and found.low <= truth <= found.high for found in intervals)
    assert 0.93 <= held / RUNS <= 0.985


def test_an_interval_of_a_mean_holds_it_95_times_in_100() -> None:
    rng = random.Random(8)
    found = [mean(Sums.of([rng.randrange(7) + rng.randrange(7) for _ in range(30)])) for _ in range(RUNS)]
    assert 0.93 <= sum(one is not None and one.low <= 6 <= one.high for one in found) / RUNS <= 0.97


def test_rounds_of_one_deal_are_one_observation() -> None:
    """The same results twice are no new knowledge."""
    deals = [1, 0, 1, 1, 0, 1, 0, 0, 1, 1] * 20
    once, twice = proportion(Sums.of(deals)), proportion(Sums.of([2 * won for won in deals], rounds=2))
    apart = proportion(Sums.of(deals * 2))
    assert once and twice and apart
    assert once.ci95 == pytest.approx(twice.ci95)
    assert apart.high - apart.low < 0.8 * (twice.high - twice.low)


def test_a_share_of_none_or_all_still_has_an_interval() -> None:
    none, every = proportion(Sums.of([0] * 50)), proportion(Sums.of([1] * 50))
    assert none and every
    assert none.low == 0 < none.high < 0.1 and 0.9 < every.low < every.high == 1


def test_what_never_happened_may_be_rare() -> None:
    never = mean(Sums.of([0] * 100))
    assert never and never.value == never.low == 0 and 0.03 < never.high < 0.04
    assert mean(Sums()) is None and proportion(Sums()) is None


def test_sums_add_up_to_the_same_in_any_order() -> None:
    rng = random.Random(3)
    parts = [Sums.of(won(rng, 9, 0.7), [rng.randrange(3) for _ in range(9)]) for _ in range(5)]
    assert sum(parts[1:], parts[0]) == sum(reversed(parts[:-1]), parts[-1])


def test_students_distribution_is_close_to_the_printed_tables() -> None:
    for freedom, printed in {1: 12.706, 2: 4.303, 4: 2.776, 5: 2.571, 30: 2.042, 120: 1.980}.items():
        assert student_quantile(freedom) == pytest.approx(printed, abs=2e-3)
    assert percentiles([float(value) for value in range(101)]) == pytest.approx((2.5, 97.5))


@pytest.mark.parametrize("seats", [2, 3])
def test_ratings_recover_known_strengths(seats: int) -> None:
    truth = [1.0, 2.0, 4.0, 10.0]
    tables = (
        [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] if seats == 2 else [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]
    )
    rounds = 100_000
    results = [[rounds * truth[bot] / sum(truth[other] for other in table) for bot in table] for table in tables]
    found = strengths(4, tables, results)
    assert [value / found[0] for value in found] == pytest.approx(truth, rel=1e-3)
    assert sum(elo(found)) / 4 == pytest.approx(1500)
    assert elo(found)[3] - elo(found)[0] == pytest.approx(400, abs=1)


def test_ratings_have_intervals_that_narrow_with_more_deals() -> None:
    rng = random.Random(5)

    def width(deals: int) -> float:
        wins = [float(rng.random() < 0.75) for _ in range(deals)]
        record = TableRecord((0, 1), [[won, 1 - won] for won in wins], [1.0] * deals)
        better, worse = ratings(2, [record], seed=1)
        assert worse.low < worse.value < worse.high < better.low < better.value < better.high
        assert better.value - worse.value == pytest.approx(400 * math.log10(3), abs=90)
        return better.high - better.low

    assert width(1000) < width(100)


def test_whoever_loses_all_has_a_finite_rating() -> None:
    found = elo(strengths(2, [(0, 1)], [[1000.0, 0.0]]))
    assert 800 < found[0] - found[1] < 1600


def test_a_bot_may_sit_at_a_table_twice() -> None:
    found = strengths(2, [(0, 0, 1), (0, 1, 1)], [[20_000, 20_000, 60_000], [10_000, 30_000, 30_000]])
    assert found[1] / found[0] == pytest.approx(3, rel=1e-3)
