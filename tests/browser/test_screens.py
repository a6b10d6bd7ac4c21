"""Every screen on a desk and on a phone: nothing that axe-core finds at fault, and a picture for people to look at."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from .conftest import Shoot
from .screens import SCREENS
from .visitor import DESK, PHONE, Guests, Visitor

AXE = Path("web/node_modules/axe-core/axe.min.js")
DEVICES = {"desk": DESK, "phone": PHONE}
#: WCAG 2.2 up to the level AA, and what axe-core calls good practice.
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def faults(visitor: Visitor) -> list[str]:
    """What axe-core finds: the rule, and where it is broken."""
    assert AXE.is_file(), f"expected {AXE}, which comes with the packages that the web client is built with"
    visitor.page.evaluate(AXE.read_text())
    found: dict[str, Any] = visitor.page.evaluate(
        "tags => axe.run({ runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] })", TAGS
    )
    return [
        f"{fault['id']} ({fault['help']}): {node['html'][:160]}"
        for fault in found["violations"]
        for node in fault["nodes"]
    ]


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("screen", SCREENS)
def test_screens_are_for_everybody(guests: Guests, shoot: Shoot, screen: str, device: str) -> None:
    visitor = SCREENS[screen](guests, DEVICES[device])
    visitor.page.wait_for_timeout(100)
    shoot(visitor, f"{device} {screen}")
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (
        "the page is wider than its screen"
    )
    assert faults(visitor) == []
