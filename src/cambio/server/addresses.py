"""The addresses at which other devices can reach this server, and those that limits count for one."""

from __future__ import annotations

import contextlib
import socket
import struct
import sys
from collections.abc import Iterable, Iterator
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address

#: Addresses kept for documentation, which nobody has: the way to them is the way to the rest of the world.
_FAR_AWAY = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
#: The request of Linux for an interface's address, and where the answer has it.
_SIOCGIFADDR = 0x8915
_ADDRESS_BYTES = slice(20, 24)
#: Interfaces of virtual machines and containers: no other device can reach those.
_VIRTUAL = ("docker", "br-", "veth", "virbr", "vmnet", "podman")


def network_bases(host: str, port: int) -> list[str]:
    """The addresses for other devices of a server that listens on that host, the likeliest first; none on loopback.

    >>> network_bases("127.0.0.1", 8000), network_bases("::1", 8000), network_bases("192.168.1.20", 80)
    ([], [], ['http://192.168.1.20'])
    """
    return [_make_base(address, port) for address in dict.fromkeys(_addresses(host))]


def is_loopback(address: str) -> bool:
    """Whether an address is this machine's own, that of no other device.

    >>> [is_loopback(each) for each in ("127.0.0.1", "::1", "::ffff:127.0.0.1", "192.168.1.20", "unknown")]
    [True, True, True, False, False]
    """
    try:
        found = ip_address(address)
    except ValueError:
        return False
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return (mapped or found).is_loopback


def network_of(address: str) -> str:
    """What limits count as one address: an IPv6 address by its first 64 bits, of which a household has all.

    >>> network_of("203.0.113.7"), network_of("2001:db8:1:2:3::4"), network_of("::ffff:203.0.113.7"), network_of("x")
    ('203.0.113.7', '2001:db8:1:2::/64', '203.0.113.7', 'x')
    """
    return _prefix_of(address, 32, 64) if ":" in address else address


def wide_network_of(address: str) -> str:
    """Neighbours of an address, or of what `network_of` has made of it: by 24 bits of IPv4, or 48 of IPv6.

    >>> wide_network_of("203.0.113.7"), wide_network_of("2001:db8:1:2:3::4"), wide_network_of("2001:db8:1:2::/64")
    ('203.0.113.0/24', '2001:db8:1::/48', '2001:db8:1::/48')
    """
    return _prefix_of(address, 24, 48)


def _prefix_of(address: str, bits: int, bits_of_six: int) -> str:
    try:
        found = ip_address(address.partition("%")[0].removesuffix("/64"))
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is None:
            return str(IPv6Network((found, bits_of_six), strict=False))
        found = found.ipv4_mapped
    return str(found) if bits == 32 else str(IPv4Network((found, bits), strict=False))


def forwarded_address(values: Iterable[str]) -> str | None:
    """The last address of X-Forwarded-For, which the proxy has added; those before it are the client's claims.

    >>> forwarded_address(["10.9.8.7, 203.0.113.7"]), forwarded_address([])
    ('203.0.113.7', None)
    """
    return ",".join(values).rpartition(",")[2].strip() or None


def _addresses(host: str) -> Iterator[str]:
    try:
        listening = ip_address(host)
    except ValueError:
        # A name: what it stands for is known to whoever chose it.
        if host != "localhost":
            yield host
        return
    if not listening.is_unspecified:
        if not listening.is_loopback:
            yield host
        return
    families = (socket.AF_INET,) if listening.version == 4 else (socket.AF_INET, socket.AF_INET6)
    for address in _own_addresses():
        found = ip_address(address)
        family = socket.AF_INET if found.version == 4 else socket.AF_INET6
        if family in families and not (found.is_loopback or found.is_link_local or found.is_unspecified):
            yield address


def _own_addresses() -> Iterator[str]:
    """Found without a single packet: nothing is sent, and no name is looked up elsewhere."""
    for family, far_away in _FAR_AWAY:
        # Connecting a datagram socket only chooses the route; where there is none, it fails.
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far_away, 9))
            yield probe.getsockname()[0]
    # A network without a way to the world, like that of a hotspot, has addresses all the same.
    if sys.platform == "linux":
        yield from _interface_addresses()
    else:
        with contextlib.suppress(OSError):
            for *_, address in socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM):
                yield str(address[0]).partition("%")[0]


def _interface_addresses() -> Iterator[str]:
    """The IPv4 address of each interface of a machine with Linux."""
    from fcntl import ioctl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            if not name.startswith(_VIRTUAL):
                with contextlib.suppress(OSError):
                    answer = ioctl(probe.fileno(), _SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
                    yield socket.inet_ntoa(answer[_ADDRESS_BYTES])


def _make_base(address: str, port: int) -> str:
    host = f"[{address}]" if ":" in address else address
    return f"http://{host}" if port == 80 else f"http://{host}:{port}"
