"""The commands of the laboratory: check the options, measure, and print or write what was found."""

from __future__ import annotations

import argparse
import csv
import json
import shlex
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

from ..bots.external import DECISION_TIMEOUT
from ..bots.styles import DEFAULT_TRAITS, STYLES, tuned_traits
from ..rule_codes import rules_named
from ..rules import Rules, preset_named
from .adaptation.adapt import ADAPTED, Budget, adapt
from .adaptation.traits_file import TraitsBook
from .adaptation.untuned import tuned_bots, warnings
from .charts import check_picture, import_matplotlib, write_picture
from .comparison import check_rule_sets, compare_rules
from .errors import LabError
from .exploitability import ResponsePlan, measure_exploitability
from .findings import Findings
from .league import check_league, measure_league
from .lineup import check_table, parse_lineup
from .rating_list import RatingPlan, check_exploits, check_plan, everybody, measure_ratings, rating_page
from .report import write_report
from .round_export import RoundExport
from .tune_command import as_document, save_traits, tune_with_progress, tuned_file
from .win_rates import measure_win_rates
from .workers import Workers, default_jobs, make_workers

OK, FAILED, INTERRUPTED = 0, 1, 130
MAX_SEED = 2**62
#: More games than a machine plays in a year, and more processes than one has cores.
MAX_GAMES, MAX_JOBS = 10**12, 4096
#: Seconds that a program may have for a decision.
MIN_TIME, MAX_TIME = 0.01, 3600.0


def run_command(name: str, options: argparse.Namespace) -> int:
    """Run a command by its name: its exit code. An error is one line on the error output."""
    try:
        return COMMANDS[name](options)
    except LabError as error:
        print(f"cambio: {error}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        print("cambio: stopped at once; nothing is reported", file=sys.stderr)
        return INTERRUPTED


def run_play(options: argparse.Namespace) -> int:
    rules, bots, games = rules_named(options.rules), parse_lineup(options.bots), _check_games(options)
    limit = _check_time_limit(options)
    check_table(rules, len(bots))

    def measure(workers: Workers, traits: TraitsBook, export: RoundExport | None) -> Findings:
        return measure_win_rates(
            rules, bots, options.seed, games, workers, time_limit=limit, traits=traits, export=export
        )

    return _measure_and_report(options, [rules], bots, len(bots), measure)


def run_league(options: argparse.Namespace) -> int:
    rules, bots, games = rules_named(options.rules), parse_lineup(options.bots), _check_games(options)
    limit = _check_time_limit(options)
    check_league(rules, bots, options.seats)

    def measure(workers: Workers, traits: TraitsBook, export: RoundExport | None) -> Findings:
        return measure_league(
            rules, bots, options.seats, options.seed, games, workers, time_limit=limit, traits=traits, export=export
        )

    return _measure_and_report(options, [rules], bots, options.seats, measure)


def run_rules(options: argparse.Namespace) -> int:
    rule_sets, games = [rules_named(text) for text in options.rules], _check_games(options)
    equals, uneven = parse_lineup(options.bots), parse_lineup(options.skill)
    if len(equals) != 1:
        raise LabError(f"--bots: expected the one bot that plays itself, but found {', '.join(equals)}")
    if len(uneven) != 2:
        raise LabError(f"--skill: expected a stronger and a weaker bot, but found {', '.join(uneven)}")
    pair, limit = (uneven[0], uneven[1]), _check_time_limit(options)
    check_rule_sets(rule_sets, options.seats)

    def measure(workers: Workers, traits: TraitsBook, export: RoundExport | None) -> Findings:
        return compare_rules(
            rule_sets,
            equals[0],
            pair,
            options.seats,
            options.seed,
            games,
            workers,
            time_limit=limit,
            traits=traits,
            export=export,
        )

    return _measure_and_report(options, rule_sets, [*equals, *uneven], options.seats, measure)


def run_tune(options: argparse.Namespace) -> int:
    rules, games = rules_named(options.rules), _check_games(options)
    check_table(rules, options.seats)
    if options.generations < 1:
        raise LabError(f"--generations: expected at least one, but found {options.generations}")
    if options.against and options.against not in STYLES:
        raise LabError(f"--against: expected a level ({', '.join(STYLES)}), but found {options.against!r}")
    if options.against and options.save:
        raise LabError("--against finds who beats one level, which is no expert for everybody: use --out FILE")
    file = tuned_file() if options.save else Path(options.out) if options.out else None
    deals = max(1, games // options.seats)
    start = dict(DEFAULT_TRAITS)
    if options.start:
        preset_named(options.start)
        start |= tuned_traits(options.start, 2)
    jobs = _check_jobs(options)
    last, is_interrupted = tune_with_progress(
        rules, options.seats, options.seed, options.generations, deals, jobs, start, options.against
    )
    if last is None:
        return INTERRUPTED
    if options.save and file is not None:
        save_traits(rules, options.seats, last.traits, file)
    else:
        text = json.dumps(as_document(str(rules), options.seats, last.traits), indent=2)
        if file is None:
            print(text)
        else:
            file.write_text(f"{text}\n", encoding="utf-8")
    return INTERRUPTED if is_interrupted else OK


def run_exploit(options: argparse.Namespace) -> int:
    """A line for each response as it was measured, and the best of them at the end."""
    levels = [name.strip() for name in options.bots.split(",")]
    for level in levels:
        if level not in STYLES:
            raise LabError(f"--bots: expected levels ({', '.join(STYLES)}), but found {level!r}")
    plan = ResponsePlan(
        rules_named(options.rules),
        options.seats,
        options.generations,
        options.tuning_games,
        options.decisions,
        _check_games(options),
        options.slow_games,
        options.seed,
        _check_jobs(options),
    )
    workers = make_workers(plan.jobs, None)
    found = []
    for level in levels:
        for row in measure_exploitability(level, plan, Path(options.folder), workers, _tell_progress):
            low, high = row["ci95"]
            print(f"{level}: {row['response']} wins {row['share']:.1%} ({low:.1%} to {high:.1%})", flush=True)
            found.append(row)
    if options.out:
        Path(options.out).write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    return OK


def _tell_progress(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def run_ratings(options: argparse.Namespace) -> int:
    """The rating list, as a page or as JSON; a run that is interrupted leaves the old page as it is."""
    games = _check_games(options)
    if not 1 <= options.slow_games <= MAX_GAMES:
        raise LabError(f"--slow-games: expected 1 to {MAX_GAMES} games, but found {options.slow_games}")
    plan = RatingPlan(
        tuple(rules_named(text.strip()) for text in options.rules.split(",")),
        _check_seats(options.seats),
        parse_lineup(options.bots) if options.bots else everybody(),
        options.seed,
        games,
        options.slow_games,
    )
    check_plan(plan)
    exploits = check_exploits(_read_json(options.exploits)) if options.exploits else []
    if options.out and not Path(options.out).absolute().parent.is_dir():
        raise LabError(f"{options.out} can't be written: there is no folder {Path(options.out).absolute().parent}")
    leagues = []
    for league in measure_ratings(plan, make_workers(_check_jobs(options), options.ray)):
        if league["interrupted"]:
            print("cambio: interrupted before all had met; nothing is written", file=sys.stderr)
            return INTERRUPTED
        leagues.append(league)
        print(f"cambio: {league['rules']}, {league['seats_at_a_table']} seats: rated", file=sys.stderr)
    if options.json:
        print(json.dumps({"leagues": leagues, "exploits": exploits}, indent=2, ensure_ascii=False))
        return OK
    day = datetime.now(UTC).date().isoformat()
    page = rating_page(leagues, command_line(sys.argv[1:]), day, exploits)
    if options.out:
        Path(options.out).write_text(page, encoding="utf-8")
    else:
        print(page, end="")
    return OK


def _check_seats(text: str) -> tuple[int, ...]:
    """Sizes of tables, in a list with commas."""
    words = [word.strip() for word in text.split(",")]
    if not all(word.isdecimal() for word in words):
        raise LabError(f"--seats: expected numbers like 2,4, but found {text!r}")
    return tuple(map(int, words))


def _read_json(file: str) -> object:
    try:
        return json.loads(Path(file).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise LabError(f"{file}: expected a file of JSON, but it can't be read: {error}") from None


COMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {
    "play": run_play,
    "league": run_league,
    "rules": run_rules,
    "ratings": run_ratings,
    "tune": run_tune,
    "exploit": run_exploit,
}


def _check_jobs(options: argparse.Namespace) -> int:
    """Check the number of processes: that number, or the default."""
    if options.jobs is not None and not 1 <= options.jobs <= MAX_JOBS:
        raise LabError(f"--jobs: expected 1 to {MAX_JOBS} processes, but found {options.jobs}")
    return int(options.jobs or default_jobs())


def _check_games(options: argparse.Namespace) -> int:
    """Check the seed and the number of games: that number."""
    if not 0 <= options.seed <= MAX_SEED:
        raise LabError(f"--seed: expected a number from 0 to {MAX_SEED}, but found {options.seed}")
    if not 1 <= options.games <= MAX_GAMES:
        raise LabError(f"--games: expected 1 to {MAX_GAMES} games, but found {options.games}")
    return int(options.games)


def _check_time_limit(options: argparse.Namespace) -> float:
    """Check how long programs may think: that long, or the default."""
    if options.time_limit is None:
        return DECISION_TIMEOUT
    if not MIN_TIME <= options.time_limit <= MAX_TIME:
        expected = f"{MIN_TIME} to {MAX_TIME:.0f} seconds for a decision"
        raise LabError(f"--time-limit: expected {expected}, but found {options.time_limit}")
    return float(options.time_limit)


#: Measures with these workers, with traits for tuned bots, and perhaps with an export of single rounds.
Measure = Callable[[Workers, TraitsBook, RoundExport | None], Findings]


def _measure_and_report(
    options: argparse.Namespace, rule_sets: Sequence[Rules], bots: Sequence[str], seats: int, measure: Measure
) -> int:
    """Measure, and print or write the findings in every form that the options ask for."""
    _check_outputs(options)
    jobs = _check_jobs(options)
    traits = _find_traits(options, rule_sets, bots, seats, jobs)
    with ExitStack() as files:
        export = files.enter_context(RoundExport(options.export)) if options.export else None
        findings = measure(make_workers(jobs, options.ray), traits, export)
    for line in findings.faults:
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
        write_picture(findings.charts, findings.title, options.plot)
    if options.report:
        write_report(findings, command_line(sys.argv[1:]), options.report)
    return INTERRUPTED if findings.is_interrupted else OK


def _find_traits(
    options: argparse.Namespace, rule_sets: Sequence[Rules], bots: Sequence[str], seats: int, jobs: int
) -> TraitsBook:
    """The traits for tuned bots: from a file, or tuned now; or else a warning that they were tuned for other rules."""
    file = options.traits or (ADAPTED if options.adapt and Path(ADAPTED).is_file() else None)
    is_new = options.adapt and options.traits and not Path(options.traits).exists()
    traits = TraitsBook(name=options.traits) if is_new else TraitsBook.read(file) if file else TraitsBook()
    if options.traits and not tuned_bots(bots):
        tuned = " or ".join(tuned_bots(STYLES))
        raise LabError(f"--traits: expected {tuned} among the bots, but found {', '.join(bots)}")
    if options.adapt:
        return adapt(traits, rule_sets, bots, seats, options.seed, jobs, Budget())
    if options.traits:
        traits.check_use(rule_sets, seats)
    for line in warnings(rule_sets, bots, seats, traits):
        print(line, file=sys.stderr)
    return traits


def _check_outputs(options: argparse.Namespace) -> None:
    """Refuse what can't be written before anything is played, not after an hour."""
    if options.json and options.csv == "-":
        raise LabError("--json and --csv - would both be printed: give the spreadsheet a file, like --csv figures.csv")
    for file in (options.csv, options.plot, options.report):
        if file and file != "-" and not Path(file).absolute().parent.is_dir():
            raise LabError(f"{file} can't be written: there is no folder {Path(file).absolute().parent}")
    if options.export:
        RoundExport(options.export)
    if options.plot or options.report:
        import_matplotlib()
    if options.plot:
        check_picture(options.plot)


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
