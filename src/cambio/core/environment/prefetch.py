"""Prefetching: thousands of tables don't fit a processor's cache, so the next ones are fetched before their turn."""

from __future__ import annotations

from .env_state import EnvState


def prefetch_envs(envs: list[EnvState], count: int, index: int) -> None:
    """Fetch what a step reads of the tables after this one: prefetch.pxd does, for compiled code only."""


def prefetch_masks(envs: list[EnvState], count: int, index: int) -> None:
    """The same for what it takes to pick an answer."""
