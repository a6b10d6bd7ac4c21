"""A round's file in the browser: a server of its own on this machine, until Ctrl-C ends it."""

from __future__ import annotations

import base64
from pathlib import Path
from tempfile import TemporaryDirectory

from ..replay import Viewpoint
from .serve import serve
from .settings import Settings

#: Bytes of a file that every system lets a program pass to a browser as part of an address.
LONGEST_FILE = 20_000
TOO_LONG = f"the file is longer than {LONGEST_FILE} bytes: start cambio serve, and drop it on the page /replay"


def page_of(text: str, viewpoint: Viewpoint) -> str:
    """The address of the page with the file behind the #, which a browser keeps to itself until the page asks."""
    return f"replay?as={viewpoint}#file={base64.urlsafe_b64encode(text.encode()).decode()}"


def open_replay(text: str, viewpoint: Viewpoint) -> int:
    """Nobody but this machine gets there, and nothing is kept."""
    with TemporaryDirectory() as folder:
        database = f"sqlite:///{(Path(folder) / 'replay.db').as_posix()}"
        return serve(Settings(host="127.0.0.1", port=0, database=database, open=True), page_of(text, viewpoint))
