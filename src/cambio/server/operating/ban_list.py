"""The bans that are in force, in memory: every request is looked up here."""

from __future__ import annotations

import time
from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, ip_network

from ..addresses import network_of
from ..clock import Clock
from ..store.bans import Ban

#: The code that clients know it by.
BANNED = "banned"


class BanList:
    """Who may not play here now; a ban that is over counts no more, whether somebody has lifted it or not."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._bans: dict[str, Ban] = {}
        #: Networks that are larger than what counts as one address.
        self._wide: list[tuple[IPv4Network | IPv6Network, Ban]] = []

    def replace(self, bans: Iterable[Ban]) -> None:
        self._bans = {ban.subject: ban for ban in bans}
        networks = ((ip_network(ban.subject), ban) for ban in self._bans.values() if ban.is_network)
        self._wide = [(network, ban) for network, ban in networks if _is_wide(network)]

    def of_person(self, person_id: str) -> Ban | None:
        ban = self._bans.get(person_id)
        return ban if ban is not None and not ban.is_network and self._is_on(ban) else None

    def of_network(self, network: str) -> Ban | None:
        """The ban of what limits count as one address."""
        if not self._bans:
            return None
        ban = self._bans.get(network)
        if ban is not None and ban.is_network and self._is_on(ban):
            return ban
        return self._find_wide(network) if self._wide else None

    def _find_wide(self, network: str) -> Ban | None:
        try:
            here = ip_network(network)
        except ValueError:
            return None
        return next((ban for wide, ban in self._wide if _contains(wide, here) and self._is_on(ban)), None)

    def _is_on(self, ban: Ban) -> bool:
        return ban.until > self._clock.wall()


def _is_wide(network: IPv4Network | IPv6Network) -> bool:
    """Larger than what counts as one address."""
    return network.prefixlen < (32 if isinstance(network, IPv4Network) else 64)


def _contains(wide: IPv4Network | IPv6Network, here: IPv4Network | IPv6Network) -> bool:
    if isinstance(wide, IPv4Network):
        return isinstance(here, IPv4Network) and here.subnet_of(wide)
    return isinstance(here, IPv6Network) and here.subnet_of(wide)


def tell_ban(ban: Ban) -> str:
    """The one sentence that whoever is banned reads."""
    day = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(ban.until / 1000))
    why = f": {ban.reason}" if ban.reason else ""
    return f"you may not play here until {day}, as the operator has decided{why}"


def name_network(text: str) -> str | None:
    """What a ban of an address or a network is kept by; None if the text is neither.

    >>> [name_network(text) for text in ("203.0.113.7", "2001:db8:1:2:3::4", "::ffff:203.0.113.7", "somebody")]
    ['203.0.113.7', '2001:db8:1:2::/64', '203.0.113.7', None]
    >>> [name_network(text) for text in ("203.0.113.9/24", "2001:db8::/48", "203.0.113.7/32", "2001:db8::9/128")]
    ['203.0.113.0/24', '2001:db8::/48', '203.0.113.7', '2001:db8::/64']
    """
    try:
        found = ip_network(text, strict=False)
    except ValueError:
        return None
    return str(found) if _is_wide(found) else network_of(str(found.network_address))
