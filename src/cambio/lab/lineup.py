"""The line-up: the bots that play, by the names of levels and baselines, in a Python module, or as external programs.

A level may be named with what it knows: ``expert@traits.json`` is an expert with the traits in that file, and
``champion@master`` a champion that takes the others for masters.

>>> parse_lineup("expert, casual,expert")
('expert', 'casual', 'expert')
"""

from __future__ import annotations

import difflib
import os
import shlex
import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from ..bots.baselines import BASELINES
from ..bots.networks import read_weights
from ..bots.styles import STYLES, Style, network_style
from ..rules import Rules, RulesError
from ..training.named_player import is_named_player, load_player
from .adaptation.traits_file import TraitsBook
from .errors import LabError

#: How files of weights end, as ``cambio train`` writes them.
WEIGHTS_SUFFIX = ".weights"
#: Between a level and what it knows.
KNOWS = "@"


def is_level(bot: str) -> bool:
    """A level of the ladder, whatever it knows, or a network in a file: they play inside the core."""
    return bot.partition(KNOWS)[0] in STYLES or is_network(bot)


def is_network(bot: str) -> bool:
    return bot.endswith(WEIGHTS_SUFFIX)


def is_built_in(bot: str) -> bool:
    """A level of the ladder or a baseline: no program of somebody else's."""
    return is_level(bot) or bot in BASELINES


def style_of(bot: str, traits: Mapping[str, float] | None) -> Style:
    """How a level of the ladder or a network plays; a tuned one with the given traits, if there are any."""
    if is_network(bot):
        return _with_traits(network_style(Path(bot)), traits)
    level, _, known = bot.partition(KNOWS)
    style = STYLES[level]
    if known in STYLES:
        return _with_traits(replace(style, opponents=known), traits)
    return _with_traits(style, TraitsBook.read(known).only_traits() if known else traits)


def _with_traits(style: Style, traits: Mapping[str, float] | None) -> Style:
    if traits is None or not style.is_tuned:
        return style
    return replace(style, is_tuned=False, traits={**traits, **style.traits})


def parse_lineup(text: str) -> tuple[str, ...]:
    """The bots of a list with commas: levels of the ladder, baselines, names in a module, or programs."""
    bots = tuple(name.strip() for name in text.split(","))
    for bot in bots:
        if is_network(bot):
            _check_network(bot)
        elif KNOWS in bot and is_level(bot):
            _check_known(bot)
        elif is_named_player(bot):
            _check_named_player(bot)
        elif not is_built_in(bot):
            _check_program(bot)
    return bots


def _check_network(bot: str) -> None:
    try:
        read_weights(Path(bot))
    except (OSError, ValueError) as error:
        raise LabError(str(error)) from None


def _check_known(bot: str) -> None:
    """A level that searches may know whom it meets, and one that is tuned may have traits of its own."""
    level, _, known = bot.partition(KNOWS)
    if known in STYLES:
        if not STYLES[level].is_slow:
            searching = " or ".join(name for name, style in STYLES.items() if style.is_slow)
            raise LabError(f"{bot}: only {searching} can take the others for a level, since {level} imagines nobody")
    elif not STYLES[level].is_tuned:
        raise LabError(f"{bot}: expected a level of the ladder after {KNOWS}, since {level} has no tuned traits")
    else:
        TraitsBook.read(known).only_traits()


def _check_named_player(bot: str) -> None:
    try:
        load_player(bot)
    except (ImportError, ValueError) as error:
        raise LabError(str(error)) from None


def _check_program(bot: str) -> None:
    known = (
        f"expected one of {', '.join([*STYLES, *BASELINES])}, my_module:my_policy, "
        "a network like ours/network.weights, or a program like ./my-bot or 'python3 my_bot.py'"
    )
    try:
        words = shlex.split(bot)
    except ValueError as error:
        raise LabError(f"{known}, but found {bot!r}: {error}") from None
    if not words:
        raise LabError(f"{known}, but found nothing between two commas, or none at all")
    program = words[0]
    if shutil.which(program) is not None:
        return
    if os.sep not in program:
        near = difflib.get_close_matches(program, [*STYLES, *BASELINES], n=1)
        raise LabError(f"{known}, but found {bot!r}{f'; did you mean {near[0]!r}?' if near else ''}")
    if Path(program).is_file():
        raise LabError(f"{program} is not executable: chmod +x it, or name what runs it, like 'python3 {program}'")
    raise LabError(f"there is no program {program}")


def check_table(rules: Rules, seats: int) -> None:
    """Refuse a table for which the rules are not made, and say what to do about it."""
    low, high = rules["deal.min_seats"], rules["deal.max_seats"]
    if not low <= seats <= high:
        fix = "list more bots (one may be listed twice)"
        if seats > high:
            fix = f'let more sit there: --rules "{rules.but(f"deal.max_seats={seats}")}"'
        raise LabError(f"these rules ({rules}) are for {low} to {high} seats, but found {seats}: {fix}")
    try:
        rules.check_seats(seats)
    except RulesError as error:
        packs = rules["deck.decks"] + 1
        raise LabError(f'{error}; more packs would do: --rules "{rules.but(f"deck.decks={packs}")}"') from None
