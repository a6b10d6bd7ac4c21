"""What agents are trained with is installed where it is small: nothing for graphics cards may come along."""

from __future__ import annotations

import pytest

import training


def report(*names: str) -> dict[str, list[dict[str, dict[str, str]]]]:
    """What pip reports that it would install."""
    return {"install": [{"metadata": {"name": name}} for name in names]}


def test_gigabytes_for_graphics_cards_are_told_by_the_names_of_their_packages() -> None:
    assert training.brings_cuda(report("torch", "nvidia-cublas-cu12", "sb3_contrib"))
    assert training.brings_cuda(report("cuda-bindings", "torch"))
    assert not training.brings_cuda(report("torch", "numpy", "sb3_contrib"))


def test_where_pytorch_would_bring_them_nothing_is_installed_and_that_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[tuple[str, ...]] = []

    def pip(*arguments: str) -> str:
        asked.append(arguments)
        return '{"install": [{"metadata": {"name": "nvidia-nccl"}}]}'

    monkeypatch.setattr(training, "find_spec", lambda _name: None)
    monkeypatch.setattr(training, "pip", pip)
    training.main()
    assert [arguments[0] for arguments in asked] == ["--dry-run"]
    assert capsys.readouterr().out.strip() == training.TOO_MUCH
