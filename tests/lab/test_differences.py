"""What changes from one rule set to another: paired by deals, with a sentence that says whether it matters."""

from __future__ import annotations

import random

import pytest

from cambio.cli import main
from cambio.core import is_compiled
from cambio.lab.ledger import PerDeal
from cambio.lab.paired.differences import Difference, PairedSums, Verdict, sure_ones
from cambio.lab.statistics import Sums, mean
from tests.lab.runs import GAMES, run_json

RUNS = 800


def paired(rng: random.Random, deals: int, shift: float) -> Difference:
    """Two rule sets whose deals have much in common: a call of some length, and a shift in some of the deals."""
    base = [rng.randrange(3, 12) for _ in range(deals)]
    other = [laps + (rng.random() < shift) + rng.randrange(-1, 2) for laps in base]
    found = PairedSums.of(PerDeal(base), PerDeal(other)).difference(is_share=False)
    assert found is not None
    return found


def test_an_interval_of_a_paired_difference_holds_it_95_times_in_100() -> None:
    rng = random.Random(5)
    held = [(found := paired(rng, 40, 0.3)).estimate.low <= 0.3 <= found.estimate.high for _ in range(RUNS)]
    assert 0.93 <= sum(held) / RUNS <= 0.97


def test_an_interval_of_a_difference_of_ratios_holds_it() -> None:
    """Callers' wins to calls: in some deals nobody calls, by either rule set."""
    rng = random.Random(6)

    def one() -> bool:
        luck = [rng.random() for _ in range(120)]
        calls = [[rng.random() < 0.8 for _ in luck] for _ in range(2)]
        won = [
            [called and (0.5 * each + 0.5 * rng.random() < share) for called, each in zip(row, luck, strict=True)]
            for row, share in zip(calls, (0.5, 0.5), strict=True)
        ]
        pair = [PerDeal(list(map(int, w)), list(map(int, c))) for w, c in zip(won, calls, strict=True)]
        found = PairedSums.of(*pair).difference(is_share=True)
        assert found is not None
        return found.estimate.low <= 0 <= found.estimate.high

    assert 0.92 <= sum(one() for _ in range(RUNS)) / RUNS <= 0.98


def test_pairs_tell_more_than_two_samples() -> None:
    rng = random.Random(7)
    base = [rng.randrange(3, 12) for _ in range(200)]
    other = [laps + (rng.random() < 0.3) for laps in base]
    found = PairedSums.of(PerDeal(base), PerDeal(other)).difference(is_share=False)
    alone = mean(Sums.of(base))
    assert found and alone
    assert found.estimate.high - found.estimate.low < 0.3 * (alone.high - alone.low)
    assert found.estimate.low > 0


def test_sums_of_pairs_add_up_as_if_they_were_one() -> None:
    rng = random.Random(8)
    base, other = ([rng.randrange(9) for _ in range(30)] for _ in range(2))
    whole = PairedSums.of(PerDeal(base, other), PerDeal(other, base))
    parts = [
        PairedSums.of(
            PerDeal(base[start : start + 10], other[start : start + 10]),
            PerDeal(other[start : start + 10], base[start : start + 10]),
        )
        for start in (0, 10, 20)
    ]
    assert sum(parts[1:], parts[0]) == whole


def test_what_would_have_been_seen_is_seen_about_95_times_in_100() -> None:
    rng = random.Random(9)
    least = paired(rng, 400, 0.0).detectable
    seen = [paired(rng, 400, least).verdict(is_sure=True) is Verdict.DIFFERENT for _ in range(RUNS // 4)]
    assert sum(seen) / len(seen) >= 0.88
    assert 0 < least < 0.3


def test_among_many_figures_chance_alone_makes_a_difference_in_one_run_of_twenty() -> None:
    rng = random.Random(10)

    def alarms() -> tuple[bool, bool]:
        found = {str(number): paired(rng, 30, 0.0) for number in range(10)}
        naive = any(each.verdict(is_sure=True) is Verdict.DIFFERENT for each in found.values())
        return bool(sure_ones(found)), naive

    runs = [alarms() for _ in range(RUNS // 4)]
    assert sum(sure for sure, _ in runs) / len(runs) <= 0.09
    assert sum(naive for _, naive in runs) / len(runs) >= 0.25


def test_too_few_deals_say_nothing() -> None:
    one, none = PerDeal([3]), PerDeal([0, 0], [0, 0])
    assert PairedSums.of(one, one).difference(is_share=False) is None
    assert PairedSums.of(none, none).difference(is_share=True) is None


@pytest.mark.parametrize("seats", [2, 3])
def test_rule_sets_are_compared_over_the_same_deals(capsys: pytest.CaptureFixture[str], seats: int) -> None:
    question = ("rules", "cambia", "cambia call.wrong_points=20", "cambia deal.cards=6", "--bots", "casual")
    found = run_json(capsys, *question, "--skill", "casual,random", "--seats", f"{seats}", "--games", f"{GAMES}")
    nothing, more_cards = found["differences"]
    assert [entry["rules"] for entry in found["differences"]] == [entry["rules"] for entry in found["rules"][1:]]
    assert {entry["against"] for entry in found["differences"]} == {"cambia"}
    # A casual player does not care what a wrong call costs.
    assert {each["verdict"] for name, each in nothing["figures"].items() if name != "winning_score"} <= {"same", None}
    laps = more_cards["figures"]["laps"]
    assert laps["verdict"] == "different" and laps["sentence"].endswith("so rounds get longer.")
    values = [entry["figures"]["laps"]["value"] for entry in (found["rules"][0], found["rules"][2])]
    assert laps["value"] == pytest.approx(values[1] - values[0])
    assert laps["ci95"][0] < laps["value"] < laps["ci95"][1] and laps["deals"] == GAMES >= laps["differing_deals"]


def test_a_change_that_nobody_notices_is_told_as_such(capsys: pytest.CaptureFixture[str]) -> None:
    question = ["lab", "rules", "cambia", "cambia match.rounds=3", "--games", f"{GAMES}", "--jobs", "1"]
    assert main([*question, "--bots", "casual", "--skill", "casual,random"]) == 0
    shown = capsys.readouterr().out
    assert f"cambia match.rounds=3 changes nothing against cambia: each of {GAMES:,} deals went the same way" in shown
    assert "same in every deal" in shown


@pytest.mark.skipif(not is_compiled(), reason="many games")
def test_a_lock_that_is_lifted_costs_callers_wins(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "rules", "cambia", "cambia call.lock=no", "--games", "2000", "--jobs", "1"]) == 0
    shown = capsys.readouterr().out
    assert "Difference from cambia, over the same deals" in shown
    assert "percentage points, so callers win less often." in shown
    assert "The same in every deal: " in shown and "no difference found (" in shown
