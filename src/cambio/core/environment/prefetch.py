"""Looking ahead: many tables are more than a processor keeps at hand, so those that come next are sent for in time."""

from __future__ import annotations

from .env_state import EnvState


def send_for(stages: list[EnvState], index: int) -> None:
    """The compiled ahead.pxd does; interpreted, the tables come when they are wanted."""


def send_for_answers(stages: list[EnvState], index: int) -> None:
    """As much of them as it takes to pick an answer."""
