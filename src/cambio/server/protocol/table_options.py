"""Options: how a table is played, beside its rules. Whoever opens a table chooses them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import force_setattr

from .message_fields import AIDS, SNAPS


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """How a table is played, beside its rules."""

    #: Seconds for a decision; 0: as long as it takes. When they are over a stand-in decides.
    clock: Annotated[int, Meta(ge=0, le=600)] = 45
    #: In a race the fastest snap wins; calm snaps have three seconds, relaxed ones six, and then seat order decides.
    snaps: Annotated[str, SNAPS] = "race"
    #: Milliseconds for which bots leave a snap window open once the discard has landed; null: two seconds, and less at
    #: higher levels. People are never held up.
    bot_wait: Annotated[int, Meta(ge=0, le=10_000)] | None = None
    #: Whether snaps are no race. Clients and tables that don't know `snaps` say so for relaxed ones.
    relaxed: bool = False
    #: Anybody may find the table in the lobby.
    public: bool = False
    #: Help for the memory that everybody has: off, notes, ghosts or tracking.
    aids: Annotated[str, AIDS] = "off"

    def __post_init__(self) -> None:
        if self.relaxed and self.snaps == "race":
            force_setattr(self, "snaps", "relaxed")
        force_setattr(self, "relaxed", self.snaps != "race")
