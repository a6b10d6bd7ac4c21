"""The command line of the load generator: cambio load."""

from __future__ import annotations

import argparse
import sys

EXAMPLES = """examples:
  cambio load                                     a hundred tables for ten seconds
  cambio load --tables 1000 --moves-per-second 500 --seconds 20
  cambio load --tables 100 --flood 1              what one flooding client does to the others
  cambio load --tables 20 --refused 1000          what a thousand refused requests a second do to them
  cambio load --tables 2000 --storm               how long 8,000 sockets take to come back
  cambio load --url http://127.0.0.1:8000 --json
"""


def add_load(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    load = commands.add_parser(
        "load",
        help="fill a server on this machine with tables, and measure how it holds up",
        description="Play at random at many tables of a server on this machine, at a given rate, and tell how long "
        "moves take and what they cost. It starts a server of its own on a temporary file, and asks no other machine.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    load.add_argument("--tables", type=int, metavar="N", help="tables, 1 to 2500 (default: 100)")
    load.add_argument("--seats", type=int, metavar="N", help="people at each, 2 to 8, each with a socket (default: 4)")
    load.add_argument("--moves-per-second", type=float, metavar="N", help="over all tables, 0.1 to 5000 (default: 50)")
    load.add_argument("--seconds", type=float, metavar="N", help="how long, 1 to 600 (default: 10)")
    load.add_argument("--rules", metavar="RULES", help="a preset, with house rules if you like (default: cambia)")
    load.add_argument(
        "--flood", type=int, metavar="N", help="clients that send as fast as they can, by turns, 0 to 64 (default: 0)"
    )
    load.add_argument(
        "--refused",
        type=int,
        metavar="N",
        help="requests a second from another address, which the server refuses, by turns, 0 to 5000 (default: 0)",
    )
    load.add_argument(
        "--storm",
        action="store_true",
        default=None,
        help="at the end close all sockets at once, and tell how long it takes until everybody plays again",
    )
    load.add_argument("--url", metavar="URL", help="a server that is running, on this machine: http://127.0.0.1:8000")
    load.add_argument("--seed", type=int, metavar="N", help="the same seed chooses alike")
    load.add_argument("--json", action="store_true", help="print one JSON object")
    load.set_defaults(run=run_load)


def run_load(options: argparse.Namespace) -> int:
    import msgspec

    from ..rule_codes import rules_named
    from .run import Load, measure
    from .sockets import LoadError

    given = {name: getattr(options, name) for name in Load.__dataclass_fields__}
    if options.rules is not None:
        given["rules"] = str(rules_named(options.rules))
    try:
        report = measure(Load(**{name: value for name, value in given.items() if value is not None}))
    except LoadError as error:
        print(f"cambio: {error}", file=sys.stderr)
        return 1
    print(msgspec.json.encode(report).decode() if options.json else report.text())
    return 0 if report.is_sound else 1
