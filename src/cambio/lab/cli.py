"""The command line of the laboratory: cambio lab play, league, rules, tune."""

from __future__ import annotations

import argparse
import csv
import json
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TextIO

from ..bots.styles import SOUND, tuned_traits
from ..rules import Rules, preset_named
from .charts import matplotlib, write_png
from .comparison import compare
from .errors import LabError
from .findings import Findings
from .league import league
from .lineup import check_table, lineup
from .play import play
from .report import write_report
from .training import entry, save, train, tuned_file
from .work import Crew, crew_of, default_jobs

OK, FAILED, INTERRUPTED = 0, 1, 130
LARGEST_SEED = 2**62
PLAY_EXAMPLES = """examples:
  cambio lab play --bots expert,casual
  cambio lab play --rules "cambia snap.penalty=1" --bots expert,solid,casual --games 30000 --seed 7
  cambio lab play --bots expert,./my-bot --games 400 --json
  cambio lab play --bots "expert,python3 my_bot.py" --report report.html --plot plot.png
"""
LEAGUE_EXAMPLES = """examples:
  cambio lab league --bots random,beginner,casual,solid,expert
  cambio lab league --bots beginner,casual,solid,expert --seats 4 --rules camp --games 10000 --csv league.csv
  cambio lab league --bots casual,expert,./my-bot --games 200 --report league.html
"""
RULES_EXAMPLES = """examples:
  cambio lab rules cambia
  cambio lab rules cambia flip "camp snap.penalty=1" --seats 4 --games 20000
  cambio lab rules cambia stick --bots solid --skill expert,beginner --plot rules.png
"""
TUNE_EXAMPLES = """examples:
  cambio lab tune --rules cambia --generations 20 --games 2000 --out traits.json
  cambio lab tune --rules camp --seats 4 --save
"""
LAB_EXAMPLES = """examples:
  cambio lab play --bots expert,casual                 who wins, and how surely
  cambio lab league --bots random,beginner,casual,solid,expert
  cambio lab rules cambia flip camp --seats 4          rule sets side by side
  cambio lab tune --rules cambia --generations 20      an expert for a rule book
"""
Commands = argparse._SubParsersAction


def add_lab(commands: Commands[argparse.ArgumentParser]) -> None:
    """The laboratory among the commands of Cambio."""
    lab = commands.add_parser(
        "lab",
        help="measure bots and rules over many games, with an interval on every figure",
        description="Questions about bots and rules, answered by many games. Every figure has a 95 % interval, and the "
        "same seed gives the same figures.",
        epilog=LAB_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    questions = lab.add_subparsers(title="questions", required=True, metavar="QUESTION")
    _add_play(questions)
    _add_league(questions)
    _add_rules(questions)
    _add_tune(questions)


def _question(
    questions: Commands[argparse.ArgumentParser], name: str, about: str, described: str, examples: str
) -> argparse.ArgumentParser:
    return questions.add_parser(
        name,
        help=about,
        description=described,
        epilog=examples,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def _add_play(questions: Commands[argparse.ArgumentParser]) -> None:
    question = _question(
        questions,
        "play",
        "how often each of some bots wins",
        "Play some bots against each other: as many seats as bots are listed, and every deal once from each rotation "
        "of the seats. Ties are split.",
        PLAY_EXAMPLES,
    )
    question.add_argument("--rules", default="cambia", metavar="RULES", help='like cambia, or "cambia snap.penalty=1"')
    question.add_argument("--bots", required=True, metavar="BOT,BOT", help="of the ladder, or programs like ./my-bot")
    add_common(question, games=20_000)
    question.set_defaults(run=_told(play_command))


def _add_league(questions: Commands[argparse.ArgumentParser]) -> None:
    question = _question(
        questions,
        "league",
        "how strong bots are, from meeting each other",
        "Let everybody meet everybody, every deal once from each rotation of the seats, and rate them by what all of "
        "them won: Bradley and Terry's model, or with more than two seats Plackett and Luce's.",
        LEAGUE_EXAMPLES,
    )
    question.add_argument("--rules", default="cambia", metavar="RULES", help='like cambia, or "cambia snap.penalty=1"')
    question.add_argument("--bots", required=True, metavar="BOT,BOT", help="of the ladder, or programs like ./my-bot")
    question.add_argument("--seats", type=int, default=2, metavar="N", help="at each table (default: 2)")
    add_common(question, games=4_000, what="at each table")
    question.set_defaults(run=_told(league_command))


def _add_rules(questions: Commands[argparse.ArgumentParser]) -> None:
    question = _question(
        questions,
        "rules",
        "what rule sets are like to play, side by side",
        "Let equal bots play by one or more rule sets: seat bias, calls, length, snaps, ties; and how often skill "
        "beats luck when a stronger bot plays the same deals from every seat.",
        RULES_EXAMPLES,
    )
    question.add_argument("rules", nargs="+", metavar="RULES", help='like cambia, or "camp snap.penalty=2"')
    question.add_argument("--seats", type=int, default=2, metavar="N", help="at each table (default: 2)")
    question.add_argument("--bots", default="expert", metavar="BOT", help="who plays itself (default: expert)")
    question.add_argument(
        "--skill",
        default="expert,casual",
        metavar="BOT,BOT",
        help="a stronger and a weaker bot (default: expert,casual)",
    )
    add_common(question, games=10_000, what="of equals by each rule set, and as many for skill and luck")
    question.set_defaults(run=_told(rules_command))


def _add_tune(questions: Commands[argparse.ArgumentParser]) -> None:
    question = _question(
        questions,
        "tune",
        "find an expert's traits for a rule book",
        "Tune an expert for a rule book by playing against itself, generation after generation.",
        TUNE_EXAMPLES,
    )
    question.add_argument("--rules", default="cambia", metavar="RULES", help='like cambia, or "cambia snap.penalty=1"')
    question.add_argument("--seats", type=int, default=2, metavar="N", help="at the table (default: 2)")
    question.add_argument("--generations", type=int, default=30, metavar="N", help="how many (default: 30)")
    question.add_argument("--games", type=int, default=2_000, metavar="N", help="for each candidate (default: 2000)")
    question.add_argument("--seed", type=int, default=1, metavar="N", help="the same seed finds the same traits")
    question.add_argument("--start", metavar="PRESET", help="begin with that preset's tuned traits for two seats")
    question.add_argument("--jobs", type=int, metavar="N", help="processes (default: one for each core)")
    question.add_argument("--out", metavar="FILE", help="write the traits as JSON; without it they are printed")
    question.add_argument("--save", action="store_true", help="write them into this source checkout's bots/tuned.json")
    question.set_defaults(run=_told(tune_command))


def add_common(question: argparse.ArgumentParser, games: int, what: str = "in all") -> None:
    """What all questions can be told."""
    question.add_argument("--games", type=int, default=games, metavar="N", help=f"how many {what} (default: {games})")
    question.add_argument("--seed", type=int, default=1, metavar="N", help="the same seed gives the same figures")
    question.add_argument("--jobs", type=int, metavar="N", help="processes (default: one for each core)")
    question.add_argument("--ray", metavar="ADDRESS", help="play on this Ray cluster; local starts one here")
    question.add_argument("--json", action="store_true", help="print one JSON object")
    question.add_argument("--csv", metavar="FILE", help="write the figures for a spreadsheet; - prints them")
    question.add_argument("--plot", metavar="FILE.png", help="draw them")
    question.add_argument("--report", metavar="FILE.html", help="write a page with everything in it")


def _told(answer: Callable[[argparse.Namespace], int]) -> Callable[[argparse.Namespace], int]:
    """What can't be measured is told in a line, as everywhere."""

    def run(options: argparse.Namespace) -> int:
        try:
            return answer(options)
        except LabError as error:
            print(f"cambio: {error}", file=sys.stderr)
            return FAILED
        except KeyboardInterrupt:
            print("cambio: stopped at once; nothing is reported", file=sys.stderr)
            return INTERRUPTED

    return run


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
    start = dict(SOUND)
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
