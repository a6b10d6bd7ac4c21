"""A bot by its name in a Python module: policies and bots of one's own, in the laboratory."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from cambio.lab.errors import LabError
from cambio.lab.lineup import parse_lineup
from cambio.training.named_player import load_player

MODULE = """\
from cambio.bots import StandIn
from cambio.training.policy_player import policy_player

def policy(observation, mask):
    return int(mask.argmax())

class Learned:
    def __call__(self, observation, mask):
        return int(mask.argmax())

learned = Learned()
bot = policy_player(learned, slots=6)
number = 7

def odd(one):
    return one
"""


@pytest.mark.parametrize("name", ["policy", "learned", "bot", "StandIn"])
def test_the_laboratory_seats_what_a_module_names(name: str, tmp_path: Path) -> None:
    """A policy function, an object that is called, a bot made of one, and a class of bots."""
    (tmp_path / "my_agent.py").write_text(MODULE, encoding="utf-8")
    command = [sys.executable, "-m", "cambio", "lab", "play", "--bots", f"expert,my_agent:{name}", "--games", "20"]
    told = json.loads(
        subprocess.run([*command, "--json"], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    )
    assert [seat["bot"] for seat in told["seats"]] == ["expert", f"my_agent:{name}"] and told["fault_count"] == 0
    assert told["games"] == 20


def test_names_that_lead_nowhere_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_odd_agent.py").write_text(MODULE, encoding="utf-8")
    (tmp_path / "my_broken_agent.py").write_text("import what_nobody_has_installed\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    for bot, expected in {
        "no_such_module:policy": "no_such_module:policy: expected a module here or installed, but there is no no_such",
        "my_odd_agent:nothing": "the module my_odd_agent has no nothing",
        "my_odd_agent:number": "expected a policy or a bot, but found int",
        "my_odd_agent:odd": r"expected a policy \(observation, mask\) or a bot .* but found odd\(one\)",
        "my_broken_agent:policy": "No module named 'what_nobody_has_installed'",
    }.items():
        with pytest.raises(LabError, match=expected):
            parse_lineup(f"expert,{bot}")
    assert callable(load_player("my_odd_agent:learned"))
