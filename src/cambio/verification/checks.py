"""What was checked, whether it holds, and what that proves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from ..shuffles import ShuffleProof


class Result(StrEnum):
    """What came of a check."""

    HOLDS = "holds"  #: As it should be.
    WRONG = "wrong"  #: Not as it should be.
    #: It could not be checked: something that it needs is missing, or wrong itself.
    UNKNOWN = "unknown"
    #: Nothing to check, but something to know.
    NOTE = "note"


@dataclass(frozen=True)
class Check:
    """One thing that was checked: its name for programs, and a sentence for people."""

    name: str  #: How programs know it.
    result: Result  #: What came of it.
    sentence: str  #: The same for people.

    def to_json(self) -> dict[str, Any]:
        """The check as plain data."""
        return {"check": self.name, "result": str(self.result), "sentence": self.sentence}


def judge(name: str, holds: bool, right: str, wrong: str) -> Check:
    return Check(name, Result.HOLDS if holds else Result.WRONG, right if holds else wrong)


@dataclass
class Report:
    """All checks of one round; it has no proof if its file tells nothing about its shuffles."""

    proof: ShuffleProof | None  #: What the file tells about its shuffles.
    checks: list[Check] = field(default_factory=list)  #: All that was checked.
    has_receipt: bool = False  #: Whether it was compared with a receipt.

    @property
    def holds(self) -> bool:
        """Whether nothing is wrong."""
        return nothing_wrong(self.checks)

    @property
    def tells_cards(self) -> bool:
        """Whether there is all that the cards could be checked by."""
        return self.proof is not None and self.proof.server_seed is not None

    def result_of(self, name: str) -> Result | None:
        """What came of a check, if it was made."""
        return next((check.result for check in self.checks if check.name == name), None)

    def proves(self) -> list[str]:
        """What may be concluded; nothing from a file with anything wrong in it."""
        if self.proof is None or not self.holds:
            return []
        if self.proof.server_seed is None:
            told = [
                "The commitments, the players' seeds, the actions and the heads of this file belong together. Its "
                "cards can't be checked without the server's seed."
            ]
        else:
            told = [
                "The seeds, commitments, deck, reshuffles, actions and heads of this file belong together: the cards "
                "are those that the seeds give, and none was moved afterwards."
            ]
        if self.has_receipt:
            told.append(
                "By your receipt, this is the round that you were told of: the server had fixed its seed before it "
                "could know the players', and nothing that you kept a head of was altered later."
            )
        return told

    def does_not_prove(self) -> list[str]:
        """What must not be concluded."""
        if self.proof is None:
            return []
        told = [
            "That nobody saw cards that were not theirs: whoever runs a server could look at them.",
            "That snaps were judged fairly: the server says who came first.",
        ]
        if not self.has_receipt:
            told.append(
                "That this is the round that was played: without a receipt of what the server told somebody live, all "
                "of it could have been made up afterwards, seeds included."
            )
        if not self.proof.preamble.announcement.commitments:
            told.append(
                "That the server did not choose the cards: no seat took part in the shuffle, so it could try seeds "
                "until it liked one."
            )
        if _silent_seats(self.proof):
            told.append(
                "That a seat which did not reveal its seed was not waited for on purpose: together with the server it "
                "could choose between two decks."
            )
        told.append("Who sat where: names, dates and other free text are in no hash.")
        return told

    def to_json(self) -> dict[str, Any]:
        """The report as plain data."""
        return {
            "holds": told_holds(self.holds, self.tells_cards),
            "checks": [check.to_json() for check in self.checks],
            "proves": self.proves(),
            "does_not_prove": self.does_not_prove(),
        }


def nothing_wrong(checks: Sequence[Check]) -> bool:
    return all(check.result != Result.WRONG for check in checks)


def told_holds(holds: bool, tells_cards: bool) -> bool | None:
    """For programs: None if nothing is wrong, but the cards could not be checked."""
    return None if holds and not tells_cards else holds


def check_checksum(found: str | None, expected: str) -> Check:
    if found is None:
        return Check("checksum", Result.NOTE, "The file has no checksum behind its closing line.")
    return judge(
        "checksum",
        found == expected,
        "The file is whole: its checksum fits.",
        f"The file was altered: its checksum is {expected}, not {found}.",
    )


def _silent_seats(proof: ShuffleProof) -> Sequence[str]:
    return [seat for seat in proof.preamble.announcement.commitments if seat not in proof.preamble.seeds]
