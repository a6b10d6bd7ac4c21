"""cambio lab play: its JSON is a contract, and the same seed gives the same figures however they are played."""

from __future__ import annotations

import contextlib
import csv
import json
import os
import signal
import subprocess
import sys
import time
from multiprocessing import get_context
from multiprocessing.context import BaseContext
from pathlib import Path

import pytest

from cambio.bots.styles import STYLES
from cambio.cli import main
from cambio.core import is_compiled
from cambio.core.engine.deal import deal_new_table
from cambio.core.players.batch import make_rng, play_deals
from cambio.core.players.round_stats import row_width
from cambio.lab import workers
from cambio.lab.external_games import CountedGame, play_external_games
from cambio.rules import PRESETS, Rules
from tests.bots.programs import PRELUDE
from tests.lab.runs import GAMES, lab_command, refusal_of, run, run_json, without_time

ROW = {"bot", "wins", "share", "ci95", "mean_score", "calls", "turn_one_calls", "wrong_snaps"}
#: Rounds without end, as far as a test is concerned.
ENDLESS = "100000000"


def test_the_json_contract(capsys: pytest.CaptureFixture[str]) -> None:
    found = run_json(
        capsys, "play", "--rules", "cambia snap.penalty=1", "--bots", "solid,casual", "--games", f"{GAMES}"
    )
    assert found["rules"] == "cambia snap.penalty=1" and found["seed"] == 1
    assert found["games"] == GAMES and found["decisions"] > 5 * GAMES and found["seconds"] > 0
    assert found["faults"] == [] and found["interrupted"] is False
    assert [row["bot"] for row in found["seats"]] == ["solid", "casual"]
    for row in found["seats"]:
        assert set(row) >= ROW
        low, high = row["ci95"]
        assert 0 <= low < row["share"] < high <= 1
        assert row["wins"] == pytest.approx(row["share"] * GAMES)
        assert 0 <= row["turn_one_calls"] <= row["calls"] <= GAMES
    assert sum(row["wins"] for row in found["seats"]) == pytest.approx(GAMES)


def test_games_are_rounded_up_to_whole_deals_and_a_bot_may_be_listed_twice(capsys: pytest.CaptureFixture[str]) -> None:
    found = run_json(capsys, "play", "--bots", "casual,random,casual", "--games", "7")
    assert found["games"] == 9 and found["deals"] == 3
    assert [row["bot"] for row in found["seats"]] == ["casual", "random", "casual"]
    assert sum(row["share"] for row in found["seats"]) == pytest.approx(1)


def test_the_same_seed_gives_the_same_figures_with_one_process_and_with_two(capsys: pytest.CaptureFixture[str]) -> None:
    games = "3000" if is_compiled() else "60"
    question = ("play", "--bots", "casual,beginner", "--games", games, "--seed", "9")
    alone = run_json(capsys, *question)
    shared = json.loads(run(*question, "--jobs", "2", "--json").stdout)
    assert without_time(shared) == without_time(alone)
    other = run_json(capsys, *question[:-1], "10")
    assert other["seats"] != alone["seats"]


@pytest.mark.parametrize("seconds", [-1.0, 60.0], ids=["in other processes", "in this one"])
def test_it_does_not_matter_where_rounds_are_played(
    seconds: float, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    question = ("play", "--bots", "casual,beginner", "--games", "1000" if is_compiled() else "40", "--seed", "9")
    alone = run_json(capsys, *question)
    started = []

    def start(kind: str) -> BaseContext:
        started.append(kind)
        return get_context(kind)

    monkeypatch.setattr(workers, "ALONE_SECONDS", seconds)
    monkeypatch.setattr(workers, "get_context", start)
    assert main(["lab", *question, "--jobs", "2", "--json"]) == 0
    assert without_time(json.loads(capsys.readouterr().out)) == without_time(alone)
    assert started == ([] if seconds > 0 else ["spawn"])


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
@pytest.mark.parametrize("seats", [2, 3])
def test_a_game_with_programs_is_dealt_as_in_a_batch(rules: Rules, seats: int) -> None:
    for deal in range(3):
        game = CountedGame(rules, seats, seed=4, deal=deal)
        table = deal_new_table(rules.ruleset, seats, make_rng(4, deal, 0))
        assert (game.table.dealer, game.table.starter, game.table.turn) == (table.dealer, table.starter, table.turn)
        assert game.table.stock_left == table.stock_left
        for card in range(table.stock_left):
            assert game.table.stock_card(card) == table.stock_card(card)
        for place in range(seats * rules["deal.cards"]):
            assert game.table.card_at(place) == table.card_at(place)


@pytest.mark.parametrize("rules", PRESETS)
def test_rounds_played_one_by_one_have_the_statistics_of_a_batch(rules: str) -> None:
    """Built-in bots that are told only what their seats may know play every round as they do inside the core."""
    book_rules = Rules.parse(rules)
    bots = ("expert", "beginner", "random", "solid")
    deals = 6 if is_compiled() else 1
    minds = [STYLES[bot].make_mind(book_rules, len(bots)) for bot in bots]
    batch = play_deals(book_rules.ruleset, minds, len(bots), 3, 0, deals)
    one_by_one = play_external_games(book_rules, bots, len(bots), 3, 0, deals)
    assert one_by_one is not None and one_by_one.fault_count == 0
    width = row_width(len(bots))
    assert [one_by_one.rows[start : start + width] for start in range(0, len(batch), width)] == [
        batch[start : start + width] for start in range(0, len(batch), width)
    ]


def test_people_get_an_aligned_table_with_bars(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "play", "--bots", "casual,random", "--games", "16", "--jobs", "1"]) == 0
    title, _, head, *rows = capsys.readouterr().out.splitlines()
    assert title == "casual and random by cambia: 16 games of 8 deals, seed 1"
    assert head.split()[:3] == ["bot", "wins", "share"] and len(rows) == 2
    assert rows[0].startswith("casual") and " to " in rows[0] and rows[0].endswith(("█", "·"))
    assert {row.index(" %") for row in rows} == {rows[0].index(" %")}


def test_figures_for_a_spreadsheet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "figures.csv"
    found = run_json(capsys, "play", "--bots", "casual,random", "--games", "16", "--csv", str(file))
    with file.open(encoding="utf-8", newline="") as source:
        rows = list(csv.DictReader(source))
    assert [row["bot"] for row in rows] == ["casual", "random"]
    assert [float(row["share"]) for row in rows] == [row["share"] for row in found["seats"]]
    assert [float(rows[0]["low"]), float(rows[0]["high"])] == found["seats"][0]["ci95"]


def test_what_can_not_be_measured_is_told_in_a_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "did you mean 'expert'" in refusal_of(capsys, "play", "--bots", "exprt,casual")
    assert "random, beginner, casual" in refusal_of(capsys, "play", "--bots", "nobody,casual")
    assert "between two commas" in refusal_of(capsys, "play", "--bots", "casual,")
    assert "there is no program ./none" in refusal_of(capsys, "play", "--bots", "./none,casual")
    asleep = tmp_path / "asleep.py"
    asleep.write_text("")
    assert "is not executable" in refusal_of(capsys, "play", "--bots", f"{asleep},casual")
    assert "deal.max_seats=7" in refusal_of(capsys, "play", "--bots", ",".join(["casual"] * 7))
    assert "list more bots" in refusal_of(capsys, "play", "--bots", "casual")
    rules = "classic deal.cards=10"
    assert "deck.decks=2" in refusal_of(capsys, "play", "--rules", rules, "--bots", ",".join(["random"] * 6))
    assert "expected 1 to" in refusal_of(capsys, "play", "--bots", "casual,random", "--games", "0")
    assert "expected 1 to 4096 processes" in refusal_of(capsys, "play", "--bots", "casual,random", "--jobs", "0")
    assert "--seed" in refusal_of(capsys, "play", "--bots", "casual,random", "--seed", "-1")
    assert "no folder" in refusal_of(capsys, "play", "--bots", "casual,random", "--csv", str(tmp_path / "no" / "x.csv"))
    assert "did you mean 'cambia'" in refusal_of(capsys, "play", "--bots", "casual,random", "--rules", "cambai")


def test_help_has_examples_for_every_question() -> None:
    for question in ([], ["play"], ["league"], ["rules"], ["tune"]):
        helped = run(*question, "--help")
        assert helped.returncode == 0 and "examples:" in helped.stdout


@pytest.mark.skipif(os.name != "posix", reason="a terminal, and a signal to a group of processes")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_what_is_done(jobs: str) -> None:
    """As in a terminal, in which there is a bar, and where the signal goes to every process of the group."""
    question = ("play", "--bots", "casual,random", "--games", ENDLESS, "--seed", "5", "--json", "--jobs", jobs)
    ours, theirs = os.openpty()
    with subprocess.Popen(
        lab_command(*question), stdout=subprocess.PIPE, stderr=theirs, start_new_session=True
    ) as playing:
        os.close(theirs)
        shown = _read(ours, until="games, ")
        os.killpg(playing.pid, signal.SIGINT)
        shown += _read(ours, until=None)
        os.close(ours)
        out = playing.stdout.read() if playing.stdout else b""
    assert playing.returncode == 130, shown
    assert "a second" in shown and "left" in shown
    assert "Traceback" not in shown and "interrupted" in shown
    found = json.loads(out)
    assert found["interrupted"] is True and 0 < found["games"] < int(ENDLESS)
    assert sum(row["wins"] for row in found["seats"]) == pytest.approx(found["games"])
    assert _is_gone(playing.pid)


def _read(terminal: int, until: str | None) -> str:
    """What a terminal shows until some words come, or until it is closed."""
    shown = b""
    with contextlib.suppress(OSError):
        while until is None or until.encode() not in shown:
            heard = os.read(terminal, 4096)
            if not heard:
                break
            shown += heard
    return shown.decode(errors="replace")


def _is_gone(group: int) -> bool:
    """No process is left of the group, or none in a moment: one of Python's own ends when it notices that all have."""
    for _ in range(50):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False


FIRST_LEGAL = f"{sys.executable} examples/bots/first_legal.py"


def test_a_program_of_your_own_plays_the_same_deals_with_any_number_of_processes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    question = ("play", "--bots", f"casual,{FIRST_LEGAL}", "--games", "24")
    found = run_json(capsys, *question)
    assert found["faults"] == [] and found["fault_count"] == 0 and found["games"] == 24
    assert found["seats"][0]["share"] > 0.6
    shared = json.loads(run(*question, "--jobs", "2", "--json").stdout)
    assert without_time(shared) == without_time(found)


def test_a_program_that_crashes_is_told_of_and_stops_nothing(tmp_path: Path) -> None:
    program = tmp_path / "crash.py"
    program.write_text("import sys\nsys.stdin.readline()\nsys.exit('this bot has had enough')\n")
    ended = run("play", "--bots", f"casual,{sys.executable} -I -S {program}", "--games", "22", "--jobs", "1", "--json")
    assert ended.returncode == 0 and "Traceback" not in ended.stderr
    found = json.loads(ended.stdout)
    assert found["games"] == 22 and 0 < len(found["faults"]) <= 20 <= found["fault_count"]
    assert found["faults"][0]["bot"].endswith("crash.py") and "enough" in found["faults"][0]["notes"]
    assert "this bot has had enough" in ended.stderr and "a stand-in decided instead" in ended.stderr


def test_a_program_may_be_given_more_time_or_less(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One that thinks once for longer than the second that it has by default."""
    slow = "seen = []\nserve(lambda question: (seen or time.sleep(1.5), seen.append(1), well(question)))"
    program = tmp_path / "slow.py"
    program.write_text(PRELUDE + slow)
    bots = f"casual,{sys.executable} {program} {tmp_path / 'notes'}"
    question = ("play", "--bots", bots, "--games", "2")
    assert run_json(capsys, *question, "--time-limit", "10")["fault_count"] == 0
    capsys.readouterr()
    found = run_json(capsys, *question)
    assert found["fault_count"] and "nothing in time" in found["faults"][0]["came"]
