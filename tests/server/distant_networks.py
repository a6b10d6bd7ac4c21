"""Networks at a real distance: the kernel's own TCP, over packets that take their time.

Each place is a network namespace, joined to ours by a pair of TUN devices between which packets are carried after a
delay. So TCP measures a true round trip, on sockets that are true in every other way. Programs that use this run in a
namespace of their own (`namespace_command`), and never touch the machine's network.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import fcntl
import os
import random
import shutil
import socket
import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path

#: Of Linux: a namespace for the network, the request that makes a TUN device, and its flags (packets without a head).
CLONE_NEWNET = 0x4000_0000
TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x4004_54CA, 0x0001, 0x1000
PACKET = 65_536
_libc = ctypes.CDLL(None, use_errno=True)


def namespace_command() -> list[str] | None:
    """How to run a command in a network of its own, with the rights to change it; None where that can't be done."""
    unshare = shutil.which("unshare")
    if unshare is None or shutil.which("ip") is None or not Path("/dev/net/tun").exists():
        return None
    for flags in (["--net"], ["--net", "--user", "--map-root-user"]):
        probe = [unshare, *flags, "sh", "-c", "ip tuntap add dev probe mode tun && test -w /dev/net/tun"]
        if subprocess.run(probe, capture_output=True, check=False).returncode == 0:
            return [unshare, *flags]
    return None


class Place:
    """A namespace at a distance, in which sockets can be made; its clients reach us at `our_address`."""

    def __init__(self, number: int, round_trip: float, luck: random.Random) -> None:
        self.round_trip = round_trip
        self.our_address, self._address = f"10.77.{number}.1", f"10.77.{number}.2"
        self._luck = luck
        #: Packets keep their order, as they nearly always do.
        self._last = {True: 0.0, False: 0.0}
        self._home = os.open("/proc/self/ns/net", os.O_RDONLY)
        self._ours = _open_tun(f"near{number}", self.our_address)
        if _libc.unshare(CLONE_NEWNET) != 0:
            raise OSError(ctypes.get_errno(), "no network namespace could be made")
        try:
            self._namespace = os.open("/proc/self/ns/net", os.O_RDONLY)
            self._theirs = _open_tun(f"far{number}", self._address)
        finally:
            _enter(self._home)

    def carry_packets(self) -> None:
        """From now on packets go both ways."""
        loop = asyncio.get_running_loop()
        loop.add_reader(self._ours, self._carry, self._ours, self._theirs, True)
        loop.add_reader(self._theirs, self._carry, self._theirs, self._ours, False)

    def _carry(self, source: int, target: int, is_outbound: bool) -> None:
        loop = asyncio.get_running_loop()
        with contextlib.suppress(BlockingIOError):
            while True:
                packet = os.read(source, PACKET)
                way = self.round_trip / 2 + self._luck.gammavariate(2, 0.25 + 0.01 * self.round_trip / 2)
                due = max(loop.time() + way / 1000, self._last[is_outbound])
                self._last[is_outbound] = due
                loop.call_at(due, _write, target, packet)

    @contextlib.contextmanager
    def inside(self) -> Iterator[None]:
        _enter(self._namespace)
        try:
            yield
        finally:
            _enter(self._home)

    def make_socket(self) -> socket.socket:
        with self.inside():
            made = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        made.setblocking(False)
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return made


def raise_loopback() -> None:
    _ip("link", "set", "lo", "up")


def _open_tun(name: str, address: str) -> int:
    device = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(device, TUNSETIFF, struct.pack("16sH22x", name.encode(), IFF_TUN | IFF_NO_PI))
    _ip("addr", "add", f"{address}/24", "dev", name)
    _ip("link", "set", name, "up")
    return device


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True)


def _enter(namespace: int) -> None:
    if _libc.setns(namespace, CLONE_NEWNET) != 0:
        raise OSError(ctypes.get_errno(), "the network namespace can't be entered")


def _write(target: int, packet: bytes) -> None:
    # A full queue drops packets, as networks do.
    with contextlib.suppress(BlockingIOError):
        os.write(target, packet)
