"""Adapting: an expert is tuned for rules that the ladder has no expert for, before it plays by them.

The budget is small, so that it takes less than a minute for two seats; ``cambio lab tune`` takes its time.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass

from ...bots.styles import DEFAULT_TRAITS, expert_traits, nearest_preset, trait_values
from ...core.players import policies
from ...core.players.batch import play_deals
from ...core.players.mind import Mind
from ...rules import Rules
from ..errors import LabError
from ..ledger import Ledger
from ..statistics import Estimate, proportion
from ..tune_command import tune_with_progress
from .traits_file import Traits, TraitsBook
from .untuned import needs_tuning, tuned_bots

#: Where adapted traits are kept if no file is named.
ADAPTED = "adapted-traits.json"
DIGITS = 4


@dataclass(frozen=True)
class Budget:
    """How long to tune, and over how many games the result is compared with the expert of the nearest rule book."""

    generations: int = 12
    games: int = 1_600
    check_games: int = 20_000


def adapt(
    book: TraitsBook, rule_sets: Iterable[Rules], bots: Iterable[str], seats: int, seed: int, jobs: int, budget: Budget
) -> TraitsBook:
    """The book with traits for all rule sets that need them, which are also written into its file."""
    if not tuned_bots(bots):
        return book
    file = book.name or ADAPTED
    for rules in rule_sets:
        if not needs_tuning(rules, seats, book):
            continue
        sys.stderr.write(f"cambio: tuning an expert for {rules}, {seats} seats\n")
        stock = stock_traits(rules, seats)
        deals = max(1, budget.games // seats)
        last, is_interrupted = tune_with_progress(rules, seats, seed, budget.generations, deals, jobs, stock)
        if last is None or is_interrupted:
            raise LabError(f"--adapt was interrupted before an expert for {rules} was tuned: nothing is reported")
        traits = {name: round(value, DIGITS) for name, value in last.traits.items()}
        share = share_against_stock(rules, seats, traits, stock, seed, budget.check_games)
        is_better = is_surely_better(share, seats)
        book = book.with_entry(rules, seats, traits if is_better else stock)
        book.write(file)
        sys.stderr.write(_tell(rules, seats, share, file, is_better=is_better))
    return book


def stock_traits(rules: Rules, seats: int) -> dict[str, float]:
    """What the ladder's expert would play with: the traits of the nearest rule book."""
    return {**DEFAULT_TRAITS, **expert_traits(rules, seats)}


def share_against_stock(
    rules: Rules, seats: int, traits: Traits, stock: Traits, seed: int, games: int
) -> Estimate | None:
    """What one seat with the traits wins at a table of experts as they were, over deals that were not tuned on."""
    styles = [traits, *[stock] * (seats - 1)]
    minds = [Mind(rules.ruleset, policies.EVALUATION, trait_values(each), 0) for each in styles]
    rows = play_deals(rules.ruleset, minds, seats, seed + 1_000_000_007, 0, max(2, games // seats))
    return proportion(Ledger.of(rows, seats, seats).bots[0]["wins"])


def is_surely_better(share: Estimate | None, seats: int) -> bool:
    """Traits that are no better would make figures differ that the rules have left alone, so they are not kept."""
    return share is not None and share.low > 1 / seats


def _tell(rules: Rules, seats: int, share: Estimate | None, file: str, *, is_better: bool) -> str:
    preset = nearest_preset(rules)
    rivals = f"the expert of {preset}" if seats == 2 else f"{seats - 1} experts of {preset}"
    found = f"the one tuned for {rules} wins {share} against {rivals}, where {100 / seats:.0f} % is even"
    kept = "it plays" if is_better else f"not surely more, so the expert of {preset} plays on"
    return f"cambio: {found}: {kept} (kept in {file})\n"
