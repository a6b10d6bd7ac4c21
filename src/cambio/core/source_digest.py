"""The digest of the core's source, which the compiled library holds: so it is known when the library is older."""

from __future__ import annotations

import hashlib
from pathlib import Path

#: What the build makes from other modules says nothing that those don't say.
MADE = b"# Made from"


def source_digest(core: Path) -> str:
    """Of all modules that are compiled or whose numbers are, and of what declares their types."""
    digest = hashlib.sha256()
    for path in sorted([*core.rglob("*.py"), *core.rglob("*.pxd")]):
        text = path.read_bytes().replace(b"\r\n", b"\n")
        if path.name not in ("__init__.py", Path(__file__).name) and not text.startswith(MADE):
            digest.update(f"{path.relative_to(core).as_posix()} {len(text)}\n".encode() + text)
    return digest.hexdigest()
