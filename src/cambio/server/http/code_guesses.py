"""Guesses of codes: how many wrong ones an address may try, and all addresses together.

A code is short, so whoever has a thousand addresses could find tables by trying. But a limit for all that refuses
everybody would let the same attacker keep everybody from joining by a code. So when too many wrong codes come from
everywhere, each network may still try a few within an hour: enough for those who were told one, even if they mistype
it, and next to nothing for whoever has to try hundreds of thousands. Links carry 128 bits, and are never refused.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..addresses import network_of, wide_network_of
from ..logs import log
from ..settings import Settings
from .limits import RateLimit

#: Wrong codes that each network may try within an hour while codes are being guessed from everywhere.
GUESSES_PER_NETWORK = 5
#: Milliseconds between two lines of the log about that.
LOG_INTERVAL = 60_000.0
#: The key of the limit that all share.
ALL = ""


@dataclass(frozen=True)
class Guess:
    """A code that is being tried."""

    take_back: Callable[[], None]


class CodeGuesses:
    """The allowances of wrong codes."""

    def __init__(self, settings: Settings) -> None:
        self._of_addresses = RateLimit(settings.codes_per_minute, per=60_000)
        self._of_all = RateLimit(settings.wrong_codes_per_minute, per=60_000)
        self._of_networks = RateLimit(GUESSES_PER_NETWORK, per=3_600_000)
        self._silent_until = float("-inf")

    def begin(self, address: str, now: float) -> Guess | None:
        """Let an address try a code, which counts as a wrong one until it is taken back; None if it may not."""
        household = network_of(address)
        if not self._of_addresses.allows(household, now):
            return None
        shared, key = self._of_all, ALL
        if not shared.allows(key, now):
            self._log(now)
            shared, key = self._of_networks, wide_network_of(address)
            if not shared.allows(key, now):
                return None

        def take_back() -> None:
            self._of_addresses.give_back(household)
            shared.give_back(key)

        return Guess(take_back)

    def _log(self, now: float) -> None:
        if now >= self._silent_until:
            log("codes are being guessed")
            self._silent_until = now + LOG_INTERVAL
