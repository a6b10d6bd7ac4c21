"""The command cambio verify."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from ..errors import NotationError
from ..shuffles import Receipt, ReceiptError, read_receipt
from .checks import Check, Report, Result
from .rounds import compare_rounds
from .verify import NoProof, verify

HOLDS, WRONG, UNREADABLE = 0, 1, 2
MARKS = {Result.HOLDS: "ok", Result.WRONG: "WRONG", Result.UNKNOWN: "?", Result.NOTE: "note"}


class Unreadable(ValueError):
    """A file or a receipt that can't be read; says which, and why."""


def add_verify(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    command = commands.add_parser(
        "verify",
        help="check that nobody chose or altered the cards of a recorded round",
        description="Check a .cambio file against its seeds and commitments, and say what that proves. Exit status: "
        "0 if everything holds, 1 if something is wrong, 2 if something can't be read.",
        epilog="examples:\n"
        "  cambio verify game.cambio\n"
        "  cambio verify game.cambio --receipt mine.json\n"
        "  cambio verify round1.cambio round2.cambio      no seed may come twice\n"
        "  cambio verify game.cambio --json\n",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument("files", nargs="+", metavar="FILE", help="a .cambio file; - reads the standard input")
    command.add_argument(
        "--receipt", action="append", default=[], metavar="FILE", help="what a client kept while the round was played"
    )
    command.add_argument("--json", action="store_true", help="print one JSON object")
    command.set_defaults(run=print_verification)


def print_verification(options: argparse.Namespace) -> int:
    """The exit status says whether everything holds."""
    try:
        reports, together = _verify_files(options.files, options.receipt)
    except Unreadable as error:
        print(f"cambio: {error}", file=sys.stderr)
        return UNREADABLE
    holds = all(report.holds for report in reports.values()) and all(check.result != Result.WRONG for check in together)
    if options.json:
        print(json.dumps(_to_json(reports, together, holds), indent=2, ensure_ascii=False))
    else:
        _print_reports(reports, together)
    return HOLDS if holds else WRONG


def _verify_files(files: Sequence[str], receipts: Sequence[str]) -> tuple[dict[str, Report], list[Check]]:
    if receipts and len(files) > 1:
        raise Unreadable("a receipt belongs to one round: expected one file with --receipt")
    kept = [_read_receipt(file) for file in receipts]
    reports = {file: _verify_file(file, kept) for file in files}
    together = compare_rounds({file: report.proof for file, report in reports.items()}) if len(files) > 1 else []
    return reports, together


def _verify_file(file: str, receipts: Sequence[Receipt]) -> Report:
    try:
        return verify(_read_text(file), receipts)
    except NoProof as error:
        raise Unreadable(f"{file} can't be checked: {error}") from None
    except NotationError as error:
        raise Unreadable(f"{file} can't be read: {error}") from None


def _read_receipt(file: str) -> Receipt:
    try:
        return read_receipt(_read_text(file))
    except ReceiptError as error:
        raise Unreadable(f"{file} is no receipt: {error}") from None


def _read_text(file: str) -> str:
    try:
        return sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    except OSError as error:
        raise Unreadable(f"{file} can't be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise Unreadable(f"{file} is not a text file") from None


def _to_json(reports: dict[str, Report], together: Sequence[Check], holds: bool) -> dict[str, object]:
    return {
        "holds": holds,
        "files": [{"file": file} | report.to_json() for file, report in reports.items()],
        "together": [check.to_json() for check in together],
    }


def _print_reports(reports: dict[str, Report], together: Sequence[Check]) -> None:
    for file, report in reports.items():
        announced = report.proof.preamble.announcement
        print(f"{file}: round {announced.round} of match {announced.match}, by these rules: {announced.rules}\n")
        _print_checks(report.checks)
    if together:
        print("All of these rounds together:\n")
        _print_checks(together)
    wrong = sum(report.holds is False for report in reports.values())
    if wrong or any(check.result == Result.WRONG for check in together):
        print("Something is wrong: see the lines marked WRONG. So nothing is proved.")
        return
    print("Everything that was checked holds.\n")
    print("What this proves:")
    _print_list([sentence for report in reports.values() for sentence in report.proves()])
    print("What it does not prove:")
    _print_list([sentence for report in reports.values() for sentence in report.does_not_prove()])


def _print_checks(checks: Sequence[Check]) -> None:
    width = max(map(len, MARKS.values()))
    for check in checks:
        print(f"  {MARKS[check.result]:{width}}  {check.sentence}")
    print()


def _print_list(sentences: Sequence[str]) -> None:
    for sentence in dict.fromkeys(sentences):
        print(f"  - {sentence}")
