"""The command line, run as people run it."""

from __future__ import annotations

import base64
import gzip
import json
import os
import platform
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

import pytest

from cambio import __version__, notation
from cambio.cli import main
from cambio.core import describe_engine
from cambio.demo import play_demonstration_match
from cambio.rules import OPTIONS, Rules
from cambio.server.http.app import web_root
from cambio.server.replay_window import LONGEST_PACKED
from cambio.server.store.migrations.revisions import HEAD
from tests.playthroughs.write import HERE as PLAYTHROUGHS

GAME = PLAYTHROUGHS / "cambia.cambio"


def run(*arguments: str, given: str | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "cambio.cli", *arguments], capture_output=True, text=True, input=given)


def test_the_version_is_told() -> None:
    assert run("--version").stdout.startswith(f"cambio {__version__}")


def test_a_verbose_version_says_all_about_an_installation() -> None:
    told = dict(line.split(maxsplit=1) for line in run("--version", "--verbose").stdout.splitlines())
    assert told["version"] == __version__ and told["engine"] == describe_engine()
    assert told["page"] == ("there" if web_root() else "missing: this copy has no web table")
    assert platform.python_version() in told["python"] and told["schema"] == f"revision {HEAD}"
    assert run("--verbose", "--version").stdout == run("--version", "--verbose").stdout


def test_help_has_examples_everywhere() -> None:
    for command in ([], ["rules"], ["replay"], ["verify"], ["demo"]):
        helped = run(*command, "--help")
        assert helped.returncode == 0 and "examples:" in helped.stdout


def test_the_name_of_the_game_alone_leads_to_a_game() -> None:
    said = run()
    assert said.returncode == 0 and "\n  cambio serve --open\n" in said.stdout


WITHOUT_PACKAGES = """
import sys
class Nothing:
    def find_spec(self, name, path=None, target=None):
        if path is None and name != "cambio" and name not in sys.stdlib_module_names and not name.startswith("_"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Nothing())
from cambio.cli import main
sys.exit(main(sys.argv[1:]))
"""


def run_engine_alone(*arguments: str) -> subprocess.CompletedProcess[str]:
    """As where Cambio was installed without any other package."""
    return subprocess.run([sys.executable, "-c", WITHOUT_PACKAGES, *arguments], capture_output=True, text=True)


@pytest.mark.parametrize(
    "arguments", [["--help"], ["rules", "camp"], ["replay", str(GAME)], ["verify", str(GAME)], ["demo", "--seed", "7"]]
)
def test_the_engine_alone_needs_no_other_package(arguments: list[str]) -> None:
    assert "not installed" not in run_engine_alone(*arguments).stderr
    assert run_engine_alone(*arguments).stdout == run(*arguments).stdout


@pytest.mark.parametrize("arguments", [["serve"], ["load"], ["replay", str(GAME), "--open"]])
def test_what_needs_a_server_says_how_to_get_it(arguments: list[str]) -> None:
    refused = run_engine_alone(*arguments)
    assert refused.returncode == 1 and refused.stderr.count("\n") == 1
    assert refused.stderr.endswith("is not installed, which this command needs: pip install cambio-game\n")


def test_an_unknown_command_is_misuse() -> None:
    refused = run("fly")
    assert refused.returncode == 2 and "invalid choice" in refused.stderr


def test_rules_alone_list_the_rule_books(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    told = capsys.readouterr().out
    cambio, cabo = told.index("Cambio:\n"), told.index("Cabo and its kin:\n")
    for first, rest in ((cambio, ["classic", "flip", "cambia", "stick", "camp"]), (cabo, ["cabo", "cabo1", "golf"])):
        listed = [line.split()[0] for line in told[first:].splitlines()[2:] if line]
        assert listed[: len(rest)] == rest


def test_a_rule_book_is_told_in_plain_english(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "cambia", "snap.penalty=1", "jokers=0"]) == 0
    told = capsys.readouterr().out
    assert "Cambio, by these rules: cambia deck.jokers=0 snap.penalty=1" in told
    assert "There are no jokers." in told and "one penalty card" in told and "jokers 0" not in told


def test_house_rules_without_a_rule_book_are_those_of_the_default(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "jokers=0"]) == 0
    assert "cambia deck.jokers=0" in capsys.readouterr().out
    assert main(["demo", "jokers=0"]) == 0
    assert "cambia deck.jokers=0" in capsys.readouterr().out


def test_a_rule_book_comes_with_its_code_and_a_code_with_its_rule_book(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "cambia", "score.risky_fives=yes"]) == 0
    told = capsys.readouterr().out
    assert "2QR8-S0" in told and "/rules/2QR8-S0" in told
    for typed in (["2QR8-S0"], ["2qr8", "s0"], ["http://localhost:8000/rules/2QR8-S0"]):
        assert main(["rules", *typed]) == 0
        assert capsys.readouterr().out == told


def test_rules_alone_list_the_gallery_with_its_codes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    assert "2QR8-S0" in capsys.readouterr().out


def test_every_command_that_takes_rules_takes_a_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "2QR8-S0", "--seed", "7"]) == 0
    assert "by these rules: cambia score.risky_fives=yes" in capsys.readouterr().out
    assert main(["rules", "2QR8-S0", "--diff", "cambia"]) == 0
    assert capsys.readouterr().out.split()[:2] == ["score.risky_fives", "yes"]
    assert main(["lab", "play", "--rules", "2QR8-S1", "--bots", "casual,casual", "--games", "1"]) == 1
    assert "typing mistake" in capsys.readouterr().err


def test_differences_are_told_option_by_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "cambia", "snap.penalty=1", "--diff", "cambia"]) == 0
    assert capsys.readouterr().out == "snap.penalty  1   (cambia: 2)\n"
    assert main(["rules", "flip", "--diff", "flip"]) == 0
    assert capsys.readouterr().out == "There is no difference from flip.\n"
    assert main(["rules", "camp", "--diff", "cambai"]) == 1
    assert "did you mean 'cambia'" in capsys.readouterr().err


def test_rules_and_their_schema_come_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "cambia", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["snap"]["penalty"] == 2 and sum(map(len, document.values())) == len(OPTIONS)
    assert main(["rules", "--schema"]) == 0
    assert json.loads(capsys.readouterr().out)["properties"]["snap"]["properties"]["penalty"]["maximum"] == 10


def test_a_rule_book_comes_as_a_page_to_print_in_either_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "camp snap.penalty=2", "--html"]) == 0
    page = capsys.readouterr().out
    assert page.startswith("<!doctype html>") and page.isascii()
    assert "Camp rules, with one house rule" in page and "two penalty cards" in page
    assert main(["rules", "camp", "snap.penalty=2", "--html", "--language", "es"]) == 0
    assert "dos cartas de castigo" in capsys.readouterr().out


def test_a_language_is_for_the_page_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "camp", "--language", "es"]) == 1
    assert "--language needs --html" in capsys.readouterr().err


def test_bad_rules_fail_with_a_sentence_and_no_traceback() -> None:
    refused = run("rules", "classic", "snap.penalty=2")
    assert refused.returncode == 1
    assert refused.stderr == "cambio: snap.penalty=2 needs snapping, but snap.who=off\n"


def test_a_replay_tells_the_story_the_scores_and_the_reason(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(GAME)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "The cards are dealt."
    assert lines[-1].startswith(("Ana", "Ben")) and "win" in lines[-1]
    assert any("scores" in line for line in lines)


def test_a_replay_as_a_seat_tells_only_what_that_seat_knew(capsys: pytest.CaptureFixture[str]) -> None:
    main(["replay", str(GAME), "--as", "b", "--json"])
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()[:-1]]
    assert all("b" in event["sees"] for event in events if "card" in event)
    assert any(event["event"] == "drew" and "card" not in event for event in events)


def test_a_replay_as_the_table_tells_what_everybody_saw_and_an_own_copy_no_more_than_it_holds(tmp_path: Path) -> None:
    seen = [json.loads(line) for line in run("replay", str(GAME), "--as", "table", "--json").stdout.splitlines()[:-1]]
    assert not any("card" in event for event in seen if event["event"] in ("drew", "peeked"))
    own = tmp_path / "own.cambio"
    own.write_text(notation.write(notation.replay(GAME.read_text()), viewer="b"))
    assert run("replay", str(own), "--json").stdout == run("replay", str(own), "--as", "b", "--json").stdout
    for viewpoint in ("a", "all"):
        refused = run("replay", str(own), "--as", viewpoint)
        assert refused.returncode == 1 and "this is seat b's own copy" in refused.stderr


def test_a_replay_as_json_ends_with_the_outcome(capsys: pytest.CaptureFixture[str]) -> None:
    main(["replay", str(GAME), "--json"])
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert set(last) == {"outcome", "sentence"} and last["outcome"]["reason"] == "called"


def test_a_bad_file_fails_with_its_line_and_no_traceback(tmp_path: Path) -> None:
    bad = tmp_path / "bad.cambio"
    bad.write_text(GAME.read_text().replace("a take", "a fake", 1))
    refused = run("replay", str(bad))
    assert refused.returncode == 1
    assert refused.stderr.startswith("cambio: line ") and "Traceback" not in refused.stderr
    for content in (b"\xff\xfe\x00", b""):
        bad.write_bytes(content)
        refused = run("replay", str(bad))
        assert refused.returncode == 1 and "Traceback" not in refused.stderr
    assert "can't be read" in run("replay", str(tmp_path / "none.cambio")).stderr
    assert "there is no seat 'z'" in run("replay", str(GAME), "--as", "z").stderr


@pytest.mark.parametrize("kind", ["round", "match"])
def test_a_byte_order_mark_in_front_of_a_file_is_not_read(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As editors of Windows write it."""
    file = tmp_path / "marked.cambio"
    assert main(["demo", "camp", "--seed", "5", "--notation", *(["--match"] if kind == "match" else [])]) == 0
    text = capsys.readouterr().out
    told = []
    for mark in ("", "\ufeff"):
        file.write_text(mark + text, encoding="utf-8")
        assert main(["replay", str(file)]) == 0
        told.append(capsys.readouterr().out)
        assert main(["verify", str(file)]) == 3
        told.append(capsys.readouterr().out)
    assert told[:2] == told[2:]
    assert run("replay", "-", given="\ufeff" + text).stdout == told[0]


def test_a_file_may_come_from_the_standard_input_and_a_demonstration_may_be_one() -> None:
    written = run("demo", "camp", "--seats", "3", "--seed", "5", "--notation")
    assert written.stdout.startswith("cambio 1\n")
    told = run("replay", "-", given=written.stdout)
    assert told.returncode == 0
    assert told.stdout.splitlines()[-1] == run("demo", "camp", "--seats", "3", "--seed", "5").stdout.splitlines()[-1]


def test_a_demonstration_may_be_a_match_and_a_replay_tells_all_of_it_or_one_round(tmp_path: Path) -> None:
    wanted = ("demo", "camp", "--seats", "3", "--seed", "5", "--match")
    written = run(*wanted, "--notation").stdout
    assert written.startswith("cambio match 1\n")
    file = tmp_path / "match.cambio"
    file.write_text(written)
    told = run("replay", str(file)).stdout
    assert told == run(*wanted).stdout.partition("\n\n")[2]
    lines = told.splitlines()
    assert lines[0] == "Round 1: Cleo deals, Ana starts." and "Round 2: Ana deals, Ben starts." in lines
    assert any(line.startswith("Tally: Ana ") for line in lines)
    assert lines[-1].startswith("A tally has reached 100: ")
    second = run("replay", str(file), "--round", "2").stdout
    assert second.startswith("The cards are dealt.") and second in told
    refused = run("replay", str(file), "--round", "99")
    assert refused.returncode == 1 and refused.stderr.startswith("cambio: there is no round 99 in ")
    refused = run("replay", str(GAME), "--round", "1")
    assert refused.returncode == 1 and "leave --round out" in refused.stderr


def file_handed_to_browser(tmp_path: Path, *words: str) -> tuple[str, str]:
    """The address that a command opens, and the file behind its #. The browser of this test writes down both."""
    address, browser = tmp_path / "address", tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > "{address}.new" && mv "{address}.new" "{address}"\n')
    browser.chmod(0o755)
    command = [sys.executable, "-m", "cambio.cli", "replay", *words, "--open"]
    watching = subprocess.Popen(command, env=os.environ | {"BROWSER": f"{browser} %s"}, stdout=subprocess.PIPE)
    try:
        for _ in range(600):
            if address.exists():
                break
            time.sleep(0.05)
        page, _, file = address.read_text().strip().partition("#file=")
        with urlopen(page) as answer:  # noqa: S310
            assert answer.status == 200 and b"<html" in answer.read()
    finally:
        watching.send_signal(signal.SIGINT)
        watching.communicate(timeout=20)
    assert watching.returncode == 0
    return page, gzip.decompress(base64.urlsafe_b64decode(file)).decode()


def test_a_round_is_watched_in_the_browser_until_it_is_ended(tmp_path: Path) -> None:
    page, file = file_handed_to_browser(tmp_path, str(GAME), "--as", "b")
    assert page.startswith("http://localhost:") and page.endswith("/replay?as=b")
    assert file == GAME.read_text()


def test_a_match_is_watched_in_the_browser_from_any_of_its_rounds(tmp_path: Path) -> None:
    match = tmp_path / "match.cambio"
    match.write_text(run("demo", "camp", "--seats", "3", "--seed", "5", "--match", "--notation").stdout)
    page, file = file_handed_to_browser(tmp_path, str(match), "--round", "2")
    assert page.endswith("/replay?as=table&round=2") and file == match.read_text()


def test_a_file_that_is_too_long_is_not_handed_to_the_browser(tmp_path: Path) -> None:
    long = tmp_path / "long.cambio"
    chance = random.Random(1)
    comments = "\n".join(f"; {chance.randbytes(40).hex()}" for _ in range(LONGEST_PACKED // 30))
    long.write_text(f"{comments}\n{without_checksum(GAME.read_text())}")
    refused = run("replay", str(long), "--open")
    assert refused.returncode == 1 and "drop it on the page /replay" in refused.stderr


def without_checksum(text: str) -> str:
    return re.sub(r"^end .*$", "end", text, flags=re.MULTILINE)


def test_a_match_without_an_end_is_demonstrated_for_some_rounds(capsys: pytest.CaptureFixture[str]) -> None:
    main(["demo", "cambia", "match.rounds=0", "--seats", "2", "--seed", "1", "--match"])
    lines = capsys.readouterr().out.splitlines()
    assert sum(line.startswith("Round ") for line in lines) == 10 and lines[-1] == "The match is not over."


def test_a_match_replayed_as_json_says_what_belongs_to_which_round(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "match.cambio"
    main(["demo", "cambia", "match.rounds=2", "--seats", "2", "--seed", "3", "--match", "--notation"])
    file.write_text(capsys.readouterr().out)
    main(["replay", str(file), "--json"])
    documents = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each for each in documents if "round" in each] == [
        {"round": 1, "dealer": "b", "starter": "a"},
        {"round": 2, "dealer": "a", "starter": "b"},
    ]
    scores = [each["outcome"]["scores"] for each in documents if "outcome" in each]
    tallies = [each["tally"] for each in documents if "tally" in each]
    assert tallies == [scores[0], {seat: scores[0][seat] + scores[1][seat] for seat in "ab"}]
    last = documents[-1]
    assert set(last) == {"match", "sentence"} and last["match"]["tally"] == tallies[-1]
    main(["replay", str(file), "--as", "b", "--json"])
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert all("b" in event["sees"] for event in events if "card" in event)


def test_a_players_own_copy_of_a_match_tells_nobody_elses_story(tmp_path: Path) -> None:
    games, _ = play_demonstration_match(Rules.parse("cambia match.rounds=2"), 2, 3)
    file = tmp_path / "own.cambio"
    file.write_text(notation.write_match(games, viewer="b"))
    assert run("replay", str(file)).returncode == 0
    assert "is seat b's own copy" in run("replay", str(file), "--as", "a").stderr


def test_a_demonstration_with_a_wrong_number_of_seats_fails_kindly() -> None:
    refused = run("demo", "cambia", "--seats", "7")
    assert refused.returncode == 1 and "2 to 6 players" in refused.stderr
