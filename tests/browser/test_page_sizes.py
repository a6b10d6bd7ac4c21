"""Every size of screen, for the pages around the table and what asks there: all can be tapped, nothing is cut off."""

from __future__ import annotations

import pytest

from . import screens
from .layout_faults import find_faults
from .test_screen_sizes import FINGERS, ROOMIER, TIGHTEST, resize
from .visitor import Guests

PAGES = (
    "landing",
    "game_history",
    "make_a_table",
    "house_rules",
    "join",
    "lobby",
    "tutorial",
    "asked_whether_to_call",
    "watching",
)


@pytest.mark.parametrize("page", PAGES)
def test_pages_fit_every_screen(guests: Guests, page: str) -> None:
    """They may be scrolled down, but never sideways."""
    visitor = getattr(screens, page)(guests, FINGERS)
    faults = []
    for width, height in (*TIGHTEST, *ROOMIER):
        resize(visitor, width, height)
        faults += [f"{width}x{height}: {fault}" for fault in find_faults(visitor, is_touch=True)]
    visitor.page.set_viewport_size(FINGERS["viewport"])
    assert not faults, f"{len(faults)} faults:\n" + "\n".join(faults)
