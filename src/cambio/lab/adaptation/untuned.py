"""Rules for which no expert was tuned: where they differ from the nearest rule book in what matters for play.

>>> untuned_options(Rules.parse("cambia call.lock=no snap.word=flip"))
['call.lock=no']
"""

from __future__ import annotations

from collections.abc import Iterable

from ...bots.styles import STYLES, nearest_preset
from ...rules import PRESETS, Rules
from .traits_file import TraitsBook

#: Options that say nothing about how a round is played: names, the look of the table, who may sit there, and matches.
BESIDE_PLAY = ("deal.formation", "deal.max_seats", "deal.min_seats", "call.word", "snap.word", "match.")


def untuned_options(rules: Rules) -> list[str]:
    """What the rules have otherwise than the nearest rule book, for which the ladder's experts were tuned."""
    differences = rules.differences(PRESETS[nearest_preset(rules)])
    return [each for each in differences if not each.startswith(BESIDE_PLAY)]


def tuned_bots(bots: Iterable[str]) -> list[str]:
    """Those of the bots whose traits are tuned for rules, each once."""
    return [bot for bot in dict.fromkeys(bots) if bot in STYLES and STYLES[bot].is_tuned]


def needs_tuning(rules: Rules, seats: int, book: TraitsBook) -> bool:
    """No traits are at hand that were tuned for what these rules say about play."""
    return bool(untuned_options(rules)) and book.entry_for(rules, seats) is None


def warnings(rule_sets: Iterable[Rules], bots: Iterable[str], seats: int, book: TraitsBook) -> list[str]:
    """A line for each rule set by which bots play that were tuned for others."""
    tuned = tuned_bots(bots)
    if not tuned:
        return []
    return [
        f"cambio: {' and '.join(tuned)} {'is' if len(tuned) == 1 else 'are'} tuned for {nearest_preset(rules)}, not "
        f"for {' '.join(untuned_options(rules))}, and may play on as before: --adapt tunes for these rules first"
        for rules in rule_sets
        if needs_tuning(rules, seats, book)
    ]
