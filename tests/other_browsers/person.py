"""A person in front of such a browser, who finds things by their roles and names, and presses where they are."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, TypeVar

from PIL import Image

from .driven_browser import DrivenBrowser

T = TypeVar("T")
#: Left, top, width and height.
Box = tuple[float, float, float, float]
#: Seconds until what is waited for must have happened.
TIMEOUT = 30.0
#: A button must have stood still for so many seconds before it is pressed: people read first.
READING = 0.35
PRESS_MS = 60
KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "Space": " ", "Tab": "\ue004"}

#: Everything of a role that can be seen, whose name begins so; within groups of a name, if one is given.
FIND = """(role, name, group) => {
  const selectors = {
    button: "button, [role=button]",
    checkbox: "input[type=checkbox]",
    combobox: "select",
    heading: "h1, h2, h3",
    region: "section[aria-label], section[aria-labelledby], [role=region]",
    textbox: "input[type=text], input:not([type])",
  };
  const words = (element) => element?.innerText?.replace(/\\s+/g, " ").trim() ?? "";
  const nameOf = (element) => {
    const namer = document.getElementById(element.getAttribute("aria-labelledby"));
    return element.getAttribute("aria-label") ?? words(namer ?? element.labels?.[0] ?? element);
  };
  const groups = group
    ? [...document.querySelectorAll("[role=group], fieldset")].filter((each) => nameOf(each) === group)
    : [document];
  return groups
    .flatMap((each) => [...each.querySelectorAll(selectors[role])])
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && nameOf(element).startsWith(name))
    .map((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
      const isEnabled = !element.disabled && element.getAttribute("aria-disabled") !== "true";
      return {
        name: nameOf(element), words: words(element), box: [left, top, width, height], x, y,
        is_free: isEnabled && element.contains(document.elementFromPoint(x, y)),
      };
    });
}"""


@dataclass(frozen=True)
class Thing:
    """Something on the page."""

    name: str
    words: str
    box: Box
    x: int
    y: int
    #: It is enabled, and nothing lies on it.
    is_free: bool


class Person:
    def __init__(self, browser: DrivenBrowser, name: str) -> None:
        self.browser = browser
        self.name = name

    # Eyes

    def find(self, role: str, name: str = "", *, group: str = "") -> list[Thing]:
        found: list[dict[str, Any]] = self.browser.run(FIND, role, name, group)
        return [Thing(**each | {"box": tuple(each["box"])}) for each in found]

    def sees(self, role: str, name: str) -> bool:
        return bool(self.find(role, name))

    def wait_for(self, role: str, name: str) -> Thing:
        return wait_until(lambda: next(iter(self.find(role, name)), None), f"{role} {name!r}")

    def picture(self) -> Image.Image:
        return Image.open(BytesIO(self.browser.picture())).convert("L")

    def keep_picture(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.browser.picture())

    # Hands

    def press(self, role: str, name: str) -> None:
        """With the mouse, as soon as it stands still."""
        thing = self._wait_until_still(role, name)
        self._point(_move(thing), _DOWN, _pause(PRESS_MS), _UP)

    def hold(self, role: str, name: str) -> None:
        self._point(_move(self._wait_until_still(role, name)), _DOWN)

    def let_go(self) -> None:
        self._point(_UP)

    def press_key(self, key: str) -> None:
        self.type(KEYS.get(key, key))

    def type(self, text: str) -> None:
        strokes = [{"type": kind, "value": letter} for letter in text for kind in ("keyDown", "keyUp")]
        self.browser.perform([{"type": "key", "id": "keyboard", "actions": strokes}])

    def _point(self, *strokes: dict[str, Any]) -> None:
        parameters = {"pointerType": "mouse"}
        self.browser.perform([{"type": "pointer", "id": "mouse", "parameters": parameters, "actions": list(strokes)}])

    def _wait_until_still(self, role: str, name: str) -> Thing:
        since, last = 0.0, None

        def has_stood_still() -> Thing | None:
            nonlocal since, last
            thing = next((each for each in self.find(role, name) if each.is_free), None)
            if thing is None or last is None or (thing.name, thing.x, thing.y) != (last.name, last.x, last.y):
                since, last = time.monotonic(), thing
            return thing if thing and time.monotonic() - since >= READING else None

        return wait_until(has_stood_still, f"a {role} {name!r} that can be pressed")


def wait_until(seen: Callable[[], T | None], what: str) -> T:
    end = time.monotonic() + TIMEOUT
    while time.monotonic() < end:
        found = seen()
        if found:
            return found
        time.sleep(0.03)
    raise AssertionError(f"waited {TIMEOUT:.0f} s in vain for {what}")


_DOWN = {"type": "pointerDown", "button": 0}
_UP = {"type": "pointerUp", "button": 0}


def _move(thing: Thing) -> dict[str, Any]:
    return {"type": "pointerMove", "x": thing.x, "y": thing.y, "duration": 50, "origin": "viewport"}


def _pause(milliseconds: int) -> dict[str, Any]:
    return {"type": "pause", "duration": milliseconds}
