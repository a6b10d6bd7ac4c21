"""The digest of the core's source, which the compiled library holds: so it is known when the library is older.

Every import in a checkout computes it, so it does without pathlib, which would take longer than the digest.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator

#: What the build makes from other modules says nothing that those don't say.
MADE = b"# Made from"


def source_digest(core: str | os.PathLike[str]) -> str:
    """Of all modules that are compiled or whose numbers are, and of what declares their types."""
    digest = hashlib.sha256()
    for parts in sorted(_list_files(os.fspath(core), ())):
        with open(os.path.join(core, *parts), "rb") as file:
            text = file.read().replace(b"\r\n", b"\n")
        if parts[-1] not in ("__init__.py", os.path.basename(__file__)) and not text.startswith(MADE):
            digest.update(f"{'/'.join(parts)} {len(text)}\n".encode() + text)
    return digest.hexdigest()


def _list_files(folder: str, parts: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for entry in os.scandir(folder):
        if entry.is_dir():
            yield from _list_files(entry.path, (*parts, entry.name))
        elif entry.name.endswith((".py", ".pxd")):
            yield (*parts, entry.name)
