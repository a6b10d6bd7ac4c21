"""The tags by which a file's shuffles can be checked: seeds, commitments, and the transcript's first and last head."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..errors import NotationError
from ..game import Game
from ..places import Seat
from ..rules import Rules
from ..shuffles import Announcement, Preamble, ShuffleProof, Transcript
from ..shuffles.seeds import parse_hex
from .record import Record

MATCH, ROUND = "match", "round"
SERVER_COMMITMENT, SERVER_SEED = "server commitment", "server seed"
FIRST_HEAD, LAST_HEAD = "first head", "last head"
OF_SEATS = re.compile(r"(commitment|seed) ([a-z])")
#: What a file with any of them must have.
NEEDED = (MATCH, SERVER_COMMITMENT, FIRST_HEAD, LAST_HEAD)


def is_proof_tag(tag: str) -> bool:
    return tag in (*NEEDED, SERVER_SEED) or OF_SEATS.fullmatch(tag) is not None


def read_proof_tag(record: Record, tag: str, text: str, number: int) -> None:
    try:
        if tag != MATCH:
            parse_hex(text)
    except ValueError as error:
        raise NotationError(f"{tag}: {error}", number) from None
    record.proof_tags[tag] = text


def read_proof(record: Record, number: int) -> None:
    """All tags have been read: put them together, whether they fit or not."""
    tags = record.proof_tags
    if not tags:
        return
    for tag in NEEDED:
        if tag not in tags:
            raise NotationError(f"the tag {tag!r} is missing before this line: other tags of a proof are there", number)
    try:
        record.proof = ShuffleProof(
            Preamble(_read_announcement(record), _of_seats(record, "seed")),
            bytes.fromhex(tags[SERVER_SEED]) if SERVER_SEED in tags else None,
            bytes.fromhex(tags[FIRST_HEAD]),
            bytes.fromhex(tags[LAST_HEAD]),
        )
    except ValueError as error:
        raise NotationError(str(error), number) from None


def _read_announcement(record: Record) -> Announcement:
    name = record.tags.get(ROUND, "")
    if re.fullmatch(r"[1-9][0-9]{0,8}", name) is None:
        raise ValueError(f"{ROUND}: expected the number of the round in its match, but found {name!r}")
    return Announcement(
        match=record.proof_tags[MATCH],
        round=int(name),
        rules=record.rules_text,
        seats=record.seats,
        dealer=record.dealer,
        starter=record.starter,
        server_commitment=bytes.fromhex(record.proof_tags[SERVER_COMMITMENT]),
        commitments=_of_seats(record, "commitment"),
    )


def _of_seats(record: Record, word: str) -> dict[Seat, bytes]:
    found = [(OF_SEATS.fullmatch(tag), text) for tag, text in record.proof_tags.items()]
    values = {match[2]: bytes.fromhex(text) for match, text in found if match is not None and match[1] == word}
    for seat in values:
        if seat not in record.names:
            raise ValueError(f"nobody sits at {seat!r}, but there is a tag '{word} {seat}'")
    return values


def write_proof_tags(game: Game, proof: ShuffleProof, viewer: Seat | None, other_tags: Mapping[str, str]) -> list[str]:
    """For the file of a game that was dealt from the proof; a player's own copy does not tell the server's seed."""
    if ROUND in other_tags:
        raise ValueError(f"the proof has the number of the round: expected no other tag {ROUND!r}")
    announced = proof.preamble.announcement
    dealt = (Rules.parse(announced.rules), announced.seats, announced.dealer, announced.starter)
    if dealt != (game.rules, len(game.seats), game.dealer, game.starter):
        raise ValueError("expected the proof of this game's shuffles, but found another one's")
    tags = {MATCH: announced.match, ROUND: str(announced.round), SERVER_COMMITMENT: announced.server_commitment.hex()}
    if viewer is None and proof.server_seed is not None:
        tags[SERVER_SEED] = proof.server_seed.hex()
    for seat in game.seats:
        for word, values in (("commitment", announced.commitments), ("seed", proof.preamble.seeds)):
            if seat in values:
                tags[f"{word} {seat}"] = values[seat].hex()
    tags[FIRST_HEAD] = Transcript(proof.preamble).head.hex()
    tags[LAST_HEAD] = Transcript.from_record(proof.preamble, game.record).head.hex()
    return [f"{tag}: {text}" for tag, text in tags.items()]
