"""Whether a file is what somebody was told while the round was played."""

from __future__ import annotations

from itertools import zip_longest

from ..shuffles import Receipt, ShuffleProof
from .checks import Check, Result, judge
from .transcripts import FileTranscript


def check_receipt(receipt: Receipt, proof: ShuffleProof, transcript: FileTranscript) -> list[Check]:
    checks = [_check_server_commitment(receipt, proof)]
    if receipt.announcement is not None:
        checks.append(_check_announcement(receipt.announcement, proof))
    if receipt.seat is not None:
        checks += _check_seat(receipt, receipt.seat, proof)
    checks.append(_check_heads(receipt, transcript))
    return checks


def _check_server_commitment(receipt: Receipt, proof: ShuffleProof) -> Check:
    return judge(
        "receipt server commitment",
        receipt.server_commitment == proof.preamble.announcement.server_commitment,
        "The server's commitment is the one that your receipt has: its seed was fixed before it could know yours.",
        "The server's commitment is not the one that your receipt has: it took another seed when it could know yours, "
        "or this is another round.",
    )


def _check_announcement(told: str, proof: ShuffleProof) -> Check:
    found = proof.preamble.announcement.text()
    pairs = zip_longest(told.splitlines(), found.splitlines(), fillvalue="nothing")
    difference = next((f"you were told {one!r}, the file has {other!r}" for one, other in pairs if one != other), "")
    return judge(
        "receipt announcement",
        told == found,
        "What the server announced before it knew the seeds is what the file has.",
        f"What the server announced before it knew the seeds is not what the file has: {difference}.",
    )


def _check_seat(receipt: Receipt, seat: str, proof: ShuffleProof) -> list[Check]:
    checks = []
    if receipt.commitment is not None:
        checks.append(
            judge(
                "receipt commitment",
                proof.preamble.announcement.commitments.get(seat) == receipt.commitment,
                f"Your commitment, seat {seat}'s, is the one that your receipt has.",
                f"Your commitment, seat {seat}'s, is not the one that your receipt has.",
            )
        )
    if receipt.seed is not None:
        checks.append(_check_seed(receipt.seed, seat, proof))
    return checks


def _check_seed(seed: bytes, seat: str, proof: ShuffleProof) -> Check:
    found = proof.preamble.seeds.get(seat)
    missing = (
        f"Your seed, seat {seat}'s, was left out. If you sent it in time, the server could choose between the deck "
        "with it and the one without it."
    )
    return judge(
        "receipt seed",
        found == seed,
        f"Your seed, seat {seat}'s, was used.",
        missing if found is None else f"Your seed, seat {seat}'s, is not the one that your receipt has.",
    )


def _check_heads(receipt: Receipt, transcript: FileTranscript) -> Check:
    name, fitting = "receipt heads", -1
    for actions, head in sorted(receipt.heads.items()):
        if actions > transcript.actions:
            told = f"You were told a head after action {actions}, but the file has {transcript.actions} actions."
            return Check(name, Result.WRONG, told)
        if transcript.heads[actions] != head:
            return Check(name, Result.WRONG, _describe_altered(transcript, fitting, actions))
        fitting = actions
    if fitting < 0:
        return Check(name, Result.UNKNOWN, "Your receipt has no heads, so the actions could not be compared with it.")
    if fitting < transcript.actions:
        told = f"The heads that you kept are right, up to action {fitting} of {transcript.actions}."
        return Check(name, Result.HOLDS, told)
    return Check(name, Result.HOLDS, "The heads that you kept are right, up to the last action.")


def _describe_altered(transcript: FileTranscript, fitting: int, actions: int) -> str:
    """Between the last head that fits and the first that does not."""
    told = f"The head after action {actions} is not the one that you were told"
    if fitting < 0:
        return f"{told}: what was fixed before the deal was altered, or one of the actions up to it."
    first, last = fitting + 1, actions
    lines = f"line {transcript.line_numbers[last]}"
    if first != last:
        lines = f"lines {transcript.line_numbers[first]} to {transcript.line_numbers[last]}"
    return f"{told}, but the one after action {fitting} is: something was altered in {lines}."
