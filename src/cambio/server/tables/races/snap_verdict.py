"""The verdict on a snap race: whoever reacts first wins, whatever the latency of their connection.

All times are milliseconds on the server's monotonic clock, and all of them are passed in: nothing here waits or looks
at a clock, so a replay and a simulation judge exactly as the table does.

>>> near = Gesture(seat="a", command="1", action="snap a1 #17", sent=0, arrived=430, claimed=410, round_trip=15)
>>> far = Gesture(seat="b", command="1", action="snap b2 #17", sent=0, arrived=560, claimed=375, round_trip=180)
>>> reaction_of(near), reaction_of(far)
(410, 375)
>>> [finish.gesture.seat for finish in judge([near, far], key=b"the round's", discard=17).finishes]
['b', 'a']
"""

from __future__ import annotations

import hmac
import math
from array import array
from collections.abc import Collection, Iterable, Sequence
from statistics import median

import msgspec

from ....actions import Snap, parse_action
from ....notation import Race, Reaction
from ....notation.races import LONGEST_TIME
from ....places import Seat, seat_number
from ...protocol.messages import Judged
from ...round_trips import MOST_UNPROVEN, RoundTrip, Source

#: Milliseconds, as all times here. Nobody reacts faster than this to a card that they did not expect.
FASTEST_REACTION = 100.0
#: Gaps up to this are ties: screens and clocks are no finer.
TIE = 8.0
#: Above the round trip: the time to paint a frame, and some jitter.
COMPENSATION_SLACK = 20.0
#: No connection is compensated for more than this, however slow it is.
MOST_COMPENSATION = 250.0
#: The same, where nothing but the client's own pongs says how slow it is.
MOST_UNPROVEN_COMPENSATION = MOST_UNPROVEN + COMPENSATION_SLACK

#: A seat's latest needs for compensation that are kept, and the fewest from which a quota is computed.
NEEDS = 31
NEEDS_FOR_QUOTA = 5
#: Above the usual need: as much as above the round trip, so that a steady connection is never limited by its quota.
QUOTA_SLACK = COMPENSATION_SLACK

#: A person's latest excesses over the round trip that are kept, and the fewest that are judged. A quick computer shows
#: the discard some 10 milliseconds after it has come, a busy or slow one after 30: up to the usual median a person has
#: the whole slack. Above that it shrinks, down to the least: so much more is always claimed by liars alone.
EXCESSES = 15
EXCESSES_FOR_SLACK = 5
USUAL_EXCESS, LARGEST_EXCESS = 40.0, 60.0
LEAST_SLACK = 4.0

#: The longest hold of a verdict after the first gesture. Where all were sent the discard at once, it cuts nobody off.
LONGEST_HOLD = MOST_COMPENSATION + FASTEST_REACTION + TIE

#: Time to commit where snaps are no race, by the table's option; and how much longer it is for seats that are sent the
#: discard late.
COMMIT_TIMES = {"calm": 3_000.0, "relaxed": 6_000.0}
COMMIT_SLACK = 1_000.0


class Rival(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A seat that may still snap, on the terms that it had when the discard was sent to it.

    Terms are fixed before the race: pongs held back during it change nothing, and the time of the verdict is sure.
    """

    seat: Seat
    #: When the discard was handed to the seat's socket; None while it has not been.
    sent: float | None
    round_trip: float
    #: Whose word the round trip is; None in entries from before that was told, and for bots.
    source: Source | None = None
    quota: float | None = None
    slack: float = COMPENSATION_SLACK
    is_bot: bool = False

    def gesture(self, *, command: str, action: str, arrived: float, claimed: float | None) -> Gesture:
        """The seat reacts, and is a contestant from now on."""
        assert self.sent is not None, "who has not been sent the discard can't react to it"
        return Gesture(
            seat=self.seat,
            command=command,
            action=action,
            sent=self.sent,
            arrived=arrived,
            claimed=claimed,
            round_trip=self.round_trip,
            source=self.source,
            quota=self.quota,
            slack=self.slack,
            is_bot=self.is_bot,
        )


class Gesture(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A contestant: a snap, or the draw or other action that would close the window; with all that a verdict asks."""

    seat: Seat
    command: str
    action: str
    sent: float
    arrived: float
    #: Time between painting and gesture, as the client says; None if it did not say, or said what can't be a time.
    claimed: float | None = None
    #: The trusted one, as all terms from before the race.
    round_trip: float
    source: Source | None = None
    quota: float | None = None
    slack: float = COMPENSATION_SLACK
    is_bot: bool = False

    def __post_init__(self) -> None:
        if self.claimed is not None and not 0 <= self.claimed < math.inf:
            msgspec.structs.force_setattr(self, "claimed", None)

    @property
    def is_snap(self) -> bool:
        return isinstance(parse_action(self.action), Snap)


class Finish(msgspec.Struct, frozen=True):
    """A gesture and the reaction that it was judged to be."""

    gesture: Gesture
    reaction: float

    def to_message(self) -> Judged:
        """For those who see the action played, or did it themselves."""
        return Judged(self.gesture.seat, self.gesture.action, round(self.reaction))

    def to_message_without_place(self) -> Judged:
        """For everybody, about an action that is not played: which card it was about stays unknown."""
        return Judged(self.gesture.seat, "snap" if self.gesture.is_snap else "other", round(self.reaction))

    def to_notation(self) -> Reaction:
        """For the file of the finished round; there, too, which card it was about stays unknown."""
        gesture = self.gesture
        return Reaction(
            gesture.seat,
            "snap" if gesture.is_snap else "other",
            after=_whole(self.reaction),
            delay=_whole(gesture.arrived - gesture.sent),
            claimed=None if gesture.claimed is None else _whole(gesture.claimed),
            round_trip=_whole(gesture.round_trip),
            is_bot=gesture.is_bot,
        )


class Verdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who comes first, second ... at a discard: with the round's key, whoever reads the log can check it."""

    discard: int
    finishes: tuple[Finish, ...]
    #: At a calm or relaxed table the discarder, after whom the seats count; None where the fastest wins.
    relaxed_after: Seat | None = None

    def to_notation(self) -> Race:
        finishes = tuple(finish.to_notation() for finish in self.finishes)
        return Race(finishes, is_relaxed=self.relaxed_after is not None)


def _whole(milliseconds: float) -> int:
    return round(min(max(milliseconds, 0), LONGEST_TIME))


class Latency:
    """What is known about the latency of a person's connection.

    It belongs to the person, not to the socket: whoever reconnects keeps the quota and the slack. Of several sockets
    the nearest counts, since that one shows the discard first.
    """

    def __init__(self, *sockets: RoundTrip) -> None:
        self._sockets = list(sockets)
        self._needs = array("d")
        #: Of snaps and of draws apart: whoever claims little where nothing is at stake is not believed more for it.
        self._excesses = {True: array("d"), False: array("d")}
        #: The most compensation that is granted: the usual need and a slack, so that a sudden delay gains nothing.
        self.quota: float | None = None
        #: How far compensation may lie above the round trip: less for whoever always claims the most.
        self.slack = COMPENSATION_SLACK

    def add_socket(self, round_trip: RoundTrip) -> None:
        self._sockets.append(round_trip)

    def remove_socket(self, round_trip: RoundTrip) -> None:
        self._sockets.remove(round_trip)

    def add_need(self, gesture: Gesture) -> None:
        """Keep the compensation that a gesture needed, for the quota, and how far it lay above the round trip.

        Every gesture should come here, not the snaps alone: draws show what the connection is like when nothing is at
        stake. The need is computed without the quota, so that a connection that has become slow for good gets a larger
        quota in the end.
        """
        if gesture.is_bot:
            return
        unlimited = msgspec.structs.replace(gesture, quota=None, slack=COMPENSATION_SLACK)
        # The slack is not part of the need: the quota adds it again.
        _keep_latest(self._needs, min(_compensation(unlimited), gesture.round_trip), NEEDS)
        excess = _claimed_compensation(gesture) - gesture.round_trip
        _keep_latest(self._excesses[gesture.is_snap], excess, EXCESSES)
        if len(self._needs) >= NEEDS_FOR_QUOTA:
            self.quota = median(self._needs) + QUOTA_SLACK
        usual = [median(each) for each in self._excesses.values() if len(each) >= EXCESSES_FOR_SLACK]
        unusual = (max(usual, default=0) - USUAL_EXCESS) / (LARGEST_EXCESS - USUAL_EXCESS)
        self.slack = COMPENSATION_SLACK - (COMPENSATION_SLACK - LEAST_SLACK) * min(max(unusual, 0), 1)

    @property
    def round_trip(self) -> RoundTrip:
        """That of the nearest socket."""
        return min(self._sockets or [RoundTrip()], key=lambda socket: socket.value)

    def rival(self, seat: Seat, sent: float | None, *, is_bot: bool = False) -> Rival:
        """The seat's terms for the discard that is being sent to it."""
        for socket in self._sockets:
            socket.refresh()
        nearest = self.round_trip
        return Rival(
            seat=seat,
            sent=sent,
            round_trip=nearest.value,
            source=nearest.source,
            quota=self.quota,
            slack=self.slack,
            is_bot=is_bot,
        )


def _keep_latest(values: array[float], value: float, most: int) -> None:
    """Thousands of people have such values, and a deque would take six times the room."""
    values.append(value)
    del values[:-most]


def reaction_of(gesture: Gesture) -> float:
    """The reaction time of a gesture: its delay without the compensation for the connection."""
    delay = gesture.arrived - gesture.sent
    compensation = 0.0 if gesture.is_bot else _compensation(gesture)
    return max(FASTEST_REACTION, delay - compensation)


def verdict_due(gestures: Collection[Gesture], rivals: Iterable[Rival]) -> float:
    """The time after which no rival could still win or tie.

    A further gesture only brings it nearer. A rival who is sent the discard at last may put it off, but never beyond
    the longest hold.
    """
    assert gestures, "there is no verdict without a gesture"
    first = min(gesture.arrived for gesture in gestures)
    best = min(map(reaction_of, gestures))
    last_chance = max((_last_chance(rival, best, first) for rival in rivals), default=first)
    return min(max(first, last_chance), first + LONGEST_HOLD)


def judge(gestures: Iterable[Gesture], key: bytes, discard: int) -> Verdict:
    """The verdict at a table where the fastest wins."""
    return Verdict(discard, tuple(_rank(gestures, key, discard)))


def order_relaxed(gestures: Iterable[Gesture], discarder: Seat) -> list[Gesture]:
    """Without hurry all who commit are level, and the seats count clockwise from the one after the discarder.

    A draw must not beat a snap by being next in turn, so what is no snap comes after all that are.
    """
    last = seat_number(discarder)

    def place(gesture: Gesture) -> tuple[bool, bool, int, float, str]:
        seat = seat_number(gesture.seat)
        return not gesture.is_snap, seat <= last, seat, gesture.arrived, gesture.command

    return sorted(gestures, key=place)


def relaxed_due(discarded: float, rivals: Collection[Rival], commit_time: float) -> float:
    """When the window ends for the last rival that has neither committed nor passed; at once if there is none."""
    latest = discarded + commit_time + COMMIT_SLACK
    ends = (latest if rival.sent is None else rival.sent + commit_time for rival in rivals)
    return min(max(ends, default=discarded), latest)


def judge_relaxed(gestures: Iterable[Gesture], discard: int, discarder: Seat) -> Verdict:
    """The verdict at a calm or relaxed table: the reactions are noted, but decide nothing."""
    ordered = order_relaxed(gestures, discarder)
    return Verdict(discard, tuple(Finish(gesture, reaction_of(gesture)) for gesture in ordered), discarder)


def _compensation(gesture: Gesture) -> float:
    """How much of the delay is the connection's: what the client claims, within the bounds that the server trusts."""
    return min(max(_claimed_compensation(gesture), gesture.round_trip / 2), _most_compensation(gesture))


def _claimed_compensation(gesture: Gesture) -> float:
    """What the client says that the way took; half the round trip, if it does not say."""
    if gesture.claimed is None:
        return gesture.round_trip / 2
    return gesture.arrived - gesture.sent - gesture.claimed


def _most_compensation(terms: Rival | Gesture) -> float:
    most = min(terms.round_trip + terms.slack, MOST_COMPENSATION)
    return most if terms.quota is None else min(most, terms.quota)


def _rank(gestures: Iterable[Gesture], key: bytes, discard: int) -> list[Finish]:
    """Each place goes to the fastest of those left, or by lot to one who ties with them."""
    waiting = [Finish(gesture, reaction_of(gesture)) for gesture in gestures]
    ranked = []
    while waiting:
        winner = _winner(waiting, key, discard)
        waiting.remove(winner)
        ranked.append(winner)
    return ranked


def _winner(finishes: Sequence[Finish], key: bytes, discard: int) -> Finish:
    level = min(finish.reaction for finish in finishes) + TIE
    tied = [finish for finish in finishes if finish.reaction <= level]
    return tied[0] if len(tied) == 1 else min(tied, key=lambda finish: _lot(finish.gesture, key, discard))


def _lot(gesture: Gesture, key: bytes, discard: int) -> tuple[bytes, float, str]:
    """Nobody can foresee a lot or draw another. One seat's own gestures have one, and keep the order they came in."""
    drawn = hmac.digest(key, f"snap {discard} {gesture.seat}".encode(), "sha256")
    return drawn, gesture.arrived, gesture.command


def _last_chance(rival: Rival, best: float, first: float) -> float:
    most = 0.0 if rival.is_bot else _most_compensation(rival)
    if rival.sent is None:
        # It may be sent the discard at any time, and then counts with the fastest reaction and no better.
        return first + most + FASTEST_REACTION + TIE
    return rival.sent + most + best + TIE
