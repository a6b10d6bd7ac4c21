"""The addresses at which other devices can reach this server."""

from __future__ import annotations

import contextlib
import socket
import struct
import sys
from collections.abc import Iterator
from ipaddress import IPv6Address, IPv6Network, ip_address

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


def address_group(address: str) -> str:
    """What counts as one address: with IPv6 a whole /64, of which every household has one.

    >>> address_group("192.168.1.20"), address_group("2001:db8:1:2:3:4:5:6"), address_group("::ffff:192.0.2.7")
    ('192.168.1.20', '2001:db8:1:2::/64', '192.0.2.7')
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    return str(found.ipv4_mapped or IPv6Network((found, 64), strict=False))


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
