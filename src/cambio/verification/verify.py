"""Checking one round: seeds and commitments, heads, cards, play, and receipts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..notation import Record, read
from ..shuffles import Receipt, ShuffleProof, commit_server_seed
from ..shuffles.preamble import fits
from .card_checks import CardChecks
from .checks import Check, Report, Result, check_checksum, judge
from .receipt_checks import check_receipt
from .transcripts import FileTranscript

#: The file can't say which of these it is.
NO_PROOF = (
    "This round's shuffle can't be checked, because its file has no proof of it: rounds have none that were dealt "
    "before shuffles could be checked, from a deck that somebody chose, as in lessons, or by no server, as among bots "
    "on the command line."
)


def verify(source: str | Record, receipts: Sequence[Receipt] = ()) -> Report:
    """Check the file of one round; NotationError if it can't be read."""
    record = read(source, even_if_altered=True) if isinstance(source, str) else source
    proof = record.proof
    if proof is None:
        return Report(None, [Check("proof", Result.UNKNOWN, NO_PROOF)])
    transcript = FileTranscript(record, proof)
    report = Report(proof, [check_checksum(record.checksum, record.expected_checksum)], has_receipt=bool(receipts))
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
