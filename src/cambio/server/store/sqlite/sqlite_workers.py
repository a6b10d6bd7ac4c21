"""The one worker that uses an embedded store: it has no peers, and nobody takes a table from it."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from ..workers import Listener, Peer, Workers


class SingleWorker(Workers):
    """What a store for one worker at a time says about others."""

    def on_claim(self, listener: Listener) -> None:
        """Nobody else claims anything."""

    async def claimed_by_others(self, table_ids: Sequence[str], owner: str) -> list[str]:  # noqa: ARG002
        return []

    async def tell_lobby(self, owner: str, lobby: bytes) -> None:
        """Nobody else is there to be told."""

    async def peers(self, owner: str) -> list[Peer]:  # noqa: ARG002
        return []

    async def retire(self) -> None:
        """The next worker waits until the file is closed."""

    async def shared_secret(self) -> bytes:
        return secrets.token_bytes(32)
