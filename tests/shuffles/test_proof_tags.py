"""A .cambio file carries the proof of its shuffles."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cambio import NotationError
from cambio.notation import read, replay, write
from tests.shuffles.proven_rounds import deal_proven, make_proof, play_on


def proven_file(viewer: str | None = None) -> str:
    proof = make_proof(seats=3, revealing=["a"])
    game = deal_proven(proof)
    play_on(game, 4)
    return write(game, proof=proof, viewer=viewer)


def test_a_proof_is_read_as_it_was_written() -> None:
    proof = make_proof(seats=3, revealing=["a"])
    found = read(proven_file()).proof
    assert found is not None and found.preamble == proof.preamble and found.server_seed == proof.server_seed


def test_a_file_that_is_read_and_written_again_is_the_same() -> None:
    text = proven_file()
    assert write(replay(text), proof=read(text).proof) == text


def test_a_players_own_copy_does_not_tell_the_servers_seed() -> None:
    own = read(proven_file("a")).proof
    assert own is not None and own.server_seed is None and own.preamble == make_proof(seats=3, revealing=["a"]).preamble


def test_a_seat_that_did_not_reveal_its_seed_has_a_commitment_alone_and_one_that_took_no_part_nothing() -> None:
    tags = [line.partition(":")[0] for line in proven_file().splitlines()]
    assert "seed a" in tags and "commitment b" in tags
    assert not {"seed b", "commitment c", "seed c"} & set(tags)


@pytest.mark.parametrize(
    ("change", "into", "message"),
    [
        ("match: ours\n", "", "the tag 'match' is missing"),
        ("match: ours\n", "match: our match\n", "expected the name of a match"),
        ("round: 1\n", "", "round: expected the number of the round in its match, but found ''"),
        ("round: 1\n", "round: 1 of 3\n", "round: expected the number of the round in its match"),
        ("seed a: ", "seed a: 0", "seed a: expected 64 digits"),
        ("seed a: ", "seed d: ", "nobody sits at 'd', but there is a tag 'seed d'"),
        ("first head:", "head:", "expected a tag"),
        ("last head:", "date:", "the tag 'last head' is missing"),
    ],
)
def test_tags_that_are_no_proof_are_refused(change: str, into: str, message: str) -> None:
    text = proven_file()
    assert change in text
    with pytest.raises(NotationError, match=message):
        read(text.replace(change, into, 1))


def test_the_proof_of_another_game_is_not_written() -> None:
    game = deal_proven(make_proof())
    with pytest.raises(ValueError, match="expected the proof of this game's shuffles"):
        write(game, proof=make_proof("camp"))
    with pytest.raises(ValueError, match="expected no other tag 'round'"):
        write(game, proof=make_proof(), tags={"round": "2"})


def test_the_rules_stay_as_they_were_written_when_the_round_was_dealt() -> None:
    """Another version might call the same rules by another name, and the proof is over their text."""
    proof = make_proof()
    announcement = replace(proof.preamble.announcement, rules="cambia snap.penalty=2")
    proof = replace(proof, preamble=replace(proof.preamble, announcement=announcement))
    assert "rules: cambia snap.penalty=2\n" in write(deal_proven(proof), proof=proof)
    assert read(write(deal_proven(proof), proof=proof)).proof is not None


def test_a_file_whose_checksum_does_not_fit_is_read_only_if_that_is_wanted() -> None:
    text = proven_file().replace("seat a: a", "seat a: Ana")
    with pytest.raises(NotationError, match="the file was altered"):
        read(text)
    assert read(text, even_if_altered=True).names["a"] == "Ana"
