"""Seeds, commitments, contributions, keys and heads, without any file."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace

import pytest

from cambio import Game
from cambio.match import Match
from cambio.rules import PRESETS, Rules
from cambio.shuffles import (
    SEED_SIZE,
    KeyedLuck,
    Preamble,
    ReceiptError,
    ShuffleProof,
    Transcript,
    commit_client_seed,
    commit_server_seed,
    draw_seed,
    read_receipt,
)
from tests.shuffles.proven_rounds import deal_proven, keep_receipt, make_proof, named_seed, play_on


def test_a_seed_is_never_drawn_twice() -> None:
    assert len({draw_seed() for _ in range(100)}) == 100 and len(draw_seed()) == SEED_SIZE


def test_a_clients_commitment_answers_one_commitment_of_the_server() -> None:
    seed = named_seed("a")
    one, other = (commit_server_seed(named_seed(name)) for name in ("one", "other"))
    assert commit_client_seed(one, seed) != commit_client_seed(other, seed)


def test_a_seed_of_another_size_is_none() -> None:
    with pytest.raises(ValueError, match="expected 32 bytes, but found 31"):
        commit_server_seed(bytes(31))


def test_the_same_proof_deals_the_same_cards() -> None:
    assert deal_proven(make_proof()).deck == deal_proven(make_proof()).deck


@pytest.mark.parametrize(
    "other",
    [
        make_proof(name="theirs"),
        make_proof(number=2),
        make_proof("cambia snap.penalty=1"),
        make_proof(seats=3),
        make_proof(taking_part=["a"]),
        make_proof(revealing=["b"]),
    ],
    ids=["match", "round", "rules", "seats", "commitments", "seeds"],
)
def test_everything_that_is_fixed_before_the_deal_is_in_the_deck(other: ShuffleProof) -> None:
    server_seed = make_proof().server_seed
    assert deal_proven(replace(other, server_seed=server_seed)).deck != deal_proven(make_proof()).deck


def test_a_seed_that_does_not_fit_is_left_out_and_its_commitment_counts() -> None:
    announcement = make_proof().preamble.announcement
    a, wrong = make_proof().preamble.seeds["a"], named_seed("a lie")
    lied = Preamble.accept(announcement, {"a": a, "b": wrong})
    assert lied == Preamble.accept(announcement, {"a": a}) == make_proof(revealing=["a"]).preamble
    for other in (b"", bytes(31), bytes(33)):
        assert Preamble.accept(announcement, {"a": a, "b": other}) == lied


def test_a_seed_of_a_seat_that_did_not_commit_itself_is_left_out() -> None:
    proof = make_proof(taking_part=["a"], revealing=["a"])
    assert Preamble.accept(proof.preamble.announcement, {"b": named_seed("b")}).seeds == {}


def test_the_announcement_tells_no_seed() -> None:
    proof = make_proof()
    told = proof.preamble.announcement.text()
    assert proof.server_seed is not None
    assert not any(seed.hex() in told for seed in (proof.server_seed, *proof.preamble.seeds.values()))


def test_equal_cards_are_shuffled_by_their_faces() -> None:
    """Two packs lie one after the other in the engine, and are sorted by face before they are shuffled."""
    proof = make_proof("cambia deck.decks=2 deck.jokers=4")
    game = deal_proven(proof)
    ruleset = game.rules.ruleset
    faces = sorted(ruleset.face_of(card) for card in range(ruleset.deck_size))
    expected = KeyedLuck(proof.deal_key()).order(faces)
    assert [ruleset.face_of(card) for card in game.deck_ids] == expected


def test_a_reshuffle_depends_on_everything_that_was_done_before_it() -> None:
    proof = make_proof()
    luck = proof.luck(Rules.parse("cambia"))
    game = deal_proven(proof)
    play_on(game, 1, reshuffles=1)
    at = game.shuffled_at[0]
    cards = sorted(game.shuffle_ids[0])
    assert luck.reorder(cards, 1, game.record[:at]) == list(game.shuffle_ids[0])
    for played in (game.record[: at - 1], [*game.record[1:at], game.record[0]]):
        assert luck.reorder(cards, 1, played) != list(game.shuffle_ids[0])
    assert luck.reorder(cards, 2, game.record[:at]) != list(game.shuffle_ids[0])


def test_without_the_servers_seed_nobody_has_the_cards() -> None:
    with pytest.raises(ValueError, match="the server has not revealed its seed"):
        deal_proven(replace(make_proof(), server_seed=None))


def test_a_match_can_be_dealt_with_it() -> None:
    proof = make_proof("camp")
    match = Match("camp", seats=2)
    assert match.deal(proof.luck(match.rules)).deck == deal_proven(proof).deck


def test_a_copy_and_a_pickle_of_the_game_go_on_with_the_same_luck() -> None:
    game = deal_proven(make_proof())
    again = [game.copy(), pickle.loads(pickle.dumps(game))]  # noqa: S301
    for each in (game, *again):
        play_on(each, 3, reshuffles=1)
    assert game.shuffles and all(each.shuffles == game.shuffles and each.record == game.record for each in again)


def test_the_transcript_goes_on_from_a_record() -> None:
    proof = make_proof()
    game = deal_proven(proof)
    play_on(game, 2)
    transcript = Transcript(proof.preamble)
    for actor, action in game.record:
        transcript.add(actor, action)
    assert transcript.head == Transcript.from_record(proof.preamble, game.record).head
    assert transcript.actions == len(game.record)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_line_of_the_transcript_tells_nothing_that_spectators_do_not_see(preset: str) -> None:
    """Whoever has a head and the next one can try all lines between them; so each must be public."""
    game = Game(preset, 3, seed=11)
    play_on(game, 11)
    again = game.from_the_start()
    for actor, action in game.record:
        events = again.play(actor, action)
        public = {str(getattr(event, name, None)) for event in events for name in ("seat", "place", "other")}
        assert actor == "dealer" or actor in public, (actor, action)
        assert {str(place) for place in action.places()} <= public, (actor, action, events)


def test_a_receipt_is_read_as_it_is_written() -> None:
    proof = make_proof()
    game = deal_proven(proof)
    play_on(game, 5)
    receipt = keep_receipt(proof, game, "a")
    assert read_receipt(json.dumps(receipt.to_json())) == receipt


def receipt_text(fields: str) -> str:
    """With a commitment of zeros, and these fields."""
    return f'{{"server_commitment": "ZEROS", {fields}}}'.replace("ZEROS", "0" * 64)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a receipt as JSON"),
        ("[]", "expected a receipt as a JSON object"),
        ("{}", "the server's commitment is missing"),
        ('{"server_commitment": 7}', "server_commitment: expected 64 digits"),
        (receipt_text('"seat": null, "seed": "ZEROS"'), "does not say whose: seat"),
        (receipt_text('"heads": {"-1": ""}'), "heads: expected a number of actions"),
        (receipt_text('"heads": {"1": "F"}'), "heads, 1: expected 64 digits"),
        (receipt_text('"heads": []'), "heads: expected an object"),
        (receipt_text('"sead": "a"'), "but found 'sead'"),
        (receipt_text('"seat": 1'), "seat: expected a text"),
    ],
)
def test_what_is_no_receipt_is_refused_with_its_field(text: str, message: str) -> None:
    with pytest.raises(ReceiptError, match=message):
        read_receipt(text)
