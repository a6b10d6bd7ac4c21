"""The command line of the laboratory: cambio lab play, league, rules, ratings, tune, exploit."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from ..presets import DEFAULT_RULES

PLAY_EXAMPLES = """examples:
  cambio lab play --bots expert,casual
  cambio lab play --rules "cambia snap.penalty=1" --bots expert,solid,casual --games 30000 --seed 7
  cambio lab play --bots expert,./my-bot --games 400 --json
  cambio lab play --bots "expert,python3 my_bot.py" --report report.html --plot plot.png
  cambio lab play --bots expert,casual --games 1000 --export rounds.csv
  cambio lab play --rules "cambia call.lock=no" --bots expert,solid --traits traits.json
"""
LEAGUE_EXAMPLES = """examples:
  cambio lab league --bots random,beginner,casual,solid,expert
  cambio lab league --bots beginner,casual,solid,expert --seats 4 --rules camp --games 10000 --csv league.csv
  cambio lab league --bots casual,expert,./my-bot --games 200 --report league.html
"""
RULES_EXAMPLES = """examples:
  cambio lab rules cambia
  cambio lab rules cambia "cambia snap.who=own"
  cambio lab rules cambia flip "camp deal.cards=5" --seats 4 --games 20000
  cambio lab rules cambia stick --bots solid --skill expert,beginner --plot rules.png
  cambio lab rules cambia "cambia call.last_turns=no" --adapt
"""
RATINGS_EXAMPLES = """examples:
  cambio lab ratings --out RATINGS.md
  cambio lab ratings --rules cambia,camp --seats 2,4 --games 4000 --slow-games 200 --out RATINGS.md
  cambio lab ratings --rules cambia --bots casual,expert,memory,mcts --json
  cambio lab ratings --exploits responses.json --out RATINGS.md
"""
TUNE_EXAMPLES = """examples:
  cambio lab tune --rules cambia --generations 20 --games 2000 --out traits.json
  cambio lab tune --rules camp --seats 4 --save
  cambio lab tune --rules cambia --against master --out exploit.json
"""
EXPLOIT_EXAMPLES = """examples:
  cambio lab exploit --bots expert
  cambio lab exploit --bots expert,master,champion --out responses.json
  cambio lab exploit --bots master --rules camp --seats 4 --decisions 3000000 --folder camp-responses
  cambio lab ratings --exploits responses.json --out RATINGS.md
"""
LAB_EXAMPLES = """examples:
  cambio lab play --bots expert,casual                 who wins, and how surely
  cambio lab league --bots random,beginner,casual,solid,expert
  cambio lab rules cambia flip camp --seats 4          rule sets side by side
  cambio lab ratings --rules cambia --out RATINGS.md   the rating list
  cambio lab tune --rules cambia --generations 20      an expert for a rule book
"""
Commands = argparse._SubParsersAction


def add_lab(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add the laboratory to the commands of Cambio."""
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
    _add_ratings(questions)
    _add_tune(questions)
    _add_exploit(questions)


def _add_question(
    questions: Commands[argparse.ArgumentParser], name: str, about: str, described: str, examples: str
) -> argparse.ArgumentParser:
    question = questions.add_parser(
        name,
        help=about,
        description=described,
        epilog=examples,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    question.set_defaults(run=_run_later(name))
    return question


def _add_play(questions: Commands[argparse.ArgumentParser]) -> None:
    question = _add_question(
        questions,
        "play",
        "how often each of some bots wins",
        "Play some bots against each other: as many seats as bots are listed, and every deal once from each rotation "
        "of the seats. Ties are split.",
        PLAY_EXAMPLES,
    )
    _add_rules_option(question)
    question.add_argument(
        "--bots", required=True, metavar="BOT,BOT", help="levels, baselines, or programs like ./my-bot"
    )
    _add_common_options(question, games=20_000)


def _add_league(questions: Commands[argparse.ArgumentParser]) -> None:
    question = _add_question(
        questions,
        "league",
        "how strong bots are, from meeting each other",
        "Let everybody meet everybody, every deal once from each rotation of the seats, and rate them by what all of "
        "them won: Bradley and Terry's model, or with more than two seats Plackett and Luce's.",
        LEAGUE_EXAMPLES,
    )
    _add_rules_option(question)
    question.add_argument(
        "--bots", required=True, metavar="BOT,BOT", help="levels, baselines, or programs like ./my-bot"
    )
    question.add_argument("--seats", type=int, default=2, metavar="N", help="at each table (default: 2)")
    _add_common_options(question, games=4_000, what="at each table")


def _add_rules(questions: Commands[argparse.ArgumentParser]) -> None:
    question = _add_question(
        questions,
        "rules",
        "what rule sets are like to play, side by side",
        "Let equal bots play by one or more rule sets: seat bias, calls, length, snaps, ties; and how often skill "
        "beats luck when a stronger bot plays the same deals from every seat. All rule sets are dealt the same cards, "
        "so each is compared with the first one deal by deal: whether a rule matters, and what would have been seen.",
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
    _add_common_options(question, games=10_000, what="of equals by each rule set, and as many for skill and luck")


def _add_ratings(questions: Commands[argparse.ArgumentParser]) -> None:
    question = _add_question(
        questions,
        "ratings",
        "the rating list: all levels and baselines, by each rule book and size of table",
        "Let all levels of the ladder and all baselines meet, in a league for each rule book and each number of seats, "
        "and write the page of their ratings, with 95 % intervals.",
        RATINGS_EXAMPLES,
    )
    books = "classic,flip,cambia,stick,camp"
    question.add_argument("--rules", default=books, metavar="RULES,RULES", help=f"(default: {books})")
    question.add_argument("--seats", default="2,4", metavar="N,N", help="at the tables (default: 2,4)")
    question.add_argument("--bots", metavar="BOT,BOT", help="who is rated (default: all levels and baselines)")
    question.add_argument("--games", type=int, default=2_000, metavar="N", help="at each table (default: 2000)")
    about = "where a bot searches or plays outside the core (default: 120)"
    question.add_argument("--slow-games", type=int, default=120, metavar="N", help=about)
    question.add_argument("--seed", type=int, default=1, metavar="N", help="the same seed gives the same figures")
    question.add_argument("--jobs", type=int, metavar="N", help="processes (default: one for each core)")
    question.add_argument("--ray", metavar="ADDRESS", help="play on this Ray cluster; local starts one here")
    question.add_argument("--exploits", metavar="FILE.json", help="best responses, as another command has found them")
    question.add_argument("--json", action="store_true", help="print one JSON object instead of the page")
    question.add_argument("--out", metavar="FILE.md", help="write the page; without it, it is printed")


def _add_tune(questions: Commands[argparse.ArgumentParser]) -> None:
    question = _add_question(
        questions,
        "tune",
        "find an expert's traits for a rule book",
        "Tune an expert for a rule book by playing against itself, generation after generation.",
        TUNE_EXAMPLES,
    )
    _add_rules_option(question)
    question.add_argument("--seats", type=int, default=2, metavar="N", help="at the table (default: 2)")
    question.add_argument("--generations", type=int, default=30, metavar="N", help="how many (default: 30)")
    question.add_argument("--games", type=int, default=2_000, metavar="N", help="for each candidate (default: 2000)")
    question.add_argument("--seed", type=int, default=1, metavar="N", help="the same seed finds the same traits")
    question.add_argument("--start", metavar="PRESET", help="begin with that preset's tuned traits for two seats")
    question.add_argument("--against", metavar="LEVEL", help="find what beats that level best")
    question.add_argument("--jobs", type=int, metavar="N", help="processes (default: one for each core)")
    question.add_argument("--out", metavar="FILE", help="write the traits as JSON; without it they are printed")
    question.add_argument("--save", action="store_true", help="write them into this source checkout's bots/tuned.json")


def _add_exploit(questions: Commands[argparse.ArgumentParser]) -> None:
    question = _add_question(
        questions,
        "exploit",
        "how much a level loses to whoever has prepared for it",
        "Seek three best responses to a level, and measure each on fresh deals: an expert's traits tuned against it, a "
        "network trained against it, and a champion that knows whom it meets. The level is at least as exploitable as "
        "the best of them shows. This takes some minutes for each level, and longer where it searches.",
        EXPLOIT_EXAMPLES,
    )
    _add_rules_option(question)
    question.add_argument("--bots", required=True, metavar="LEVEL,LEVEL", help="whom responses are sought to")
    question.add_argument("--seats", type=int, default=2, metavar="N", help="at the table (default: 2)")
    question.add_argument("--generations", type=int, default=16, metavar="N", help="of the tuning (default: 16)")
    question.add_argument(
        "--tuning-games", type=int, default=800, metavar="N", help="for each candidate (default: 800)"
    )
    question.add_argument(
        "--decisions", type=int, default=1_500_000, metavar="N", help="from which the network learns (default: 1500000)"
    )
    question.add_argument("--games", type=int, default=8_000, metavar="N", help="that measure each (default: 8000)")
    question.add_argument(
        "--slow-games", type=int, default=1_000, metavar="N", help="the same, where a bot searches (default: 1000)"
    )
    question.add_argument("--seed", type=int, default=1, metavar="N", help="the same seed finds the same responses")
    question.add_argument("--jobs", type=int, metavar="N", help="processes (default: one for each core)")
    question.add_argument(
        "--folder", default="responses", metavar="FOLDER", help="where responses are kept (default: responses)"
    )
    question.add_argument("--out", metavar="FILE.json", help="write the figures, for cambio lab ratings --exploits")


def _add_rules_option(question: argparse.ArgumentParser) -> None:
    about = f'like cambia, or "cambia snap.penalty=1" (default: {DEFAULT_RULES})'
    question.add_argument("--rules", default=DEFAULT_RULES, metavar="RULES", help=about)


def _add_common_options(question: argparse.ArgumentParser, games: int, what: str = "in all") -> None:
    """Options that several commands have."""
    question.add_argument("--games", type=int, default=games, metavar="N", help=f"how many {what} (default: {games})")
    question.add_argument("--seed", type=int, default=1, metavar="N", help="the same seed gives the same figures")
    question.add_argument("--jobs", type=int, metavar="N", help="processes (default: one for each core)")
    question.add_argument("--ray", metavar="ADDRESS", help="play on this Ray cluster; local starts one here")
    question.add_argument("--json", action="store_true", help="print one JSON object")
    question.add_argument("--csv", metavar="FILE", help="write the figures for a spreadsheet; - prints them")
    question.add_argument("--export", metavar="FILE.csv", help="write a row for each round; or .parquet, with pyarrow")
    question.add_argument("--traits", metavar="FILE", help="of experts, as cambio lab tune --out FILE writes them")
    question.add_argument(
        "--adapt",
        action="store_true",
        help="tune experts for these rules first, if they are not, and keep that in the file of --traits "
        "(default: adapted-traits.json)",
    )
    question.add_argument(
        "--time-limit",
        type=float,
        metavar="SECONDS",
        help="that a program like ./my-bot has for a decision (default: 1)",
    )
    question.add_argument("--plot", metavar="FILE.png", help="draw them; the name's end says how: png, svg, pdf, jpg")
    question.add_argument("--report", metavar="FILE.html", help="write a page with everything in it")


def _run_later(name: str) -> Callable[[argparse.Namespace], int]:
    """Import the laboratory only when one of its commands is run, so that other commands start faster."""

    def run(options: argparse.Namespace) -> int:
        from . import commands

        return commands.run_command(name, options)

    return run
