"""Baselines: players of the kinds that others have written for this game, by which a bot's strength can be told.

They play by the protocol of players, so each of them is also an example of a bot.

>>> from cambio import Game
>>> from cambio.bots import play_round, seated
>>> game = Game("cambia", seats=2, seed=3)
>>> play_round(game, seated(game, [BASELINES["greedy"], BASELINES["memory"]], seed=1)).faults
()
"""

from __future__ import annotations

from ..player import PlayerFactory
from .mcts import TreeSearch
from .memory import Memory
from .threshold import Greedy, SnapHappy

__all__ = ["ABOUT", "BASELINES"]

#: By name: keeps the lowest and calls at a threshold; forgets nothing; snaps whatever may match; tree search.
BASELINES: dict[str, PlayerFactory] = {
    "greedy": Greedy,
    "memory": Memory,
    "snap-happy": SnapHappy,
    "mcts": TreeSearch,
}
#: What each of them does.
ABOUT: dict[str, str] = {
    "greedy": "keeps the lowest cards that it has seen, and calls at a threshold",
    "memory": "forgets no card, uses every power, and calls when it is low or ahead",
    "snap-happy": "greedy, but snaps whatever may match, seen or not",
    "mcts": "Monte Carlo tree search: imagined worlds, UCT, random rollouts",
}
