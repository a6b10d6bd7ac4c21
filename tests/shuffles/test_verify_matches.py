"""What `cambio verify` says of whole matches, and of rounds without a proof."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cambio.cli import main
from cambio.notation import checksum, join_rounds, read_match, write, write_match
from cambio.shuffles import Receipt
from cambio.verification import MatchReport, Result, verify, verify_match
from tests.shuffles.proven_rounds import ProvenRound, deal_proven, make_proof, play_on, play_proven_match

ROUNDS = play_proven_match()


def match_file(rounds: list[ProvenRound] | None = None, viewer: str | None = None) -> str:
    return join_rounds([each.file(viewer) for each in rounds or ROUNDS])


def sealed(text: str) -> str:
    """As a forger leaves it: with the checksums of what is in it now, of the rounds and of the whole."""
    lines = text.splitlines()
    try:
        record = read_match(text, even_if_altered=True)
    except ValueError:
        return text
    for each in record.rounds:
        lines[each.record.end_line - 1] = f"end {each.record.expected_checksum}"
    lines[record.end_line - 1] = f"end {checksum(lines[: record.end_line - 1])}"
    return "\n".join([*lines, ""])


def wrong_checks(report: MatchReport) -> dict[str, str]:
    """By name, with the round's number before it where it is a round's."""
    named = [(check.name, check) for check in report.checks]
    for number, each in enumerate(report.rounds, start=1):
        named += [(f"round {number}: {check.name}", check) for check in each.checks]
    return {name: check.sentence for name, check in named if check.result == Result.WRONG}


def verify_by_command(
    folder: Path, text: str, *receipts: Receipt, capsys: pytest.CaptureFixture[str]
) -> tuple[int, dict[str, Any]]:
    """The exit status, and the document."""
    (folder / "match.cambio").write_text(text, encoding="utf-8")
    flags: list[str] = []
    for number, receipt in enumerate(receipts):
        (folder / f"{number}.json").write_text(json.dumps(receipt.to_json()), encoding="utf-8")
        flags += ["--receipt", str(folder / f"{number}.json")]
    status = main(["verify", "--json", str(folder / "match.cambio"), *flags])
    return status, json.loads(capsys.readouterr().out)


def test_a_match_verifies_round_by_round_and_with_the_receipts_of_each(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    receipts = [each.receipt(seat) for each in ROUNDS for seat in "ab"]
    status, document = verify_by_command(tmp_path, match_file(), *receipts, capsys=capsys)
    assert status == 0 and document["holds"] is True
    [file] = document["files"]
    assert [check["check"] for check in file["checks"]] == [
        *("checksum", "same match", "rounds in order", "seeds used once", "match play")
    ]
    assert [each["round"] for each in file["rounds"]] == [1, 2]
    for each in file["rounds"]:
        assert each["holds"] is True
        assert [check["check"] for check in each["checks"]].count("receipt heads") == 2
        assert any("By your receipt" in sentence for sentence in each["proves"])


def test_the_rounds_of_a_match_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "match.cambio").write_text(match_file(), encoding="utf-8")
    assert main(["verify", str(tmp_path / "match.cambio")]) == 0
    told = capsys.readouterr().out
    assert "match.cambio: a match of 2 rounds\n\nround 1: round 1 of match ours" in told
    assert "\n  ok     round 2: The deck is the one that the seeds give.\n" in told
    assert "\n  ok     No seed was used in more than one of these rounds.\n" in told
    assert told.count("What this proves:") == 1 and told.count("That nobody saw cards") == 1


def test_the_rules_of_a_match_stay_as_they_were_written_when_its_rounds_were_dealt() -> None:
    """Another version might call the same rules by another name, and the proofs are over their text."""
    rounds = play_proven_match("cambia match.rounds=2 match.target=0")
    for index, each in enumerate(rounds):
        announced = replace(each.proof.preamble.announcement, rules="cambia snap.penalty=2 match.rounds=2")
        proof = replace(each.proof, preamble=replace(each.proof.preamble, announcement=announced))
        game = deal_proven(proof)
        play_on(game, index)
        rounds[index] = ProvenRound(proof, game)
    assert wrong_checks(verify_match(match_file(rounds[:1]))) == {}


ALTERATIONS: list[tuple[str, str, str]] = [
    ("rules: cambia match.rounds=2\n", "rules: cambia match.rounds=2 snap.penalty=1\n", "round 1: first head"),
    ("round: 2\n", "round: 3\n", "rounds in order"),
    ("round: 2\n", "round: 3\n", "round 2: first head"),
    ("tally: ", "tally: a=1 b=2 ; ", "match play"),
    ("\nresult: b won", "\nresult: a won", "match play"),
    ("\nb ready\na ready\n", "\na ready\nb ready\n", "round 1: last head"),
]


@pytest.mark.parametrize(("change", "into", "name"), ALTERATIONS)
def test_what_a_forger_altered_in_a_match_is_named_with_its_round(change: str, into: str, name: str) -> None:
    text = match_file()
    assert change in text
    assert name in wrong_checks(verify_match(sealed(text.replace(change, into, 1))))


def test_a_changed_byte_of_a_match_is_found() -> None:
    """By the closing line of the match, if by nothing else."""
    text = match_file()
    for position in range(0, len(text) - 1, 7):
        character = text[position]
        altered = text[:position] + ("x" if character != "x" else "y") + text[position + 1 :]
        try:
            assert wrong_checks(verify_match(altered)), (position, altered[position - 20 : position + 20])
        except ValueError as error:
            assert "line" in str(error)


def left_out(rounds: list[ProvenRound]) -> list[ProvenRound]:
    """Two rounds of three: the second one was left out."""
    return [rounds[0], rounds[2]]


def of_another_match(rounds: list[ProvenRound]) -> list[ProvenRound]:
    announced = replace(rounds[1].proof.preamble.announcement, match="theirs")
    return [rounds[0], _dealt_again(rounds[1], replace(rounds[1].proof.preamble, announcement=announced))]


def with_a_seed_used_twice(rounds: list[ProvenRound]) -> list[ProvenRound]:
    first, second = (each.proof.preamble for each in rounds[:2])
    announced = replace(
        second.announcement,
        server_commitment=first.announcement.server_commitment,
        commitments=first.announcement.commitments,
    )
    again = replace(rounds[1], proof=replace(rounds[1].proof, server_seed=rounds[0].proof.server_seed))
    return [rounds[0], _dealt_again(again, replace(first, announcement=announced))]


def _dealt_again(each: ProvenRound, preamble: Any) -> ProvenRound:
    proof = replace(each.proof, preamble=preamble)
    game = deal_proven(proof)
    play_on(game, 5)
    return ProvenRound(proof, game)


@pytest.mark.parametrize(
    ("cheat", "name", "sentence"),
    [
        (left_out, "rounds in order", "Round 2 of this file was announced as round 3: one was left out, added or "),
        (of_another_match, "same match", "Round 2 is of another match than round 1."),
        (with_a_seed_used_twice, "seeds used once", "In round 2, the server's seed was used before, in round 1"),
    ],
)
def test_rounds_that_do_not_belong_together_are_found(
    cheat: Callable[[list[ProvenRound]], list[ProvenRound]],
    name: str,
    sentence: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    rounds = cheat(play_proven_match("cambia match.rounds=3 match.target=0", rounds=3))
    # The dealer would be found as well: only what is hashed is looked at here.
    parts = [f"round {number}\n{_part(each)}" for number, each in enumerate(rounds, start=1)]
    rules = rounds[0].proof.preamble.announcement.rules
    head = f"cambio match 1\nrules: {rules}\nseat a: a\nseat b: b\n\n"
    text = sealed(head + "".join(parts) + "end\n")
    status, document = verify_by_command(tmp_path, text, capsys=capsys)
    assert status == 1 and document["holds"] is False
    found = [check for check in document["files"][0]["checks"] if check["result"] == "wrong"]
    assert any(check["check"] == name and check["sentence"].startswith(sentence) for check in found)
    assert all(each["holds"] for each in document["files"][0]["rounds"])


def _part(each: ProvenRound) -> str:
    kept = [line for line in each.file().splitlines() if not line.startswith(("cambio 1", "rules:", "seat "))]
    return "\n".join([*kept, ""])


def test_a_receipt_of_a_round_that_was_dealt_from_another_seed_is_compared_with_the_round_of_its_number() -> None:
    kept = ROUNDS[1].receipt("a")
    ground = Receipt(bytes(32), "a", kept.seed, kept.commitment, kept.announcement, kept.heads)
    assert "round 2: receipt server commitment" in wrong_checks(verify_match(match_file(), [ground]))


def test_a_receipt_of_no_round_of_the_match_is_refused() -> None:
    found = wrong_checks(verify_match(match_file(), [Receipt(bytes(32))]))
    assert found["receipt server commitment"].startswith("No round of this file has the server's commitment of your")


# Rounds whose cards can't be checked


def without_proof() -> str:
    game = deal_proven(make_proof())
    play_on(game, 1)
    return write(game)


def test_a_round_without_a_proof_is_said_to_be_one_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "game.cambio").write_text(without_proof(), encoding="utf-8")
    assert main(["verify", str(tmp_path / "game.cambio")]) == 3
    told = capsys.readouterr()
    assert told.out.count("\n") == 1 and told.err == ""
    assert "game.cambio: This round's shuffle can't be checked, because its file has no proof of it: " in told.out
    status, document = verify_by_command(tmp_path, without_proof(), capsys=capsys)
    assert status == 3 and document["holds"] is None
    assert [check["check"] for check in document["files"][0]["checks"]] == ["proof"]


def test_a_file_that_does_not_tell_the_servers_seed_is_not_said_to_hold(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever takes the line out takes out what the cards are checked by."""
    whole = ROUNDS[0].file().splitlines()
    for text in (
        ROUNDS[0].file("a"),
        match_file(viewer="b"),
        "\n".join([*(line for line in whole if not line.startswith(("server seed", "end"))), "end"]),
    ):
        status, document = verify_by_command(tmp_path, text, capsys=capsys)
        assert status == 3 and document["holds"] is None


def test_a_match_that_was_begun_before_shuffles_could_be_checked_is_checked_where_it_can_be() -> None:
    text = join_rounds([write(ROUNDS[0].game), ROUNDS[1].file()])
    report = verify_match(text)
    assert report.holds and not report.tells_cards
    assert [each.result_of("proof") for each in report.rounds] == [Result.UNKNOWN, None]
    assert [each.tells_cards for each in report.rounds] == [False, True]


def test_a_match_without_any_proof_is_said_to_be_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "match.cambio").write_text(write_match([each.game for each in ROUNDS]), encoding="utf-8")
    assert main(["verify", str(tmp_path / "match.cambio")]) == 3
    told = capsys.readouterr().out
    assert "round 2: This round's shuffle can't be checked" in told and "What this proves" not in told


def test_something_wrong_counts_more_than_something_that_can_not_be_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = join_rounds([write(ROUNDS[0].game), ROUNDS[1].file()]).replace("tally: ", "tally: a=1 b=2 ; ", 1)
    status, document = verify_by_command(tmp_path, text, capsys=capsys)
    assert status == 1 and document["holds"] is False


def test_the_help_says_what_each_exit_status_means(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["verify", "--help"])
    told = capsys.readouterr().out
    for status in ("0  everything holds", "1  something is wrong", "2  something can't be read", "3  nothing is wrong"):
        assert f"\n  {status}" in told


def test_verify_of_one_round_says_the_same_of_its_text_and_of_its_record() -> None:
    part = read_match(match_file()).rounds[0].record
    assert [check.name for check in verify(part).checks] == [check.name for check in verify(ROUNDS[0].file()).checks]
