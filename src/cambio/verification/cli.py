"""The command cambio verify."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from ..errors import NotationError
from ..notation import is_match
from ..shuffles import Receipt, ReceiptError, ShuffleProof, read_receipt
from .checks import Check, Report, nothing_wrong, told_holds
from .matches import MatchReport, verify_match
from .report_lines import tell_reports
from .rounds import compare_rounds
from .verify import verify

HOLDS, WRONG, UNREADABLE, NOT_CHECKED = 0, 1, 2, 3


class Unreadable(ValueError):
    """A file or a receipt that can't be read; says which, and why."""


def add_verify(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    command = commands.add_parser(
        "verify",
        help="check that nobody chose or altered the cards of a recorded round or match",
        description="Check the .cambio file of a round or of a whole match against its seeds and commitments, and say "
        "what that proves.",
        epilog="exit status:\n"
        "  0  everything holds\n"
        "  1  something is wrong\n"
        "  2  something can't be read, or the command is wrong\n"
        "  3  nothing is wrong, but the cards of a round can't be checked: its file has no proof of its\n"
        "     shuffle, or, as a player's own copy, does not tell the server's seed\n"
        "\n"
        "examples:\n"
        "  cambio verify game.cambio\n"
        "  cambio verify game.cambio --receipt mine.json\n"
        "  cambio verify match.cambio                     each round, and all of them together\n"
        "  cambio verify round1.cambio round2.cambio      no seed may come twice\n"
        "  cambio verify game.cambio --json\n",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument("files", nargs="+", metavar="FILE", help="a .cambio file; - reads the standard input")
    command.add_argument(
        "--receipt",
        action="append",
        default=[],
        metavar="FILE",
        help="what a client kept while a round was played; may be given again, for the rounds of a match",
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
    holds = nothing_wrong(together) and all(report.holds for report in reports.values())
    tells_cards = all(report.tells_cards for report in reports.values())
    if options.json:
        document = {
            "holds": told_holds(holds, tells_cards),
            "files": [{"file": file} | report.to_json() for file, report in reports.items()],
            "together": [check.to_json() for check in together],
        }
        print(json.dumps(document, indent=2, ensure_ascii=False))
    else:
        print("\n".join(tell_reports(reports, together)).rstrip())
    return WRONG if not holds else HOLDS if tells_cards else NOT_CHECKED


def _verify_files(
    files: Sequence[str], receipts: Sequence[str]
) -> tuple[dict[str, Report | MatchReport], Sequence[Check]]:
    if receipts and len(files) > 1:
        raise Unreadable("a receipt belongs to one round: expected one file with --receipt")
    kept = [_read_receipt(file) for file in receipts]
    reports = {file: _verify_file(file, kept) for file in files}
    proofs = {name: proof for file, report in reports.items() for name, proof in _proofs_of(file, report).items()}
    return reports, compare_rounds(proofs) if len(files) > 1 and proofs else []


def _proofs_of(file: str, report: Report | MatchReport) -> dict[str, ShuffleProof]:
    if isinstance(report, MatchReport):
        return {f"{file}, round {number}": proof for number, proof in report.proofs().items()}
    return {file: report.proof} if report.proof is not None else {}


def _verify_file(file: str, receipts: Sequence[Receipt]) -> Report | MatchReport:
    text = _read_text(file)
    try:
        return verify_match(text, receipts) if is_match(text) else verify(text, receipts)
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
