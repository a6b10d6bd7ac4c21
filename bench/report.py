"""The run as a page to read, or as one JSON object."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

from .bars import Finding, Kind
from .lock_step import LOCK_STEP_ROWS
from .machine import Machine
from .peers import Missing
from .rows import Series, Unit

UNEVEN = 1.25
"""A row whose highest figure is more than this many times its lowest was disturbed."""


@dataclass(frozen=True)
class Run:
    """All that was asked, measured and found."""

    rules: str
    repetitions: int
    seconds: float
    machine: Machine
    load_before: float | None
    load_after: float | None
    results: dict[str, Series]
    versions: dict[str, str]
    missing: list[Missing]
    findings: list[Finding]


def as_json(run: Run) -> dict[str, Any]:
    return {
        "rules": run.rules,
        "repetitions": run.repetitions,
        "seconds": run.seconds,
        "machine": asdict(run.machine) | {"load_before": run.load_before, "load_after": run.load_after},
        "rows": [_row_as_json(series, run.versions) for series in run.results.values()],
        "missing": [asdict(missing) for missing in run.missing],
        "findings": [_finding_as_json(finding) for finding in run.findings],
    }


def _row_as_json(series: Series, versions: dict[str, str]) -> dict[str, Any]:
    return {
        "name": series.row.name,
        "version": versions.get(series.row.name),
        "unit": series.row.unit.value,
        **_spread(series.figures),
        "games_per_second": series.games_per_second,
        "figures": series.figures,
    }


def _finding_as_json(finding: Finding) -> dict[str, Any]:
    return {
        "name": finding.name,
        "unit": finding.kind.value,
        **_spread(finding.figures),
        "bar": None if finding.bar is None else {"side": finding.bar.side.value, "limit": finding.bar.limit},
        "aim": finding.aim,
        "met": finding.is_met,
    }


def _spread(figures: Sequence[float]) -> dict[str, float | None]:
    if not figures:
        return {"median": None, "lowest": None, "highest": None}
    return {"median": median(figures), "lowest": min(figures), "highest": max(figures)}


def as_text(run: Run) -> str:
    """The page: the machine, the rows, what is missing, the bars."""
    paragraphs = [
        "\n".join(_facts(run)),
        "\n".join(_aligned(list(_row_lines(run)), left={0})),
        "\n".join(_missing_lines(run.missing)),
        "\n".join(_aligned(list(_finding_lines(run)), left={0, 3, 4})),
        "\n".join(_notes(run)),
    ]
    return "\n\n".join(paragraph for paragraph in paragraphs if paragraph)


def _facts(run: Run) -> Iterator[str]:
    machine = run.machine
    yield f"Cambio {machine.cambio}, rules {run.rules}: {run.repetitions} repetitions of {run.seconds:g} s a row"
    cores = "1 core" if machine.cores == 1 else f"{machine.cores} cores"
    if run.load_before is not None and run.load_after is not None:
        cores += f", load {run.load_before:.2f} before and {run.load_after:.2f} after"
    yield f"{machine.cpu}, {cores}"
    core = "NOT compiled" if not machine.compiled else "tuned" if machine.tuned else "compiled"
    yield f"{machine.python} on {machine.system}; the core is {core}"


def _row_lines(run: Run) -> Iterator[list[str]]:
    """Cambio, then its peers, then copies."""
    played = [series for series in run.results.values() if series.row.unit is Unit.DECISIONS]
    copied = [series for series in run.results.values() if series.row.unit is Unit.COPIES]
    yield ["", "decisions/s", "lowest", "highest", "games/s"]
    yield from (_row_line(series, Kind.RATE) for series in played if series.row.name not in run.versions)
    if run.versions:
        yield []
        yield from (
            _row_line(series, Kind.RATE, run.versions[series.row.name])
            for series in played
            if series.row.name in run.versions
        )
    if copied:
        yield []
        yield ["", "time", "lowest", "highest", ""]
        yield from (_row_line(series, Kind.TIME) for series in copied)


def _row_line(series: Series, kind: Kind, version: str = "") -> list[str]:
    figures = series.figures
    games = series.games_per_second
    shown = [written(figure, kind) for figure in (series.median, min(figures), max(figures))]
    return [f"{series.row.name} {version}".rstrip(), *shown, "" if games is None else written(games, Kind.RATE)]


def _missing_lines(missing: list[Missing]) -> Iterator[str]:
    """Each reason once, with all the rows that it keeps away."""
    for reason in dict.fromkeys(row.reason for row in missing):
        yield f"Missing: {reason}."
        yield from (f"  {row.name}" for row in missing if row.reason == reason)


def _finding_lines(run: Run) -> Iterator[list[str]]:
    """What has a bar, then what is for information."""
    yield ["", "median", "lowest to highest", "bar", ""]
    yield from (_finding_line(finding) for finding in run.findings if finding.bar is not None)
    informing = [finding for finding in run.findings if finding.bar is None and finding.figures]
    if informing:
        yield []
        yield from map(_finding_line, informing)


def _finding_line(finding: Finding) -> list[str]:
    bar = ""
    if finding.bar is not None:
        bar = f"{finding.bar.side.value} {_round(written(finding.bar.limit, finding.kind))}"
    if not finding.figures:
        return [finding.name, "-", "", bar, "not measured" if bar else ""]
    low, high = (written(figure, finding.kind) for figure in (min(finding.figures), max(finding.figures)))
    return [finding.name, written(median(finding.figures), finding.kind), f"{low} to {high}", bar, _verdict(finding)]


def _verdict(finding: Finding) -> str:
    if finding.is_met is None:
        return ""
    if not finding.is_met:
        return "MISSED"
    if finding.aim is None:
        return "met"
    aim = _round(written(finding.aim, finding.kind))
    return f"met, and the aim of {aim}" if median(finding.figures) >= finding.aim else f"met; the aim is {aim}"


def _notes(run: Run) -> Iterator[str]:
    """How to read the page."""
    yield "Medians of all repetitions, with the lowest and the highest; ratios are taken within each repetition."
    yield "Play is random and every decision is checked; a seat whose turn begins calls with a chance of 1 in 16."
    if any(name in run.results for name in LOCK_STEP_ROWS):
        yield "Tables in lock-step write every observation and mask; their seats are asked one by one whether to snap,"
        yield "and do so once in 8 times; the last of these rows picks any answer alike, and so snaps nearly always."
    if run.versions:
        yield "One Python call chooses and plays inside the engine. The other libraries list the legal actions and"
        yield "Python chooses, as in the rows of the core and of Game, which also makes typed actions and events."
    uneven = sorted((series.unevenness, series.row.name) for series in run.results.values())
    if uneven and uneven[-1][0] > UNEVEN:
        times, name = uneven[-1]
        yield f"The machine was not quiet: the highest figure of {name!r} is {times:.1f} times its lowest."


def written(figure: float, kind: Kind) -> str:
    """A figure with three digits that matter."""
    if kind is Kind.RATIO:
        return f"{_three_digits(figure)} x"
    if kind is Kind.PERCENT:
        return f"{figure:.1f} %"
    if kind is Kind.TIME:
        size, unit = next(pair for pair in ((1e6, "ms"), (1e3, "µs"), (1, "ns")) if figure > pair[0] or pair[0] == 1)
        return f"{_three_digits(figure / size)} {unit}"
    for size, letter in ((1e6, " M"), (1e3, " k")):
        if figure >= size:
            return f"{_three_digits(figure / size)}{letter}"
    return f"{_three_digits(figure)}  "


def _round(text: str) -> str:
    """Bars are round figures, and look best without their zeros."""
    number, _, unit = text.partition(" ")
    return f"{float(number):g} {unit}"


def _three_digits(figure: float) -> str:
    return f"{figure:.0f}" if figure >= 100 else f"{figure:.1f}" if figure >= 10 else f"{figure:.2f}"


def _aligned(lines: list[list[str]], left: set[int]) -> Iterator[str]:
    """Columns as wide as their widest cell; figures to the right, words to the left."""
    widths = [max(map(len, column)) for column in zip(*filter(None, lines), strict=True)]
    for line in lines:
        cells = (
            cell.ljust(width) if column in left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=False))
        )
        yield "  ".join(cells).rstrip()
