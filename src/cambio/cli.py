"""The command line: cambio rules, replay, verify, demo, lab, train, serve and what operates a server, load and docs."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path

from . import notation, rulebook
from .demo import play_demonstration, play_demonstration_match
from .documentation import add_docs
from .errors import NotationError, RulesError, SeatError
from .gallery import GALLERY
from .lab.cli import add_lab
from .languages import LANGUAGES
from .load.cli import add_load
from .presets import DEFAULT_RULES, SOURCES
from .replay import ALL, TABLE, read_recorded
from .replay.recorded_round import check_viewpoint
from .rule_codes import code_of, rules_named
from .rule_sheet import rule_sheet
from .rules import PRESETS, Rules, schema
from .server.cli import add_operating, add_serve
from .shell.cli import add_shell
from .shell.version_lines import version_line, version_lines
from .story import tell_match, tell_round
from .training.cli import add_train
from .verification.cli import add_verify

EXAMPLES = """examples:
  cambio rules                                   the rule books, in a sentence each
  cambio rules cambia snap.penalty=1             a rule book with a house rule, in plain English
  cambio rules 2QR8-S0                            house rules that somebody has sent you, by their code
  cambio rules flip --diff classic               what makes two rule books differ
  cambio rules camp --html > rules.html          a rule book to print, on one sheet to fold
  cambio replay game.cambio                      tell a recorded round as a story
  cambio replay game.cambio --as b               what seat b knew of it
  cambio replay game.cambio --open               watch it in the browser, step by step
  cambio replay evening.cambio --round 3         one round of a recorded match
  cambio verify game.cambio                      check that nobody chose or altered its cards
  cambio serve --open                            play in the browser, with bots and friends
  cambio docs                                    read about all of it, without the internet
"""
#: What somebody sees who types only the name of the game.
WELCOME = """To play in your browser, with bots and friends:

  cambio serve --open

What else there is: cambio --help
"""
OK, FAILED = 0, 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command: its exit code. An error is one line on the error output."""
    options = parser().parse_args(arguments)
    try:
        return int(options.run(options))
    except ModuleNotFoundError as error:
        # The engine may be installed alone, without what the server needs.
        if error.name is None or error.name.partition(".")[0] == "cambio":
            raise
        return _refuse(f"{error.name} is not installed, which this command needs: pip install cambio-game")
    except (RulesError, NotationError, SeatError) as error:
        print(f"cambio: {error}", file=sys.stderr)
        return FAILED
    except BrokenPipeError:
        sys.stderr.close()
        return OK


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="cambio",
        description="Cambio, the card game of memory, nerve and speed, by every rule book and every house rule.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="store_true", help="say which version this is, and end")
    top.add_argument("--verbose", action="store_true", help="with --version: say all about this installation")
    top.set_defaults(run=_print_version_or_welcome)
    commands = top.add_subparsers(title="commands", metavar="COMMAND")
    _add_rules(commands)
    _add_replay(commands)
    add_verify(commands)
    _add_demo(commands)
    add_lab(commands)
    add_train(commands)
    add_serve(commands)
    add_operating(commands)
    add_load(commands)
    add_docs(commands)
    add_shell(commands, top)
    return top


def _print_version_or_welcome(options: argparse.Namespace) -> int:
    """Without any wish, say where to begin."""
    if options.version:
        _print_lines(version_lines() if options.verbose else [version_line()])
    else:
        print(WELCOME, end="")
    return OK


def _add_rules(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    rules = commands.add_parser(
        "rules",
        help="print a rule book, its differences from another, or its options as data",
        description="Print the rule book of a preset with any house rules, in plain English.",
        epilog="examples:\n"
        "  cambio rules camp\n"
        "  cambio rules cambia snap.penalty=1 jokers=0 deck.values.Kb=20\n"
        "  cambio rules 2QR8-S0\n"
        "  cambio rules stick --diff cambia\n"
        "  cambio rules camp snap.penalty=2 --html --language es > reglas.html\n"
        "  cambio rules cambia --json\n"
        "  cambio rules --schema\n",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    presets = f"one of {', '.join(PRESETS)}, or a code (of house rules alone: {DEFAULT_RULES})"
    rules.add_argument("preset", nargs="?", metavar="PRESET", help=presets)
    rules.add_argument("changes", nargs="*", metavar="OPTION=VALUE", help="house rules, like snap.penalty=1")
    rules.add_argument("--diff", metavar="PRESET", help="print only what differs from this rule book")
    rules.add_argument("--json", action="store_true", help="print every option as one JSON object")
    rules.add_argument("--html", action="store_true", help="print a page for one sheet of paper, folded in the middle")
    rules.add_argument("--language", choices=LANGUAGES, help="the language of that page (default: en)")
    rules.add_argument("--schema", action="store_true", help="print the JSON Schema of that object")
    rules.set_defaults(run=print_rules)


def _add_replay(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    replay = commands.add_parser(
        "replay",
        help="tell a recorded round or match as a story, and check it",
        description="Replay a .cambio file, check every face in it, and tell what happened, the scores and why. "
        "Of a match, who deals and starts and every tally are checked, too.",
        epilog="examples:\n"
        "  cambio replay game.cambio\n"
        "  cambio replay game.cambio --as b\n"
        "  cambio replay game.cambio --json\n"
        "  cambio replay game.cambio --open\n"
        "  cambio replay evening.cambio --round 3\n",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    replay.add_argument("file", metavar="FILE", help="a .cambio file; - reads the standard input")
    replay.add_argument("--json", action="store_true", help="print one JSON object a line: events, then the outcome")
    replay.add_argument(
        "--as", dest="viewpoint", metavar="SEAT", help="tell only what this seat knew; table: what everybody saw"
    )
    replay.add_argument("--round", type=int, metavar="N", help="of a match, tell this round alone")
    replay.add_argument("--open", action="store_true", help="watch it in the browser instead, until Ctrl-C")
    replay.set_defaults(run=print_replay)


def _add_demo(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    demo = commands.add_parser(
        "demo",
        help="play a random round or match and tell it as a story",
        description="Play a round at random, or a whole match, and tell what happens.",
        epilog="examples:\n  cambio demo\n  cambio demo cambia snap.penalty=1 --seats 4 --seed 7\n"
        "  cambio demo camp --notation > game.cambio\n"
        "  cambio demo camp --match --notation > match.cambio\n",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    demo.add_argument("preset", nargs="?", metavar="PRESET", help="a rule book or a code (default: cambia)")
    demo.add_argument("changes", nargs="*", metavar="OPTION=VALUE", help="house rules, like snap.penalty=1")
    demo.add_argument("--seats", type=int, default=4, metavar="N", help="how many play (default: 4)")
    demo.add_argument("--seed", type=int, default=None, metavar="N", help="the same seed tells the same story")
    demo.add_argument("--match", action="store_true", help="play all rounds of a match, as many as the rules say")
    demo.add_argument("--notation", action="store_true", help="print a .cambio file instead")
    demo.set_defaults(run=print_demo)


def _parse_rules(options: argparse.Namespace) -> Rules:
    """The rules that the options name, as several words or as one that is quoted."""
    return rules_named(" ".join([options.preset or "", *options.changes]))


def print_rules(options: argparse.Namespace) -> int:
    if options.schema:
        _print_json(schema())
        return OK
    if options.language is not None and not options.html:
        raise RulesError("--language needs --html: the other forms of a rule book are in English")
    if options.preset is None and not options.json and not options.html and options.diff is None:
        _print_presets()
        return OK
    rules = _parse_rules(options)
    if options.diff is not None:
        _print_differences(rules, options.diff)
    elif options.html:
        # Letters beyond ASCII as numbers, so that the page is the same whatever the terminal writes.
        print(rule_sheet(rules, options.language or "en").encode("ascii", "xmlcharrefreplace").decode(), end="")
    elif options.json:
        _print_json(rules.to_json())
    else:
        print(rulebook.as_text(rules, f"Cambio, by these rules: {rules}"))
        code = code_of(rules)
        print(f"\nThe code of these rules: {code}")
        print(f"To share them: cambio rules {code}, or /rules/{code} on any Cambio server.")
    return OK


def _print_presets() -> None:
    width = max(len(name) for name in SOURCES)
    for family, names in groupby(SOURCES, lambda name: SOURCES[name].family.en):
        print(f"{family}:\n")
        for name in names:
            print(f"{name:{width}}  {SOURCES[name].about.en}")
        print()
    print("Read one with: cambio rules cambia\n\nWell-known mixtures, by their codes:\n")
    codes = {name: code_of(Rules.parse(mixture.rules)) for name, mixture in GALLERY.items()}
    width = max(map(len, codes.values()))
    for name, mixture in GALLERY.items():
        print(f"{codes[name]:{width}}  {mixture.name.en}: {mixture.about.en}")
    print(f"\nRead one with: cambio rules {codes['risky_fives']}")


def _print_differences(rules: Rules, other: str) -> None:
    found = rulebook.differences(rules, rules_named(other))
    if not found:
        print(f"There is no difference from {other}.")
        return
    width = max(len(name) for name, _, _ in found)
    for name, theirs, ours in found:
        print(f"{name:{width}}  {ours}   ({other}: {theirs})")


def _print_json(document: object) -> None:
    print(json.dumps(document, indent=2, ensure_ascii=False))


def print_replay(options: argparse.Namespace) -> int:
    text = _read(options.file)
    if text is None:
        return FAILED
    if notation.is_match(text):
        return _print_match_replay(text, options)
    if options.round is not None:
        return _refuse(f"{options.file} is the file of one round: leave --round out")
    recorded = read_recorded(text, options.viewpoint)
    viewpoint = options.viewpoint or recorded.own_copy_of or ALL
    if options.open:
        return _open_replay(text, options.viewpoint or TABLE)
    _print_lines(tell_round(recorded.game, recorded.names, viewpoint, as_json=options.json))
    return OK


def _print_match_replay(text: str, options: argparse.Namespace) -> int:
    record = notation.read_match(text)
    viewpoint, rounds = options.viewpoint or record.viewer or ALL, len(record.rounds)
    check_viewpoint(viewpoint, tuple(record.names), record.viewer)
    if options.round is not None and not 1 <= options.round <= rounds:
        return _refuse(f"there is no round {options.round} in {options.file}: it has rounds 1 to {rounds}")
    # All rounds are checked, whichever is told.
    replayed = notation.replay_match(record)
    if options.open:
        return _open_replay(text, options.viewpoint or TABLE, options.round)
    if options.round is not None:
        _print_lines(tell_round(replayed.games[options.round - 1], record.names, viewpoint, as_json=options.json))
    else:
        _print_lines(tell_match(replayed.games, record.names, viewpoint, as_json=options.json))
    return OK


def _open_replay(text: str, viewpoint: str, round_number: int | None = None) -> int:
    # Telling a story needs no server.
    from .server.replay_window import TOO_LONG, open_replay, pack

    packed = pack(text)
    return _refuse(TOO_LONG) if packed is None else open_replay(packed, viewpoint, round_number)


def _print_lines(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)


def _refuse(sentence: str) -> int:
    print(f"cambio: {sentence}", file=sys.stderr)
    return FAILED


def print_demo(options: argparse.Namespace) -> int:
    rules = _demo_rules(options)
    if options.match:
        return print_match_demo(rules, options)
    game, names = play_demonstration(rules, options.seats, options.seed)
    if options.notation:
        print(notation.write(game, names=names), end="")
        return OK
    print(f"{', '.join(names.values())} play by these rules: {game.rules}\n")
    _print_lines(tell_round(game, names))
    return OK


def print_match_demo(rules: Rules, options: argparse.Namespace) -> int:
    games, names = play_demonstration_match(rules, options.seats, options.seed)
    if options.notation:
        print(notation.write_match(games, names=names), end="")
        return OK
    print(f"{', '.join(names.values())} play by these rules: {rules}\n")
    _print_lines(tell_match(games, names))
    return OK


def _read(file: str) -> str | None:
    try:
        return sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    except OSError as error:
        _refuse(f"{file} can't be read: {error.strerror}")
    except UnicodeDecodeError:
        _refuse(f"{file} is not a text file: expected a .cambio file")
    return None


def _demo_rules(options: argparse.Namespace) -> Rules:
    """A large table gets as many packs as it needs, unless it says how many."""
    rules = _parse_rules(options)
    has_decks = any("decks=" in word for word in options.changes)
    return rules if has_decks or not 2 <= options.seats <= rules["deal.max_seats"] else rules.suited_to(options.seats)


if __name__ == "__main__":
    sys.exit(main())
