"""Answering: each question of the command line measured, and what was found handed out as it was asked for."""

from __future__ import annotations

import argparse
import csv
import json
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TextIO

from ..bots.styles import DEFAULT_TRAITS, tuned_traits
from ..rules import Rules, preset_named
from .charts import matplotlib, write_png
from .comparison import compare
from .errors import LabError
from .findings import Findings
from .league import league
from .lineup import check_table, lineup
from .report import write_report
from .tune_command import entry, save, train, tuned_file
from .win_rates import play
from .workers import Crew, crew_of, default_jobs

OK, FAILED, INTERRUPTED = 0, 1, 130
LARGEST_SEED = 2**62


def answer(question: str, options: argparse.Namespace) -> int:
    """What can't be measured is told in a line, as everywhere."""
    try:
        return QUESTIONS[question](options)
    except LabError as error:
        print(f"cambio: {error}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        print("cambio: stopped at once; nothing is reported", file=sys.stderr)
        return INTERRUPTED


def play_command(options: argparse.Namespace) -> int:
    rules, bots, games = Rules.parse(options.rules), lineup(options.bots), checked_games(options)
    return publish(options, lambda crew: play(rules, bots, options.seed, games, crew))


def league_command(options: argparse.Namespace) -> int:
    rules, bots, games = Rules.parse(options.rules), lineup(options.bots), checked_games(options)
    return publish(options, lambda crew: league(rules, bots, options.seats, options.seed, games, crew))


def rules_command(options: argparse.Namespace) -> int:
    rule_sets, games = [Rules.parse(text) for text in options.rules], checked_games(options)
    equals, uneven = lineup(options.bots), lineup(options.skill)
    if len(equals) != 1:
        raise LabError(f"--bots: expected the one bot that plays itself, but found {', '.join(equals)}")
    if len(uneven) != 2:
        raise LabError(f"--skill: expected a stronger and a weaker bot, but found {', '.join(uneven)}")
    pair = (uneven[0], uneven[1])
    return publish(options, lambda crew: compare(rule_sets, equals[0], pair, options.seats, options.seed, games, crew))


def tune_command(options: argparse.Namespace) -> int:
    rules, games = Rules.parse(options.rules), checked_games(options)
    check_table(rules, options.seats)
    if options.generations < 1:
        raise LabError(f"--generations: expected at least one, but found {options.generations}")
    file = tuned_file() if options.save else Path(options.out) if options.out else None
    deals = max(1, games // options.seats)
    start = dict(DEFAULT_TRAITS)
    if options.start:
        preset_named(options.start)
        start |= tuned_traits(options.start, 2)
    jobs = checked_jobs(options)
    last, is_stopped = train(rules, options.seats, options.seed, options.generations, deals, jobs, start)
    if last is None:
        return INTERRUPTED
    if options.save and file is not None:
        save(rules, options.seats, last.traits, file)
    else:
        text = json.dumps(entry(rules, options.seats, last.traits), indent=2)
        if file is None:
            print(text)
        else:
            file.write_text(f"{text}\n", encoding="utf-8")
    return INTERRUPTED if is_stopped else OK


QUESTIONS: dict[str, Callable[[argparse.Namespace], int]] = {
    "play": play_command,
    "league": league_command,
    "rules": rules_command,
    "tune": tune_command,
}


def checked_jobs(options: argparse.Namespace) -> int:
    if options.jobs is not None and options.jobs < 1:
        raise LabError(f"--jobs: expected at least one process, but found {options.jobs}")
    return int(options.jobs or default_jobs())


def checked_games(options: argparse.Namespace) -> int:
    """The games, once the seed is seen to be one, too."""
    if not 0 <= options.seed <= LARGEST_SEED:
        raise LabError(f"--seed: expected a number from 0 to {LARGEST_SEED}, but found {options.seed}")
    if options.games < 1:
        raise LabError(f"--games: expected at least one game, but found {options.games}")
    return int(options.games)


def publish(options: argparse.Namespace, measured: Callable[[Crew], Findings]) -> int:
    """Measure, and hand out what was found in every form that was asked for."""
    _check_forms(options)
    findings = measured(crew_of(checked_jobs(options), options.ray))
    for line in findings.complaints:
        print(line, file=sys.stderr)
    if findings.is_interrupted:
        print(
            f"cambio: interrupted; what was played until then counts ({findings.document['games']:,} games)",
            file=sys.stderr,
        )
    if options.json:
        print(json.dumps(findings.document, indent=2, ensure_ascii=False))
    elif options.csv != "-":
        print(findings.as_text())
    if options.csv:
        _write_csv(findings, options.csv)
    if options.plot:
        write_png(findings.charts, findings.title, options.plot)
    if options.report:
        write_report(findings, command_line(sys.argv[1:]), options.report)
    return INTERRUPTED if findings.is_interrupted else OK


def _check_forms(options: argparse.Namespace) -> None:
    """Better now than after an hour of play."""
    if options.json and options.csv == "-":
        raise LabError("--json and --csv - would both be printed: give the spreadsheet a file, like --csv figures.csv")
    for file in (options.csv, options.plot, options.report):
        if file and file != "-" and not Path(file).absolute().parent.is_dir():
            raise LabError(f"{file} can't be written: there is no folder {Path(file).absolute().parent}")
    if options.plot or options.report:
        matplotlib()


def _write_csv(findings: Findings, file: str) -> None:
    if file == "-":
        _write_rows(findings, sys.stdout)
        return
    with Path(file).open("w", encoding="utf-8", newline="") as target:
        _write_rows(findings, target)


def _write_rows(findings: Findings, target: TextIO) -> None:
    names = list(findings.rows[0]) if findings.rows else []
    writer = csv.DictWriter(target, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(findings.rows)


def command_line(arguments: Sequence[str]) -> str:
    """The command as it can be typed again."""
    return shlex.join(["cambio", *arguments])
