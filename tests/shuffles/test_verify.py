"""What verification says of good files, of altered ones, and of cheats."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from cambio import Game
from cambio.cli import main
from cambio.core.engine.cards import FACES
from cambio.notation import checksum, write
from cambio.rules import PRESETS
from cambio.shuffles import Preamble, Receipt, ShuffleProof, commit_client_seed, commit_server_seed
from cambio.verification import Result, compare_rounds, verify
from cambio.verification.checks import Report
from tests.shuffles.proven_rounds import deal_proven, keep_receipt, make_proof, named_seed, play_on


def played(proof: ShuffleProof, seed: int = 1, *, reshuffles: int = 0) -> Game:
    game = deal_proven(proof)
    play_on(game, seed, reshuffles=reshuffles)
    return game


def sealed(text: str) -> str:
    """As a forger leaves it: with the checksum of what is in it now."""
    lines = text.splitlines()[:-1]
    return "\n".join([*lines, f"end {checksum(lines)}", ""])


def wrong_checks(report: Report) -> dict[str, str]:
    return {check.name: check.sentence for check in report.checks if check.result == Result.WRONG}


# Good files


@pytest.mark.parametrize("preset", PRESETS)
def test_a_round_with_reshuffles_verifies_by_every_rule_book(preset: str) -> None:
    proof = make_proof(f"{preset} turn.stock=reshuffle", seats=3)
    game = played(proof, reshuffles=2)
    report = verify(write(game, proof=proof), [keep_receipt(proof, game, "b")])
    assert wrong_checks(report) == {}
    assert [check.name for check in report.checks if check.result == Result.UNKNOWN] == []
    assert sum(check.name.startswith("reshuffle") for check in report.checks) == len(game.shuffles) >= 1


@pytest.mark.parametrize("seed", range(5))
def test_every_players_own_copy_verifies_as_far_as_it_goes(seed: int) -> None:
    proof = make_proof(name=f"n{seed}", seats=3)
    game = played(proof, seed, reshuffles=1)
    for seat in game.seats:
        report = verify(write(game, proof=proof, viewer=seat), [keep_receipt(proof, game, seat)])
        unknown = [check.name for check in report.checks if check.result == Result.UNKNOWN]
        assert report.holds and unknown[:3] == ["server seed", "deck", "reshuffle 1"]
        assert "can't be checked without the server's seed" in report.proves()[0]


def test_a_players_own_copy_with_the_servers_seed_is_checked_whole() -> None:
    proof = make_proof(seats=3)
    game = played(proof, reshuffles=1)
    assert proof.server_seed is not None
    own = write(game, proof=proof, viewer="a")
    told = sealed(own.replace("first head:", f"server seed: {proof.server_seed.hex()}\nfirst head:"))
    report = verify(told)
    assert "??" in told and wrong_checks(report) == {}
    assert [check.name for check in report.checks if check.result == Result.UNKNOWN] == []
    at = own.index("dealer shuffle ") + len("dealer shuffle ")
    seen = next(word for word in own[at:].split() if word != "??")
    other = next(face for face in FACES if face != seen)
    forged = sealed(told[: told.index("dealer shuffle")] + told[told.index("dealer shuffle") :].replace(seen, other, 1))
    assert "reshuffle 1" in wrong_checks(verify(forged))


def test_a_deck_that_no_seat_took_part_in_does_not_prove_that_the_server_did_not_choose_it() -> None:
    proof = make_proof(taking_part=[])
    report = verify(write(played(proof), proof=proof))
    assert report.holds and any("no seat took part" in sentence for sentence in report.does_not_prove())
    taken_part = verify(write(played(make_proof()), proof=make_proof()))
    assert not any("no seat took part" in sentence for sentence in taken_part.does_not_prove())


# Altered files


def small_file() -> str:
    return write(played(make_proof()), proof=make_proof(), names={"a": "Ana", "b": "Ben"}, tags={"date": "2026-11-15"})


ALTERATIONS: list[tuple[str, str, str]] = [
    ("rules: cambia\n", "rules: cambia snap.penalty=1\n", "first head"),
    ("dealer: b\n", "dealer: a\n", "first head"),
    ("starter: a\n", "starter: b\n", "first head"),
    ("match: ours\n", "match: theirs\n", "first head"),
    ("round: 1\n", "round: 2\n", "first head"),
    ("server commitment: d", "server commitment: e", "server seed"),
    ("server seed: 5", "server seed: 6", "server seed"),
    ("commitment b: c", "commitment b: d", "seed b"),
    ("seed b: 6", "seed b: 7", "seed b"),
    ("first head: 7", "first head: 8", "first head"),
    ("last head: 9", "last head: 8", "last head"),
    ("deck: 5h Jd", "deck: Jd 5h", "deck"),
    ("result: called, b won", "result: called, a won", "play"),
    ("a call\n", "", "last head"),
    ("b ready\na ready\n", "a ready\nb ready\n", "last head"),
    ("b throw =2h", "b throw =3h", "play"),
]


@pytest.mark.parametrize(("change", "into", "name"), ALTERATIONS)
def test_what_a_forger_altered_is_named(change: str, into: str, name: str) -> None:
    text = small_file()
    assert change in text
    assert name in wrong_checks(verify(sealed(text.replace(change, into, 1))))


def test_an_altered_line_alone_is_named_and_not_what_follows_from_it() -> None:
    text = small_file().replace("dealer: b\n", "dealer: a\n")
    report = verify(sealed(text))
    assert "deck" not in wrong_checks(report) and report.result_of("deck") == Result.UNKNOWN
    assert report.result_of("last head") == Result.HOLDS


# Cheats


def test_a_server_that_swaps_two_cards_is_caught() -> None:
    proof = make_proof()
    honest = deal_proven(proof)
    deck = honest.deck
    deck[6], deck[40] = deck[40], deck[6]
    game = Game("cambia", 2, deck=deck, dealer=honest.dealer, starter=honest.starter)
    play_on(game, 1)
    found = wrong_checks(verify(write(game, proof=proof)))
    expected = f"card 7 is {deck[6]}, expected {deck[40]}"
    assert found == {"deck": f"The deck is not the one that the seeds give: {expected}."}


def test_a_server_that_swaps_two_cards_of_a_reshuffle_is_caught() -> None:
    proof = make_proof()
    text = write(played(proof, reshuffles=1), proof=proof)
    at = text.index("dealer shuffle ")
    one, other = text[at:].split()[2:4]
    altered = text[:at] + text[at:].replace(f"{one} {other}", f"{other} {one}", 1)
    assert wrong_checks(verify(sealed(altered)))["reshuffle 1"] == (
        f"Reshuffle 1 is not the one that the seeds give: card 1 is {other}, expected {one}."
    )


def good_hand(game: Game, seat: str) -> bool:
    return any(game.deck[index][0] == "K" for index in range("ab".index(seat), 8, 2))


def test_a_server_that_looks_for_another_seed_once_it_knows_the_players_is_caught_by_a_receipt() -> None:
    """Its file is all right in itself: only what it told before shows that it took another seed."""
    proof = make_proof()
    kept = keep_receipt(proof, played(proof), "a")
    assert kept.seed is not None
    for attempt in range(100):
        ground = grind(proof, {"a": kept.seed}, attempt)
        if good_hand(deal_proven(ground), "b"):
            break
    game = played(ground)
    text = write(game, proof=ground)
    assert verify(text).holds
    found = wrong_checks(verify(text, [kept]))
    assert {"receipt server commitment", "receipt commitment", "receipt announcement", "receipt heads"} == set(found)
    assert "it took another seed when it could know yours" in found["receipt server commitment"]


def grind(proof: ShuffleProof, seeds: dict[str, bytes], attempt: int) -> ShuffleProof:
    """Another seed of the server, and commitments of the players that go with it."""
    server_seed = named_seed(f"attempt {attempt}")
    commitment = commit_server_seed(server_seed)
    commitments = {seat: commit_client_seed(commitment, seed) for seat, seed in seeds.items()}
    announcement = replace(proof.preamble.announcement, server_commitment=commitment, commitments=commitments)
    return ShuffleProof(Preamble.accept(announcement, seeds), server_seed)


def test_a_server_that_leaves_out_a_seed_is_caught_by_a_receipt() -> None:
    kept = keep_receipt(make_proof(), played(make_proof()), "a")
    proof = make_proof(revealing=["b"])
    report = verify(write(played(proof), proof=proof), [kept])
    assert "was left out" in wrong_checks(report)["receipt seed"]


def test_a_server_that_changes_what_it_announced_is_caught_by_a_receipt() -> None:
    """Or it could try names of the match until it likes the deck."""
    proof = make_proof()
    kept = keep_receipt(proof, played(proof), "a")
    announcement = replace(proof.preamble.announcement, match="better")
    other = replace(proof, preamble=replace(proof.preamble, announcement=announcement))
    text = write(played(other), proof=other)
    assert verify(text).holds
    assert wrong_checks(verify(text, [kept]))["receipt announcement"].endswith(
        "you were told 'match: ours', the file has 'match: better'."
    )


def test_a_server_that_alters_the_play_afterwards_is_caught_by_a_receipt_which_says_where() -> None:
    proof = make_proof()
    game = played(proof)
    kept = keep_receipt(proof, game, "a")
    forged = game.from_the_start()
    changed = next(i for i, (_, action) in enumerate(game.record) if action.verb == "swap" and i > 10)
    for index, (actor, action) in enumerate(game.record[: changed + 1]):
        forged.play(actor, "throw" if index == changed and forged.why_not(actor, "throw") is None else action)
    play_on(forged, 9)
    text = write(forged, proof=proof)
    assert verify(text).holds
    found = wrong_checks(verify(text, [kept]))
    assert list(found) == ["receipt heads"]
    fitting = changed // 5 * 5
    assert f"but the one after action {fitting} is: something was altered in lines" in found["receipt heads"]


def test_a_file_that_ends_too_early_is_caught_by_a_receipt() -> None:
    proof = make_proof()
    game = deal_proven(proof)
    whole = played(proof)
    kept = keep_receipt(proof, whole, "a")
    for actor, action in whole.record[:6]:
        game.play(actor, action)
    text = write(game, proof=proof)
    assert verify(text).holds
    assert "but the file has 6 actions" in wrong_checks(verify(text, [kept]))["receipt heads"]


def test_a_server_that_uses_a_seed_again_is_caught_by_the_files_of_both_rounds(tmp_path: Path) -> None:
    first, second = make_proof(), make_proof(number=2)
    assert verify(write(played(second), proof=second)).holds
    found = compare_rounds({"one": first, "two": second})
    assert found[0].result == Result.WRONG
    assert found[0].sentence.startswith("In two, the server's seed was used before, in one")
    for name, proof in (("one", first), ("two", second)):
        (tmp_path / name).write_text(write(played(proof), proof=proof), encoding="utf-8")
    assert main(["verify", str(tmp_path / "one"), str(tmp_path / "two")]) == 1


def test_rounds_with_seeds_of_their_own_and_copies_of_one_round_are_fine() -> None:
    one, other = make_proof(), make_proof(name="theirs")
    assert [check.result for check in compare_rounds({"one": one, "other": other, "copy": one})] == [Result.HOLDS]


def test_two_announcements_of_one_round_are_caught() -> None:
    found = compare_rounds({"one": make_proof(), "two": make_proof(revealing=["a"])})
    assert found[0].sentence == "one and two both are round 1 of match ours, but not alike."


# The command


@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    path = tmp_path / "game.cambio"
    path.write_text(small_file(), encoding="utf-8")
    return path


@pytest.fixture
def receipt_file(tmp_path: Path) -> Path:
    path = tmp_path / "receipt.json"
    receipt = keep_receipt(make_proof(), played(make_proof()), "a")
    path.write_text(json.dumps(receipt.to_json()), encoding="utf-8")
    return path


def test_the_command_says_what_holds_and_what_that_proves(
    game_file: Path, receipt_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(game_file), "--receipt", str(receipt_file)]) == 0
    told = capsys.readouterr().out
    assert "  ok     The deck is the one that the seeds give.\n" in told
    assert "Everything that was checked holds." in told
    assert "What this proves:" in told and "What it does not prove:\n  - That nobody saw cards" in told
    assert "without a receipt" not in told


def test_the_command_names_what_is_wrong(game_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game_file.write_text(sealed(small_file().replace("deck: 5h Jd", "deck: Jd 5h")), encoding="utf-8")
    assert main(["verify", str(game_file)]) == 1
    told = capsys.readouterr().out
    assert "WRONG  The deck is not the one that the seeds give: card 1 is Jd, expected 5h." in told
    assert "So nothing is proved." in told and "What this proves" not in told


def test_the_command_prints_json(game_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(game_file), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["holds"] and document["files"][0]["checks"][0]["check"] == "checksum"
    assert document["files"][0]["does_not_prove"]


def spoil_receipt(path: Path) -> list[str]:
    (path.parent / "bad.json").write_text("{}", encoding="utf-8")
    return [str(path), "--receipt", str(path.parent / "bad.json")]


def spoil_file(path: Path) -> list[str]:
    path.write_text("chess 1\n", encoding="utf-8")
    return [str(path)]


def spoil_bytes(path: Path) -> list[str]:
    path.write_bytes(b"\xff\xfe")
    return [str(path)]


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda path: [str(path) + "x"], "can't be read: No such file"),
        (spoil_file, "can't be read: line 1: expected 'cambio 1' on top"),
        (spoil_bytes, "is not a text file"),
        (spoil_receipt, "is no receipt: the server's commitment is missing"),
        (lambda path: [str(path), str(path), "--receipt", "-"], "a receipt belongs to one round"),
    ],
)
def test_what_cannot_be_read_is_told_apart_from_what_is_wrong(
    spoil: Callable[[Path], list[str]], message: str, game_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", *spoil(game_file)]) == 2
    assert message in capsys.readouterr().err


def test_a_spectators_receipt_has_a_commitment_and_heads_alone() -> None:
    proof = make_proof()
    game = played(proof)
    kept = keep_receipt(proof, game, "a")
    report = verify(write(game, proof=proof), [Receipt(kept.server_commitment, heads=kept.heads)])
    assert report.holds and report.result_of("receipt seed") is None
    alone = verify(write(game, proof=proof), [Receipt(hashlib.sha256(b"another").digest())])
    assert list(wrong_checks(alone)) == ["receipt server commitment"]
