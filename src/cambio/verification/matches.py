"""Checking the file of a whole match: each of its rounds, and whether they belong together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..errors import NotationError
from ..notation import MatchRecord, read_match, replay_match
from ..shuffles import Receipt, ShuffleProof
from .checks import Check, Report, Result, check_checksum, judge, nothing_wrong, told_holds
from .rounds import compare_rounds
from .verify import verify


@dataclass
class MatchReport:
    """The report of each round, in order, and the checks of all of them together."""

    rounds: list[Report] = field(default_factory=list)  #: The reports of all rounds.
    checks: list[Check] = field(default_factory=list)  #: The checks of all rounds together.

    @property
    def holds(self) -> bool:
        """Whether nothing is wrong."""
        return nothing_wrong(self.checks) and all(report.holds for report in self.rounds)

    @property
    def tells_cards(self) -> bool:
        """Whether the cards of all rounds could be checked."""
        return all(report.tells_cards for report in self.rounds)

    def proofs(self) -> dict[int, ShuffleProof]:
        """By the number of the round in the file, of those that have one."""
        numbered = enumerate(self.rounds, start=1)
        return {number: report.proof for number, report in numbered if report.proof is not None}

    def to_json(self) -> dict[str, Any]:
        """The report as plain data."""
        return {
            "holds": told_holds(self.holds, self.tells_cards),
            "checks": [check.to_json() for check in self.checks],
            "rounds": [{"round": number} | report.to_json() for number, report in enumerate(self.rounds, start=1)],
        }


def verify_match(source: str, receipts: Sequence[Receipt] = ()) -> MatchReport:
    """Check a match's file; NotationError if it can't be read. A receipt is compared with the round that it is of."""
    record = read_match(source, even_if_altered=True)
    report = MatchReport(checks=[check_checksum(record.checksum, record.expected_checksum)])
    given = {number: _find_receipts(receipts, record, number) for number in range(1, len(record.rounds) + 1)}
    report.rounds = [verify(each.record, given[number]) for number, each in enumerate(record.rounds, start=1)]
    if len(report.proofs()) > 0:
        report.checks += _check_names(report.proofs())
        report.checks += compare_rounds({f"round {number}": proof for number, proof in report.proofs().items()})
    report.checks.append(_check_course(record, report.rounds))
    used = [receipt for found in given.values() for receipt in found]
    report.checks += [_refuse(receipt) for receipt in receipts if receipt not in used]
    return report


def _find_receipts(receipts: Sequence[Receipt], record: MatchRecord, number: int) -> list[Receipt]:
    """Those that have the round's commitment of the server, or were kept of the round that has its number."""
    commitments = [
        each.record.proof.preamble.announcement.server_commitment if each.record.proof is not None else None
        for each in record.rounds
    ]
    return [
        receipt
        for receipt in receipts
        if commitments[number - 1] is not None
        and (
            receipt.server_commitment == commitments[number - 1]
            or (receipt.server_commitment not in commitments and _announced_round(receipt) == number)
        )
    ]


def _announced_round(receipt: Receipt) -> int | None:
    found = re.search(r"^round: ([1-9][0-9]{0,8})$", receipt.announcement or "", re.MULTILINE)
    return int(found[1]) if found is not None else None


def _refuse(receipt: Receipt) -> Check:
    told = f"No round of this file has the server's commitment of your receipt, {receipt.server_commitment.hex()}."
    return Check("receipt server commitment", Result.WRONG, told)


def _check_names(proofs: dict[int, ShuffleProof]) -> Iterator[Check]:
    """Whether all rounds say that they are of one match, and each that it is the one it stands as."""
    announced = {number: proof.preamble.announcement for number, proof in proofs.items()}
    first, match = next((number, each.match) for number, each in announced.items())
    other = next((number for number, each in announced.items() if each.match != match), None)
    yield judge(
        "same match",
        other is None,
        f"All rounds with a proof are of the match {match}.",
        f"Round {other} is of another match than round {first}.",
    )
    moved = next((number for number, each in announced.items() if each.round != number), None)
    found = announced[moved].round if moved is not None else None
    yield judge(
        "rounds in order",
        moved is None,
        "Each round has the number that it was announced with.",
        f"Round {moved} of this file was announced as round {found}: one was left out, added or moved.",
    )


def _check_course(record: MatchRecord, rounds: Sequence[Report]) -> Check:
    """By the engine: who deals and starts in each round, the tallies, and who has won the match."""
    name = "match play"
    wrong = [number for number, report in enumerate(rounds, start=1) if report.result_of("play") == Result.WRONG]
    if wrong:
        told = f"The tallies could not be checked, because the play of round {wrong[0]} is wrong."
        return Check(name, Result.UNKNOWN, told)
    try:
        replay_match(record)
    except NotationError as error:
        return Check(name, Result.WRONG, f"The match can't have gone like this: {error}.")
    return Check(name, Result.HOLDS, "Who dealt and who started, every tally and the result follow from the rounds.")
