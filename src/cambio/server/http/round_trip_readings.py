"""Readings of a client's round trip: by this machine's kernel, or as a proxy tells it in a header.

The header that a proxy sets has the round trip in microseconds, as nginx and HAProxy know it when the client connects.
Both ends of the client's connection may follow it: `5210 203.0.113.9 51876 192.0.2.1 443`. A proxy on this machine has
its sockets in this machine's kernel, which can then be asked for as long as the connection lasts.
"""

from __future__ import annotations

import os
import socket
import struct
import sys
from ipaddress import ip_address, ip_network
from typing import NamedTuple, Protocol

from starlette.datastructures import Headers

from ..addresses import is_loopback
from ..round_trips import KernelReading, RoundTrip
from ..settings import Settings, split_list

#: Where the kernel's struct tcp_info has the smoothed and the smallest round trip, in microseconds.
_AVERAGE_OFFSET, _SMALLEST_OFFSET = 68, 148
_TCP_INFO_SIZE = _SMALLEST_OFFSET + 4
_ROUND_TRIPS = struct.Struct(f"=I{_SMALLEST_OFFSET - _AVERAGE_OFFSET - 4}xI")
#: What the kernel says where it has no smallest round trip yet.
_UNKNOWN = 0xFFFF_FFFF

LAST_PORT = 65_535

#: Of Linux's netlink: the family that tells about sockets, its request, and the attribute that holds a tcp_info.
_NETLINK_SOCK_DIAG, _SOCK_DIAG_BY_FAMILY, _INET_DIAG_INFO = 4, 20, 2
_NLM_F_REQUEST = 1
#: The state of a connection, the second byte of a struct inet_diag_msg.
_ESTABLISHED = 1
#: Sizes of a message's head and of a struct inet_diag_msg; attributes follow those, each aligned to 4 bytes.
_HEAD, _DIAG_MESSAGE = 16, 72
#: An answer is there at once or never; nothing waits for it.
_NETLINK_BUFFER = 8192


class ClientConnection(NamedTuple):
    """Both ends of the connection from a client to a proxy, as the proxy sees them."""

    client: str
    client_port: int
    proxy: str
    proxy_port: int


class MeasuredSocket(Protocol):
    """A socket of this server that TCP measures."""

    @property
    def descriptor(self) -> int: ...

    def read_kernel(self) -> KernelReading | None: ...


def measure_round_trip(socket: MeasuredSocket, headers: Headers, settings: Settings) -> RoundTrip:
    """What is known about a client's round trip, and how its kernel reading is renewed."""
    if not settings.behind_proxy:
        return RoundTrip(read_kernel=socket.read_kernel)
    if not settings.round_trip_header or not _is_proxy(socket.descriptor, settings):
        return RoundTrip()
    told, ends = parse_header(headers.getlist(settings.round_trip_header))
    if told is None or ends is None:
        return RoundTrip(told_by_proxy=told)
    return RoundTrip(told_by_proxy=told, read_kernel=lambda: read_socket_of_proxy(ends))


def parse_header(values: list[str]) -> tuple[float | None, ClientConnection | None]:
    """The round trip in milliseconds, and the connection that it was measured on; None for what is not told.

    >>> parse_header(["5210 203.0.113.9 51876 192.0.2.1 443"])[0]
    5.21
    >>> parse_header(["150000"]), parse_header([]), parse_header(["-1"]), parse_header(["5210", "900000"])
    ((150.0, None), (None, None), (None, None), (None, None))
    """
    words = values[0].split() if len(values) == 1 else []
    if len(words) not in (1, 5) or not all(word.isascii() and word.isdigit() for word in (words[0], *words[2::2])):
        return None, None
    if len(words) == 1:
        return int(words[0]) / 1000, None
    try:
        client, proxy = (str(ip_address(word)) for word in (words[1], words[3]))
    except ValueError:
        return None, None
    ports = int(words[2]), int(words[4])
    ends = ClientConnection(client, ports[0], proxy, ports[1]) if max(ports) <= LAST_PORT else None
    return int(words[0]) / 1000, ends


def _is_proxy(descriptor: int, settings: Settings) -> bool:
    """Whether the other end of a socket is a proxy: on this machine, or one that the settings list."""
    try:
        with socket.socket(fileno=os.dup(descriptor)) as duplicate:
            peer = str(duplicate.getpeername()[0]).partition("%")[0]
    except OSError:
        return False
    address = ip_address(peer)
    address = getattr(address, "ipv4_mapped", None) or address
    return is_loopback(peer) or any(address in ip_network(each) for each in split_list(settings.proxies))


def can_read_kernel() -> bool:
    """Whether this machine's kernel tells what it measures, as Linux does."""
    return sys.platform == "linux"


def read_own_socket(descriptor: int) -> KernelReading | None:
    """What TCP has measured on a socket of this server: read for every viewer at every discard, so by few calls."""
    if not can_read_kernel():
        return None
    try:
        # With all of this named, Python only checks that it is a socket; for this option the family plays no part.
        borrowed = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP, fileno=descriptor)
    except OSError:
        return None
    try:
        return _parse_tcp_info(borrowed.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _TCP_INFO_SIZE))
    except OSError:
        return None
    finally:
        borrowed.detach()


def read_socket_of_proxy(ends: ClientConnection) -> KernelReading | None:
    """What TCP has measured on a socket of another program on this machine; None if there is no such socket."""
    if not can_read_kernel():
        return None
    try:
        with socket.socket(socket.AF_NETLINK, socket.SOCK_DGRAM, _NETLINK_SOCK_DIAG) as kernel:
            kernel.setblocking(False)
            kernel.send(_make_request(ends))
            return _parse_answer(kernel.recv(_NETLINK_BUFFER))
    except OSError:
        return None


def _make_request(ends: ClientConnection) -> bytes:
    """A struct inet_diag_req_v2 for one socket, in a netlink message."""
    is_six = ":" in ends.client
    family = socket.AF_INET6 if is_six else socket.AF_INET
    source, target = (socket.inet_pton(family, each).ljust(16, b"\0") for each in (ends.proxy, ends.client))
    ports = struct.pack("!HH", ends.proxy_port, ends.client_port)
    # Any interface, any cookie.
    socket_id = ports + source + target + struct.pack("=I", 0) + b"\xff" * 8
    wanted = 1 << (_INET_DIAG_INFO - 1)
    body = struct.pack("=BBBxI", family, socket.IPPROTO_TCP, wanted, 0xFFFF_FFFF) + socket_id
    return struct.pack("=IHHII", _HEAD + len(body), _SOCK_DIAG_BY_FAMILY, _NLM_F_REQUEST, 1, 0) + body


def _parse_answer(answer: bytes) -> KernelReading | None:
    length, kind = struct.unpack_from("=IH", answer)
    # Where no connection has these ends the kernel tells about the socket that listens there.
    if kind != _SOCK_DIAG_BY_FAMILY or answer[_HEAD + 1] != _ESTABLISHED:
        return None
    at = _HEAD + _DIAG_MESSAGE
    while at + 4 <= min(length, len(answer)):
        size, attribute = struct.unpack_from("=HH", answer, at)
        if attribute == _INET_DIAG_INFO:
            return _parse_tcp_info(answer[at + 4 : at + size])
        at += max(4, (size + 3) & ~3)
    return None


def _parse_tcp_info(info: bytes) -> KernelReading | None:
    if len(info) < _TCP_INFO_SIZE:
        return None
    average, smallest = _ROUND_TRIPS.unpack_from(info, _AVERAGE_OFFSET)
    return KernelReading(average / 1000, (average if smallest == _UNKNOWN else smallest) / 1000)
