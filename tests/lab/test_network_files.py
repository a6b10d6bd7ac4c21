"""Networks in files, as whoever has trained one lets them play."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from cambio.bots.networks import Weights, read_weights, write_weights
from cambio.cli import main
from cambio.core.networks import critic_layout, network_layout
from cambio.lab.errors import LabError
from cambio.lab.lineup import parse_lineup, style_of


@pytest.fixture
def network(tmp_path: Path) -> Path:
    rng = random.Random(4)
    file = tmp_path / "ours.weights"
    sizes = (network_layout.SIZE, critic_layout.SIZE)
    write_weights(file, Weights(*([rng.gauss(0.0, 0.1) for _ in range(size)] for size in sizes)))
    return file


def test_weights_come_back_as_they_were_written(network: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.weights"
    write_weights(again, read_weights(network))
    assert again.read_bytes() == network.read_bytes()
    assert len(read_weights(again).network) == network_layout.SIZE


def test_a_network_plays_in_the_laboratory(network: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "play", "--bots", f"expert,{network}", "--games", "4", "--jobs", "1"]) == 0
    assert str(network) in capsys.readouterr().out


def test_a_network_plays_beside_a_baseline(network: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "play", "--bots", f"greedy,{network}", "--games", "2", "--jobs", "1"]) == 0
    assert "greedy" in capsys.readouterr().out


def test_what_is_no_network_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LabError, match="No such file"):
        parse_lineup(f"expert,{tmp_path / 'none.weights'}")
    (tmp_path / "short.weights").write_bytes(b"1234")
    with pytest.raises(LabError, match=r"expected the [\d,]+ weights of a network"):
        parse_lineup(f"expert,{tmp_path / 'short.weights'}")


def test_a_network_is_advised_by_the_expert_of_its_rules(network: Path) -> None:
    assert style_of(str(network), None).is_tuned
    assert not style_of(str(network), {"curiosity": 1.0}).is_tuned
