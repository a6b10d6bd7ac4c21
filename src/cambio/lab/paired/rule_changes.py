"""What changes with the rules: every figure of some rule sets against that of the first one, over the same deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...rules import Rules
from ..findings import Chart, DataTable, Dots, interval_of
from .differences import Difference, PairedSums, Pairing, Verdict, describe, sure_ones
from .rule_figures import LUCK, Figure, all_figures

HOW_TO_READ = (
    "A difference counts deal by deal, as the same deals were played by both. It is called one if chance would make "
    "such a difference in any of the figures in no more than one run of twenty (Holm's method); what would have been "
    "seen is what 95 of 100 runs like this one would call so, taken alone."
)


@dataclass(frozen=True)
class RuleChange:
    """How the figures change from the first rule set to another one."""

    base: Rules
    other: Rules
    differences: dict[Figure, Difference | None]

    def verdicts(self) -> dict[Figure, Verdict | None]:
        sure = sure_ones({figure.name: found for figure, found in self.differences.items()})
        return {
            figure: None if found is None else found.verdict(is_sure=figure.name in sure)
            for figure, found in self.differences.items()
        }

    def sentences(self) -> dict[Figure, str]:
        """Whether it matters, in a plain sentence for each figure."""
        return {
            figure: _sentence(figure, self.differences[figure], verdict) for figure, verdict in self.verdicts().items()
        }

    @property
    def changes_nothing(self) -> bool:
        """Not a single figure of a single deal differs."""
        return all(found is None or found.differing == 0 for found in self.differences.values())

    def summary(self) -> str:
        """What changed and what did not, in a paragraph."""
        if self.changes_nothing:
            deals = max((found.deals for found in self.differences.values() if found is not None), default=0)
            return (
                f"{self.other} changes nothing against {self.base}: each of {deals:,} deals went the same way. Either "
                "what it is about never came up, or these bots don't take notice of it."
            )
        verdicts, sentences = self.verdicts(), self.sentences()
        lines = [f"From {self.base} to {self.other}:"]
        lines += [
            f"  {figure.title}: {sentences[figure]}"
            for figure, verdict in verdicts.items()
            if verdict not in (Verdict.SAME, None)
        ]
        same = [figure.title for figure, verdict in verdicts.items() if verdict is Verdict.SAME]
        if same:
            lines.append(f"  The same in every deal: {', '.join(same)}.")
        if Verdict.DIFFERENT not in verdicts.values():
            lines.append("  So nothing was found that matters.")
        return "\n".join(lines)

    def as_json(self) -> dict[str, Any]:
        verdicts, sentences = self.verdicts(), self.sentences()
        return {
            "rules": str(self.other),
            "against": str(self.base),
            "figures": {
                figure.name: _as_json(found, verdicts[figure], sentences[figure])
                for figure, found in self.differences.items()
            },
        }

    def rows(self, seed: int) -> list[dict[str, object]]:
        """For a spreadsheet, beside the rows of the figures themselves."""
        rows: list[dict[str, object]] = []
        for figure, found in self.differences.items():
            low, high = interval_of(None if found is None else found.estimate)
            row: dict[str, object] = {"rules": str(self.other), "against": str(self.base), "seed": seed}
            row |= {"games": found.deals if found else 0, "figure": figure.name}
            rows.append(row | {"value": found.estimate.value if found else None, "low": low, "high": high})
        return rows

    def chart(self) -> Chart:
        """The shares that change."""
        shares = {figure: found for figure, found in self.differences.items() if figure.is_share}
        return Dots(
            f"Change from {self.base} to {self.other}",
            [figure.title for figure in shares],
            [None if found is None else found.estimate for found in shares.values()],
            "percentage points",
            0.0,
            "the same",
        )


def changes_table(changes: Sequence[RuleChange]) -> DataTable:
    """The differences from the first rule set, each with its interval."""
    figures = list(changes[0].differences)
    rows = []
    for figure in figures:
        found = [change.differences[figure] for change in changes]
        title = f"{figure.title}{', % points' if figure.is_share else ''}"
        rows.append([title, *map(_cell, found)])
    head = ("", *(str(change.other) for change in changes))
    return DataTable(f"Difference from {changes[0].base}, over the same deals", head, rows)


class RulePairings:
    """Listens to a measurement in which all rule sets play between equals, and then all of them play unevenly."""

    def __init__(self, rule_sets: Sequence[Rules]) -> None:
        count = len(rule_sets)
        self._rule_sets = rule_sets
        self._equals = Pairing(range(count))
        self._uneven = Pairing(range(count, 2 * count))
        self.listeners = [self._equals.listen, self._uneven.listen]

    def changes(self, seats: int) -> list[RuleChange]:
        """From the first rule set to each of the others."""
        found: list[RuleChange] = []
        count = len(self._rule_sets)
        for number, rules in enumerate(self._rule_sets[1:], start=1):
            equals, uneven = self._equals.sums[number], self._uneven.sums[count + number]
            differences = {
                figure: (uneven if figure in LUCK else equals)
                .get(figure.name, PairedSums())
                .difference(is_share=figure.is_share)
                for figure in all_figures(seats)
            }
            found.append(RuleChange(self._rule_sets[0], rules, differences))
        return found


def _cell(found: Difference | None) -> str:
    if found is None:
        return "-"
    return found.with_interval() if found.differing else "same in every deal"


def _sentence(figure: Figure, found: Difference | None, verdict: Verdict | None) -> str:
    if found is None or verdict is None:
        return "too few deals count to say."
    unit = " percentage points" if figure.is_share else ""
    return describe(found, verdict, unit, figure.meaning, lambda value: _number(figure, value))


def _number(figure: Figure, value: float) -> str:
    return f"{value * 100:.2f}" if figure.is_share else f"{value:.3f}"


def _as_json(found: Difference | None, verdict: Verdict | None, sentence: str) -> dict[str, Any]:
    if found is None or verdict is None:
        return {"value": None, "ci95": [None, None], "verdict": None, "sentence": sentence}
    return {
        "value": found.estimate.value,
        "ci95": found.estimate.ci95,
        "p_value": found.p_value,
        "detectable": found.detectable,
        "deals": found.deals,
        "differing_deals": found.differing,
        "verdict": verdict.value,
        "sentence": sentence,
    }
