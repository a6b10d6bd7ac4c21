"""A line to a server that can be cut: from then on it swallows every byte, and no socket is closed."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class CutLine:
    """A proxy in a thread of its own, since the browser has this thread's event loop."""

    def __init__(self, port: int) -> None:
        self._server_port = port
        self._is_up = threading.Event()
        self._is_up.set()
        self._open: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._accepting = threading.Thread(target=self._accept, daemon=True)
        self._accepting.start()

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def cut(self) -> None:
        self._is_up.clear()

    def mend(self) -> None:
        """New connections work again; what was sent into the cut is lost, and so are those that were open then."""
        self._is_up.set()

    def close(self) -> None:
        # It wakes the thread, which may be opening another connection; only then are all of them known.
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._accepting.join()
        self._listener.close()
        for each in self._open:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
                self._open.append(client)
                server = socket.create_connection(("127.0.0.1", self._server_port))
                self._open.append(server)
            except OSError:
                return
            was_cut = threading.Event()
            for source, target in ((client, server), (server, client)):
                threading.Thread(target=self._forward, args=(source, target, was_cut), daemon=True).start()

    def _forward(self, source: socket.socket, target: socket.socket, was_cut: threading.Event) -> None:
        with suppress(OSError):
            while piece := source.recv(65_536):
                if not self._is_up.is_set():
                    was_cut.set()
                if not was_cut.is_set():
                    target.sendall(piece)
            if not was_cut.is_set():
                target.shutdown(socket.SHUT_WR)


@contextmanager
def cut_line(port: int) -> Iterator[CutLine]:
    line = CutLine(port)
    try:
        yield line
    finally:
        line.close()
