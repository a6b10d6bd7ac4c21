"""Actions command: what a seat, or the dealer, may do.

>>> str(Snap(Place("b", 3), discard=17))
'snap b3 #17'
>>> parse_action("swap a2")
Swap(place=Place(seat='a', slot=2))
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import FrozenInstanceError, dataclass
from functools import lru_cache
from typing import ClassVar

from .core.engine import action_codes, constants
from .core.engine.play import action_of, kind_of, other_of, place_of
from .errors import ActionError
from .places import Place


@dataclass(frozen=True, slots=True)
class Action:
    """Something that can be done at the table."""

    kind: ClassVar[int]  #: How the core counts kinds of actions.
    verb: ClassVar[str]  #: The word that it is written with.

    def places(self) -> tuple[Place, ...]:
        """The cards that it is about, none to two."""
        return ()

    def __str__(self) -> str:
        return " ".join([self.verb, *map(str, self.places())])

    def number(self, seats: int) -> int:  # noqa: ARG002  (the core counts places by seats)
        """The action as the core counts actions."""
        return action_of(self.kind, constants.NOWHERE, constants.NOWHERE)


def _check_place(action: Action, place: Place) -> None:
    """Text is no place, and would only be found out when somebody plays it."""
    if not (isinstance(place, Place) and isinstance(place.slot, int)):
        kind = type(action).__name__
        raise ActionError(
            f"{kind}: expected a place, like Place('b', 3), but found {place!r}: "
            f"write {kind}(Place.parse('b3')), or parse_action('{action.verb} b3')"
        )


@dataclass(frozen=True, slots=True)
class Placed(Action):
    """An action with one card."""

    place: Place  #: Which card.

    def __post_init__(self) -> None:
        _check_place(self, self.place)

    def places(self) -> tuple[Place, ...]:
        return (self.place,)

    def number(self, seats: int) -> int:
        return action_of(self.kind, self.place.number(seats), constants.NOWHERE)


def _refuse_to_change(_action: Action, name: str, *_value: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


# Most actions add no field to these two, and need not be made dataclasses again: imports took long for it.
# What dataclasses have for this refuses only classes that are decorated themselves.
for _kind in (Action, Placed):
    _kind.__setattr__ = _kind.__delattr__ = _refuse_to_change  # type: ignore[assignment, method-assign]


class Ready(Action):
    """Say that you have looked enough, and play may begin."""

    __slots__ = ()
    kind: ClassVar[int] = action_codes.READY
    verb: ClassVar[str] = "ready"


class Peek(Placed):
    """Look at one of your own cards: before play, or by a card's power."""

    __slots__ = ()
    kind: ClassVar[int] = action_codes.PEEK
    verb: ClassVar[str] = "peek"


class Draw(Action):
    """Draw the top card of the stock."""

    __slots__ = ()
    kind: ClassVar[int] = action_codes.DRAW
    verb: ClassVar[str] = "draw"


class Take(Action):
    """Take the top discard."""

    __slots__ = ()
    kind: ClassVar[int] = action_codes.TAKE
    verb: ClassVar[str] = "take"


class Call(Action):
    """Call Cambio: you expect to have the fewest points."""

    __slots__ = ()
    kind: ClassVar[int] = action_codes.CALL
    verb: ClassVar[str] = "call"


class Swap(Placed):
    """Put the card you hold in the place of one of your own, which is discarded."""

    __slots__ = ()
    kind: ClassVar[int] = action_codes.SWAP
    verb: ClassVar[str] = "swap"


class Also(Placed):
    """Name another of your cards that goes with the one you are about to swap: all of them must be equal."""

    __slots__ = ()
    kind: ClassVar[int] = action_codes.ALSO
    verb: ClassVar[str] = "also"


class Throw(Action):
    """Discard the card you hold."""

    __slots__ = ()
    kind: ClassVar[int] = action_codes.THROW
    verb: ClassVar[str] = "throw"


class Spy(Placed):
    """Look at another player's card."""

    __slots__ = ()
    kind: ClassVar[int] = action_codes.SPY
    verb: ClassVar[str] = "spy"


@dataclass(frozen=True, slots=True)
class Trade(Action):
    """Pick a card to be swapped, the first one and then the second; without a card: swap the two you looked at."""

    place: Place | None = None  #: The card picked; None to swap the two that were looked at.
    kind: ClassVar[int] = action_codes.TRADE
    verb: ClassVar[str] = "trade"

    def __post_init__(self) -> None:
        if self.place is not None:
            _check_place(self, self.place)

    def places(self) -> tuple[Place, ...]:
        return () if self.place is None else (self.place,)

    def number(self, seats: int) -> int:
        place = constants.NOWHERE if self.place is None else self.place.number(seats)
        return action_of(self.kind, place, constants.NOWHERE)


class Look(Placed):
    """Look at a card before you may swap."""

    __slots__ = ()
    kind: ClassVar[int] = action_codes.LOOK
    verb: ClassVar[str] = "look"


class Skip(Action):
    """Leave a power unused, or the rest of it; or don't call at the end of your turn."""

    __slots__ = ()
    kind: ClassVar[int] = action_codes.SKIP
    verb: ClassVar[str] = "skip"


@dataclass(frozen=True, slots=True)
class Snap(Action):
    """Lay a matching card, or two at once, on the discard of that number; without a number: on the latest."""

    place: Place  #: Which card.
    other: Place | None = None  #: The second card, where two are snapped at once.
    discard: int | None = None  #: The number of the discard that it answers; None: the latest.
    kind: ClassVar[int] = action_codes.SNAP
    verb: ClassVar[str] = "snap"

    def __post_init__(self) -> None:
        _check_place(self, self.place)
        if self.other is not None:
            _check_place(self, self.other)
        if self.discard is not None and not isinstance(self.discard, int):
            raise ActionError(f"Snap: expected the number of a discard, like 17, but found {self.discard!r}")

    def places(self) -> tuple[Place, ...]:
        return (self.place,) if self.other is None else (self.place, self.other)

    def number(self, seats: int) -> int:
        other = constants.NOWHERE if self.other is None else self.other.number(seats)
        return action_of(self.kind, self.place.number(seats), other)

    def __str__(self) -> str:
        answered = [] if self.discard is None else [f"#{self.discard}"]
        return " ".join([self.verb, *map(str, self.places()), *answered])


class Give(Placed):
    """Give one of your cards to the player whose card you snapped."""

    __slots__ = ()
    kind: ClassVar[int] = action_codes.GIVE
    verb: ClassVar[str] = "give"


class Keep(Action):
    """Give nothing."""

    __slots__ = ()
    kind: ClassVar[int] = action_codes.KEEP
    verb: ClassVar[str] = "keep"


class Close(Action):
    """The dealer closes the snap window."""

    __slots__ = ()
    kind: ClassVar[int] = action_codes.CLOSE
    verb: ClassVar[str] = "close"


class Settle(Action):
    """The dealer settles the oldest gift: the giver's lowest slot if it is owed, nothing if it is only offered."""

    __slots__ = ()
    kind: ClassVar[int] = action_codes.SETTLE
    verb: ClassVar[str] = "settle"


#: Actions without a card.
PLAIN: tuple[type[Action], ...] = (Ready, Draw, Take, Call, Throw, Skip, Keep, Close, Settle)
PLACED: tuple[type[Placed], ...] = (Peek, Swap, Also, Spy, Look, Give)  #: Actions with one card.

_PLAIN = {action.verb: action for action in PLAIN}
_PLACED = {action.verb: action for action in PLACED}
VERBS = (*_PLAIN, *_PLACED, Trade.verb, Snap.verb)  #: The words of all actions.
_PLAIN_KINDS = {action.kind: action for action in PLAIN}
_PLACED_KINDS = {action.kind: action for action in PLACED}


def parse_action(text: str) -> Action:
    """Read an action as it is written: a verb, then places, then the number of the discard that a snap answers."""
    if not isinstance(text, str):
        raise ActionError(f"expected an action, like Draw() or 'swap a2', but found {text!r}")
    return _parse(text)


@lru_cache(maxsize=4096)
def _parse(text: str) -> Action:
    """The same few texts come again and again: in commands, in the log, in replays."""
    verb, *rest = text.split() or [""]
    discard = None
    if verb == Snap.verb and rest and rest[-1].startswith("#"):
        discard = _discard_number(rest.pop())
    places = [Place.parse(word) for word in rest]
    if verb in _PLAIN and not places:
        return _PLAIN[verb]()
    if verb in _PLACED and len(places) == 1:
        return _PLACED[verb](*places)
    if verb == Trade.verb and len(places) < 2:
        return Trade(*places)
    if verb == Snap.verb and len(places) in (1, 2):
        return Snap(places[0], places[1] if len(places) == 2 else None, discard)
    if verb not in VERBS:
        raise ActionError(f"expected an action ({', '.join(VERBS)}), but found {text!r}")
    raise ActionError(f"{verb!r} does not go with {len(places)} places: {text!r}")


def _discard_number(text: str) -> int:
    if not re.fullmatch(r"#[1-9][0-9]{0,8}", text):
        raise ActionError(f"expected the number of a discard, like #17, but found {text!r}")
    return int(text[1:])


@lru_cache(maxsize=8192)
def action_numbered(number: int, seats: int, discard: int | None) -> Action:
    """The action that the core counts so; a snap answers that discard, or whichever lies there."""
    kind = kind_of(number)
    places = [
        Place.numbered(place, seats) for place in (place_of(number), other_of(number)) if place != constants.NOWHERE
    ]
    if kind in _PLAIN_KINDS:
        return _PLAIN_KINDS[kind]()
    if kind in _PLACED_KINDS:
        return _PLACED_KINDS[kind](*places)
    if kind == action_codes.TRADE:
        return Trade(*places)
    return Snap(places[0], places[1] if len(places) > 1 else None, discard)


#: By the number of seats, actions by how the core counts them; without snaps, which answer ever other discards.
_known: dict[int, dict[int, Action]] = {}
MAX_ACTIONS = 4096  #: How many of them are kept by number of seats, before all of them are made anew.


def actions_numbered(numbers: Iterable[int], seats: int, discard: int | None) -> list[Action]:
    """All the actions that the core counts so: actions never change, so they are made once."""
    known = _known.setdefault(seats, {})
    return [known.get(number) or _make_action(known, number, seats, discard) for number in numbers]


def _make_action(known: dict[int, Action], number: int, seats: int, discard: int | None) -> Action:
    action = action_numbered(number, seats, discard)
    if not isinstance(action, Snap):
        if len(known) >= MAX_ACTIONS:
            known.clear()
        known[number] = action
    return action


@lru_cache(maxsize=8192)
def write_action(number: int, seats: int) -> str:
    """The action that the core counts so, as it is written; a snap without the discard that it answers."""
    return str(action_numbered(number, seats, None))
