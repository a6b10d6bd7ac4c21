"""What was found, as lines to read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from .checks import Check, Report, Result, nothing_wrong
from .matches import MatchReport

MARKS = {Result.HOLDS: "ok", Result.WRONG: "WRONG", Result.UNKNOWN: "?", Result.NOTE: "note"}


def tell_reports(reports: Mapping[str, Report | MatchReport], together: Sequence[Check]) -> Iterator[str]:
    for file, report in reports.items():
        if isinstance(report, MatchReport):
            yield from _tell_match(file, report)
        else:
            yield from _tell_round(file, report)
    if together:
        yield from ("All of these rounds together:", "", *_tell_checks(together))
    if not (nothing_wrong(together) and all(report.holds for report in reports.values())):
        yield "Something is wrong: see the lines marked WRONG. So nothing is proved."
        return
    yield from _tell_conclusion([each for report in reports.values() for each in _rounds_of(report)])


def _tell_match(file: str, report: MatchReport) -> Iterator[str]:
    yield from (f"{file}: a match of {len(report.rounds)} round{'s' if len(report.rounds) > 1 else ''}", "")
    for number, each in enumerate(report.rounds, start=1):
        yield from _tell_round(f"round {number}", each, f"round {number}: ")
    yield from ("All rounds of this match together:", "", *_tell_checks(report.checks))


def _tell_round(name: str, report: Report, whose: str = "") -> Iterator[str]:
    if report.proof is None:
        yield from (*(f"{name}: {check.sentence}" for check in report.checks), "")
        return
    announced = report.proof.preamble.announcement
    yield from (f"{name}: round {announced.round} of match {announced.match}, by these rules: {announced.rules}", "")
    yield from _tell_checks(report.checks, whose)


def _rounds_of(report: Report | MatchReport) -> Sequence[Report]:
    return report.rounds if isinstance(report, MatchReport) else [report]


def _tell_conclusion(rounds: Sequence[Report]) -> Iterator[str]:
    if all(each.proof is None for each in rounds):
        return
    yield from ("Everything that was checked holds.", "")
    if not all(each.tells_cards for each in rounds):
        yield from ("The cards of some rounds could not be checked.", "")
    yield from ("What this proves:", *_tell_list([sentence for each in rounds for sentence in each.proves()]))
    yield "What it does not prove:"
    yield from _tell_list([sentence for each in rounds for sentence in each.does_not_prove()])


def _tell_checks(checks: Sequence[Check], whose: str = "") -> Iterator[str]:
    width = max(map(len, MARKS.values()))
    yield from (f"  {MARKS[check.result]:{width}}  {whose}{check.sentence}" for check in checks)
    yield ""


def _tell_list(sentences: Sequence[str]) -> list[str]:
    return [f"  - {sentence}" for sentence in dict.fromkeys(sentences)]
