"""Downloads: .cambio files under names that people would give them, like "2026-11-17 Ana, Ben, Cleo.cambio"."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from datetime import datetime
from urllib.parse import quote

from starlette.responses import Response

#: What some file system does not allow in a name.
_UNSAFE = set('<>:"/\\|?*%;')
#: File systems have names of 255 bytes at most; a browser may add " (1)" to one that is taken.
LONGEST_NAME = 200
ENDING = ".cambio"


def local_date(at: int) -> str:
    """The day by the clock on the server's wall, of a time in milliseconds since 1970."""
    return datetime.fromtimestamp(at / 1000).astimezone().date().isoformat()


def file_name(at: int, names: Sequence[str], round_number: int | None = None) -> str:
    """A name by the day and the players; of one round, with its number.

    >>> noon = 1_763_380_800_000
    >>> file_name(noon, ["Ana", "../Ben", "Cleo?"], 2)[10:]
    ' Ana, .._Ben, Cleo_ (round 2).cambio'
    """
    ending = f" (round {round_number}){ENDING}" if round_number is not None else ENDING
    safe = ", ".join(map(_safe, names))
    room = LONGEST_NAME - len(f"{local_date(at)} {ending}")
    # Cut between letters: some take several bytes.
    safe = safe.encode()[:room].decode(errors="ignore").rstrip(" ,.")
    return f"{local_date(at)} {safe}{ending}" if safe else f"{local_date(at)}{ending}"


def _safe(name: str) -> str:
    """A part of a file's name that every file system takes, and that looks the same everywhere."""
    text = unicodedata.normalize("NFC", name)
    text = "".join("_" if letter in _UNSAFE or not letter.isprintable() else letter for letter in text)
    return " ".join(text.split())


def attach(text: str, name: str) -> Response:
    """A text file for those who ask alone, to be saved under that name."""
    headers = {"content-disposition": disposition(name), "cache-control": "private, no-store"}
    return Response(text, 200, headers, "text/plain; charset=utf-8")


def disposition(name: str) -> str:
    """The header by RFC 6266: the name for old programs, in plain letters, and for all others as it is.

    >>> print(disposition("Zoë, 李.cambio"))
    attachment; filename="Zoe, _.cambio"; filename*=UTF-8''Zo%C3%AB%2C%20%E6%9D%8E.cambio
    """
    return f"attachment; filename=\"{_plain(name)}\"; filename*=UTF-8''{quote(name, safe='')}"


def _plain(name: str) -> str:
    """Without accents, and with a line for each letter that is not ASCII."""
    letters = (letter for letter in unicodedata.normalize("NFKD", name) if not unicodedata.combining(letter))
    return "".join(letter if letter.isascii() and letter not in '"\\%' else "_" for letter in letters)
