"""The core by its source, beside the compiled one in the same process: the same round on a table of its own."""

from __future__ import annotations

import os
import sys
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from typing import Any
from unittest.mock import patch

import cambio.core
from cambio import Game

PACKAGE = "core_by_source"


class TableBySource:
    """Dealt as the game was, and played on as the game is."""

    def __init__(self, game: Game) -> None:
        ruleset = _module("ruleset").Ruleset(*game.rules.entries())
        self.table = _module("table").Table(ruleset, len(game.seats), game.table.dealer, game.table.starter)
        self.table.listening = 1
        _module("deal").deal(self.table, game.deck_ids)

    def list_legal_actions(self, seat: int) -> list[int]:
        actions: list[int] = _module("legal_actions").list_legal_actions(self.table, seat, 1, 1)
        return actions

    def refusal(self, seat: int, action: int, discard: int) -> int:
        reason: int = _module("play").refusal(self.table, seat, action, discard)
        return reason

    def play(self, seat: int, action: int, discard: int, shuffles: list[tuple[int, ...]]) -> None:
        """With the reshuffles that followed from it."""
        _module("play").play(self.table, seat, action, discard)
        for order in shuffles:
            _module("play").reshuffle(self.table, order)


@cache
def _module(name: str) -> Any:
    if PACKAGE not in sys.modules:
        _load()
    return import_module(f"{PACKAGE}.engine.{name}")


def _load() -> None:
    """The core imports nothing but itself, by relative names, so it can be imported twice under two names."""
    spec = spec_from_file_location(PACKAGE, cambio.core.__file__, submodule_search_locations=list(cambio.core.__path__))
    assert spec is not None and spec.loader is not None
    sys.modules[PACKAGE] = module_from_spec(spec)
    with patch.dict(os.environ, CAMBIO_ENGINE="interpreted"):
        spec.loader.exec_module(sys.modules[PACKAGE])
