"""Checking one file: seeds and commitments, heads, cards, play, and receipts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..notation import Record, checksum, read
from ..shuffles import Receipt, ShuffleProof, commit_server_seed
from ..shuffles.preamble import fits
from .card_checks import CardChecks
from .checks import Check, Report, Result, judge
from .receipt_checks import check_receipt
from .transcripts import FileTranscript


class NoProof(ValueError):
    """A file that tells nothing about its shuffles."""


def verify(source: str, receipts: Sequence[Receipt] = ()) -> Report:
    """Check a file; NotationError if it can't be read, NoProof if it has none."""
    record = read(source, even_if_altered=True)
    proof = record.proof
    if proof is None:
        raise NoProof("it has no proof of its shuffles: expected tags like 'server commitment' (see docs/SHUFFLES.md)")
    transcript = FileTranscript(record, proof)
    report = Report(proof, [_check_checksum(record, source)], has_receipt=bool(receipts))
    report.checks += _check_seeds(proof)
    report.checks += _check_heads(proof, transcript)
    cards = CardChecks(
        record,
        proof,
        transcript,
        has_sound_seeds=all(report.result_of(name) != Result.WRONG for name in ("server seed", "first head")),
        has_sound_heads=report.result_of("last head") != Result.WRONG,
    )
    report.checks += [cards.deck(), *cards.reshuffles(), cards.play()]
    for receipt in receipts:
        report.checks += check_receipt(receipt, proof, transcript)
    return report


def _check_checksum(record: Record, source: str) -> Check:
    expected = checksum(source.splitlines()[: record.end_line - 1])
    if record.checksum is None:
        return Check("checksum", Result.NOTE, "The file has no checksum behind its closing line.")
    return judge(
        "checksum",
        record.checksum == expected,
        "The file is whole: its checksum fits.",
        f"The file was altered: its checksum is {expected}, not {record.checksum}.",
    )


def _check_seeds(proof: ShuffleProof) -> Iterator[Check]:
    announcement = proof.preamble.announcement
    if proof.server_seed is None:
        yield Check("server seed", Result.UNKNOWN, "The file does not tell the server's seed.")
    else:
        yield judge(
            "server seed",
            commit_server_seed(proof.server_seed) == announcement.server_commitment,
            "The server's seed is the one that it committed itself to.",
            "The server's seed is not the one that it committed itself to.",
        )
    for seat in announcement.all_seats:
        seed = proof.preamble.seeds.get(seat)
        if seed is not None:
            yield judge(
                f"seed {seat}",
                fits(announcement, seat, seed),
                f"Seat {seat}'s seed is the one that it committed itself to.",
                f"Seat {seat}'s seed is not the one that it committed itself to.",
            )
        elif seat in announcement.commitments:
            told = f"Seat {seat} did not reveal the seed that it committed itself to: its commitment counts instead."
            yield Check(f"seed {seat}", Result.NOTE, told)
        else:
            yield Check(f"seed {seat}", Result.NOTE, f"Seat {seat} took no part in the shuffle.")


def _check_heads(proof: ShuffleProof, transcript: FileTranscript) -> Iterator[Check]:
    yield judge(
        "first head",
        transcript.computed_first == proof.first_head,
        "What was fixed before the deal (match, round, rules, seats, dealer, starter, commitments and seeds) is what "
        "the first head says.",
        "What was fixed before the deal (match, round, rules, seats, dealer, starter, commitments or seeds) is not "
        "what the first head says.",
    )
    yield judge(
        "last head",
        transcript.heads[-1] == proof.last_head,
        "The actions lead from the first head to the last.",
        "The actions do not lead from the first head to the last: one was altered, added, left out or moved.",
    )
