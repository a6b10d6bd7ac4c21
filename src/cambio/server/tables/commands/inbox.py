"""What reaches a live table through its inbox, one thing after the other."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TypeAlias

from ...search.question import SearchAnswer
from ...search.tasks import Position
from ..subscribers import Viewer
from .command_handler import CommandReceived


@dataclass(frozen=True)
class Arrived:
    """Somebody has connected; one who comes back has received everything up to `last_seq`."""

    viewer: Viewer
    last_seq: int | None
    wants_seat: bool
    gives_seeds: bool


@dataclass(frozen=True)
class Departed:
    """Somebody's connection has ended."""

    viewer: Viewer


@dataclass(frozen=True)
class NewcomerSeen:
    """Somebody's join page is open: which visit it is, the name entered so far, and the address it comes from."""

    visit: str
    name: str
    address: str


@dataclass(frozen=True)
class NewcomerGone:
    """That visit to the join page has ended."""

    visit: str


@dataclass(frozen=True)
class PersonForgotten:
    """A person is to be known here no longer, or by another name; whoever waits is told when that is so."""

    person: str
    done: asyncio.Event
    #: The name of somebody who stays.
    name: str | None = None


@dataclass(frozen=True)
class SearchEnded:
    """A bot's decision for a position, or None if there was no search."""

    position: Position
    answer: SearchAnswer | None


@dataclass(frozen=True)
class StopRequested:
    """Everybody is told why, and after how many milliseconds to come again, if that is of any use; the table stops."""

    code: str
    sentence: str
    retry: int | None


#: Told to whoever is at a table that is no longer here.
MOVED = StopRequested("moved", "the table has moved: connect again", retry=0)

InboxItem: TypeAlias = (
    Arrived | Departed | NewcomerSeen | NewcomerGone | CommandReceived | PersonForgotten | SearchEnded | StopRequested
)
