"""The file of a round or a match in the browser: a server of its own on this machine, until Ctrl-C ends it."""

from __future__ import annotations

import base64
import gzip
from pathlib import Path
from tempfile import TemporaryDirectory

from ..replay import Viewpoint
from .serve import serve
from .settings import Settings

#: Bytes that every system lets a program pass to a browser as part of an address: a packed file has that many at most.
LONGEST_PACKED = 20_000
TOO_LONG = "the file is too long to be handed to a browser: start cambio serve, and drop it on the page /replay"


def pack(text: str) -> bytes | None:
    """The file as it is handed over; None if that is too long."""
    packed = gzip.compress(text.encode(), mtime=0)
    return packed if len(packed) <= LONGEST_PACKED else None


def page_of(packed: bytes, viewpoint: Viewpoint, round_number: int | None) -> str:
    """The address of the page with the file behind the #, which a browser keeps to itself until the page asks."""
    of_match = f"&round={round_number}" if round_number is not None else ""
    return f"replay?as={viewpoint}{of_match}#file={base64.urlsafe_b64encode(packed).decode()}"


def open_replay(packed: bytes, viewpoint: Viewpoint, round_number: int | None) -> int:
    """Nobody but this machine gets there, and nothing is kept."""
    with TemporaryDirectory() as folder:
        database = f"sqlite:///{(Path(folder) / 'replay.db').as_posix()}"
        settings = Settings(host="127.0.0.1", port=0, database=database, open=True)
        return serve(settings, page_of(packed, viewpoint, round_number))
