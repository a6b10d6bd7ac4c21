"""Every example runs, and does what its first line says."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

import training
from tests.examples import test_bots
from tests.examples.running import EXAMPLES, PATIENCE, play_on_ladder, run_example
from tests.server.server_process import serving

#: What somebody types: mistakes, a question, and a round that ends by a call.
AT_THE_PROMPT = """\
peek a9
fly
help
swap a1
peek a3
peek a4
ready
draw
throw


draw
swap a1
call

call

"""
IN_THE_CHAT = """\
Ben: !draw
Ana: !play cambia 2
Ben: Hello!
Ben: !join
Ana: !start
Ana: !draw
Ana: !peek a3
Ana: !peek a4
Ben: !peek b3
Ben: !ready
Ana: !ready
Ana: !hand
Ben: !snap b1
Ana: !call
Ben: !draw
Ben: !hand
Ben: !swap b1
"""
RUN_NOTEBOOK = """
import sys, nbclient, nbformat
notebook = nbformat.read(sys.argv[1], as_version=4)
nbclient.NotebookClient(notebook, timeout=200).execute()
nbformat.write(notebook, "executed.ipynb")
"""


def test_somebody_plays_a_round_at_the_prompt(tmp_path: Path) -> None:
    told = run_example("play_at_the_prompt.py", "--seed", "7", folder=tmp_path, typed=AT_THE_PROMPT)
    assert "No: there is no such place on the table." in told
    assert "expected an action (ready, draw," in told
    assert "You may: ready, peek a3, peek a4" in told
    assert "Ana peeks at a3 and sees 8s." in told and "Ben peeks at b3.\n" in told
    assert "Ana calls Cambio!" in told
    assert told.splitlines()[-1] == "Ben wins with 10, the fewest points."


def test_whoever_goes_away_from_the_prompt_ends_the_game(tmp_path: Path) -> None:
    assert run_example("play_at_the_prompt.py", "classic", folder=tmp_path, typed="ready\n").endswith("Good-bye.\n")


def test_a_tournament_by_house_rules_has_a_table_and_a_winner(tmp_path: Path) -> None:
    rules = "camp jokers=0 snap.penalty=2"
    for arguments, differs in (((), "deal.cards: 5 (there 4)"), ((rules,), "snap.penalty: 2 (there 1)")):
        told = run_example("house_rule_tournament.py", *arguments, "--rounds", "4", folder=tmp_path)
        assert differs in told
        assert re.search(r"^casual +- +\d+%|^casual +\d+%", told, re.MULTILINE)
        assert told.endswith("wins the tournament.\n")


def test_the_search_says_what_it_thinks_of_each_choice(tmp_path: Path) -> None:
    told = run_example("honest_search.py", "--rounds", "2", "--worlds", "6", folder=tmp_path)
    assert re.search(r"lap 1, \?\? \?\? \w+ \w+: draw \d+%  take \d+%  call \d+%  ->  ", told)
    assert re.search(r"The search won [\d.]+ of 2\.\n$", told)


def test_an_expert_that_sees_all_hands_beats_the_ladder(tmp_path: Path) -> None:
    told = run_example("against_open_hands.py", "--bots", "expert", "--games", "40", folder=tmp_path)
    won = re.search(r"\nexpert +([\d.]+)% ± [\d.]+%\n$", told)
    assert won is not None and float(won[1]) < 35


def test_what_decisions_are_worth_is_told_for_levels_and_for_trials(tmp_path: Path) -> None:
    quickly = ("--decisions", "3", "--worlds", "12", "--tried", "4")
    told = run_example("what_decisions_are_worth.py", *quickly, folder=tmp_path)
    gains = re.findall(r"^(.+?) +[+-][\d.]+ ± [\d.]+$", told, re.MULTILINE)
    assert gains[:2] == ["what the expert chooses", "what the champion chooses"] and len(gains) == 6


def test_people_of_a_chat_play_a_round_and_hidden_cards_are_told_in_private(tmp_path: Path) -> None:
    async def chat() -> str:
        async with serving(tmp_path) as server:
            return await asyncio.to_thread(
                run_example, "chat_bot.py", "--server", server.base, folder=tmp_path, typed=IN_THE_CHAT
            )

    told = asyncio.run(chat()).splitlines()
    channel = [line.removeprefix("#cambio  ") for line in told if line.startswith("#")]
    ana = [line.removeprefix("@Ana  ") for line in told if line.startswith("@Ana")]
    ben = [line.removeprefix("@Ben  ") for line in told if line.startswith("@Ben")]
    assert len(channel) + len(ana) + len(ben) == len(told)
    assert "Ana peeks at a3." in channel and "Ben draws a card." in channel
    assert any(re.fullmatch(r"Ana peeks at a3 and sees \w+\.", line) for line in ana)
    assert any(re.fullmatch(r"Ben draws \w+\.", line) for line in ben)
    assert not any("sees" in line for line in channel)
    assert "No: play begins when everybody is ready." in ana
    assert ben[0].startswith("You have no seat yet")
    assert re.search(r" won\. \(Ana -?\d+, Ben -?\d+\)$", channel[-1])


@pytest.mark.skipif(find_spec("sb3_contrib") is None, reason=training.TOO_MUCH)
def test_an_agent_that_loses_learns_to_beat_random_play(tmp_path: Path) -> None:
    arguments = ("--steps", "20000", "--rounds", "40", "--save", "agent.zip")
    told = run_example("train_with_maskable_ppo.py", *arguments, folder=tmp_path)
    before, after, _ = (int(share) for share in re.findall(r"wins +(\d+)% against", told))
    assert before <= 20
    assert after >= 50
    agent = f"{sys.executable} {EXAMPLES / 'train_with_maskable_ppo.py'} --play agent.zip"
    assert play_on_ladder(agent, games=2, folder=tmp_path)["fault_count"] == 0


@pytest.mark.skipif(find_spec("sb3_contrib") is None, reason=training.TOO_MUCH)
def test_an_agent_learns_on_pettingzoo_among_levels_of_the_ladder(tmp_path: Path) -> None:
    told = run_example("train_on_pettingzoo.py", "--steps", "20000", "--rounds", "40", folder=tmp_path)
    before, after = (float(brought) for brought in re.findall(r"a round brings ([+-]\d\.\d+)", told))
    assert before < -0.5 and after > before + 0.3


@pytest.mark.skipif(find_spec("sb3_contrib") is None, reason=training.TOO_MUCH)
def test_a_network_learns_on_many_tables_and_plays_in_the_laboratory(tmp_path: Path) -> None:
    arguments = ("--updates", "8", "--opponent", "random", "--rounds", "300", "--save", "agent.pt")
    told = run_example("ppo_on_tables.py", *arguments, folder=tmp_path)
    before, after, _ = (float(brought) for brought in re.findall(r"brings ([+-]\d\.\d+)", told))
    assert before < -0.6 and after > before + 0.2
    played = subprocess.run(
        [sys.executable, "-m", "cambio", "lab", "play", "--bots", "casual,ppo_on_tables:policy", "--games=4", "--json"],
        cwd=tmp_path,
        env=os.environ | {"CAMBIO_AGENT": "agent.pt", "PYTHONPATH": str(EXAMPLES)},
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    assert json.loads(played.stdout)["fault_count"] == 0


def test_regret_minimisation_leaves_less_to_a_perfect_opponent(tmp_path: Path) -> None:
    told = run_example("cfr_on_a_reduced_game.py", "--iterations", "4", folder=tmp_path)
    first, last = (float(found) for found in re.findall(r"iterations  (\d\.\d+)", told))
    assert last < first / 2
    calls = dict(re.findall(r"^  (\w) +(\d+)%", told, re.MULTILINE))
    assert int(calls["A"]) > int(calls["6"]), "with the lowest card one calls, with the highest one does not"


def test_a_reduced_game_is_solved_and_the_ladder_is_rated_on_it(tmp_path: Path) -> None:
    told = run_example("solve_a_reduced_game.py", "--iterations", "100", "--levels", "expert", folder=tmp_path)
    found = {name: (ours, theirs) for name, ours, theirs in re.findall(r"^(\w+).* (\d\.\d+) +(\d\.\d+) ", told, re.M)}
    assert all(ours == theirs for ours, theirs in found.values()), "OpenSpiel finds the same"
    assert float(found["CFR"][0]) < 0.001 < float(found["expert"][0]) < float(found["uniform"][0])


def test_a_network_comes_nearer_to_perfect_play(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    told = run_example("train_on_a_reduced_game.py", "--decisions", "120000", folder=tmp_path)
    first, *_, last = (float(found) for found in re.findall(r" s +(\d\.\d+)$", told, re.MULTILINE))
    assert last < first


def test_the_notebook_runs_and_draws_its_picture(tmp_path: Path) -> None:
    notebook = EXAMPLES / "how_many_cards.ipynb"
    stored = json.loads(notebook.read_text(encoding="utf-8"))
    assert not any(cell.get("outputs") or cell.get("execution_count") for cell in stored["cells"]), "no output is kept"
    subprocess.run(
        [sys.executable, "-c", RUN_NOTEBOOK, str(notebook)],
        cwd=tmp_path,
        timeout=PATIENCE,
        check=True,
        capture_output=True,
    )
    executed = json.loads((tmp_path / "executed.ipynb").read_text(encoding="utf-8"))
    outputs = [output for cell in executed["cells"] for output in cell.get("outputs", ())]
    assert any("Skill decides" in "".join(output.get("text", "")) for output in outputs)
    assert any("image/png" in output.get("data", ()) for output in outputs)


#: Which test runs which example.
TESTED: dict[str, Callable[..., None]] = {
    "play_at_the_prompt.py": test_somebody_plays_a_round_at_the_prompt,
    "house_rule_tournament.py": test_a_tournament_by_house_rules_has_a_table_and_a_winner,
    "honest_search.py": test_the_search_says_what_it_thinks_of_each_choice,
    "against_open_hands.py": test_an_expert_that_sees_all_hands_beats_the_ladder,
    "what_decisions_are_worth.py": test_what_decisions_are_worth_is_told_for_levels_and_for_trials,
    "chat_bot.py": test_people_of_a_chat_play_a_round_and_hidden_cards_are_told_in_private,
    "train_with_maskable_ppo.py": test_an_agent_that_loses_learns_to_beat_random_play,
    "cfr_on_a_reduced_game.py": test_regret_minimisation_leaves_less_to_a_perfect_opponent,
    "train_on_pettingzoo.py": test_an_agent_learns_on_pettingzoo_among_levels_of_the_ladder,
    "ppo_on_tables.py": test_a_network_learns_on_many_tables_and_plays_in_the_laboratory,
    "train_on_a_reduced_game.py": test_a_network_comes_nearer_to_perfect_play,
    "solve_a_reduced_game.py": test_a_reduced_game_is_solved_and_the_ladder_is_rated_on_it,
    "how_many_cards.ipynb": test_the_notebook_runs_and_draws_its_picture,
    **{f"bots/{name}": test_bots.test_a_bot_plays_in_a_league_without_a_fault for name in test_bots.BOTS},
}


def test_every_example_is_run_by_a_test_and_listed() -> None:
    files = {path.relative_to(EXAMPLES).as_posix() for path in EXAMPLES.rglob("*") if path.is_file()}
    examples = {name for name in files if "__pycache__" not in name and name != "README.md"}
    assert examples == set(TESTED)
    page = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    assert [name for name in sorted(examples) if f"(../examples/{name})" not in page] == []
