"""A bot by where it stands in Python: ``module:name``, for what was learned and for bots of one's own.

The name is a policy, which is a function of an observation and a mask, or makes players, as a class of bots or
``policy_player`` does. Modules are looked for in the current folder, too.

>>> is_named_player("my_agent:policy"), is_named_player("expert"), is_named_player("python3 bot.py")
(True, False, False)
>>> load_player("cambio.bots:StandIn").__name__
'StandIn'
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, cast

from ..bots.player import PlayerFactory

#: What such a name looks like.
PATTERN = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")
#: A policy takes an observation and a mask; what makes players takes rules, a number of seats, a seat and a seed.
POLICY_ARGUMENTS, FACTORY_ARGUMENTS = 2, 4


def is_named_player(bot: str) -> bool:
    """Whether that is a name in a module."""
    return PATTERN.fullmatch(bot) is not None


def load_player(bot: str) -> PlayerFactory:
    """What makes the players of that name, or an error that says what is missing."""
    module_name, _, name = bot.partition(":")
    found = getattr(_import(module_name, bot), name, None)
    if found is None:
        raise ValueError(f"{bot}: expected a policy or a bot of that name, but the module {module_name} has no {name}")
    if not callable(found):
        raise ValueError(f"{bot}: expected a policy or a bot, but found {type(found).__name__}")
    if _takes(found, POLICY_ARGUMENTS):
        # NumPy is needed by policies only.
        from .policy_player import policy_player

        return policy_player(found)
    if _takes(found, FACTORY_ARGUMENTS):
        return cast(PlayerFactory, found)
    raise ValueError(
        f"{bot}: expected a policy (observation, mask) or a bot (rules, seats, seat, seed), "
        f"but found {name}{inspect.signature(found)}"
    )


def _import(module_name: str, bot: str) -> Any:
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        return import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module_name}.".startswith(f"{error.name}."):
            # The module is there, and something that it imports is not.
            raise
        raise ValueError(f"{bot}: expected a module here or installed, but there is no {error.name}") from None


def _takes(found: Callable[..., Any], arguments: int) -> bool:
    """Whether it can be called with so many arguments."""
    try:
        inspect.signature(found).bind(*range(arguments))
    except TypeError:
        return False
    return True
