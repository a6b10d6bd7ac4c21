"""A snap window: who was sent the discard and when, who has reacted to it, and when the verdict is due."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from ...actions import Action
from ...places import Seat
from .snap_verdict import Gesture, Latency, Rival, Verdict, judge, judge_relaxed, relaxed_due, verdict_due


@dataclass
class Window:
    """One discard, from when it lies on the pile until another one does."""

    discard: int
    discarder: Seat
    #: When it came to lie there.
    since: float
    is_relaxed: bool = False
    rivals: dict[Seat, Rival] = field(default_factory=dict)
    gestures: list[Gesture] = field(default_factory=list)
    passed: set[Seat] = field(default_factory=set)

    def record_sending(self, seat: Seat, latency: Latency, now: float) -> None:
        """A seat's terms are those of the first time that it was sent the discard."""
        if seat not in self.rivals:
            self.rivals[seat] = latency.rival(seat, now)

    def record_reaction(
        self, seat: Seat, latency: Latency, *, command: str, action: Action, at: float, claimed: float | None
    ) -> None:
        """A person acts on the discard. Who was never sent it, and acts all the same, has had it since it lay there."""
        self.record_sending(seat, latency, self.since)
        gesture = self.rivals[seat].gesture(command=command, action=str(action), arrived=at, claimed=claimed)
        latency.add_need(gesture)
        self.gestures.append(gesture)

    def record_bot_reaction(self, seat: Seat, *, command: str, action: Action, reaction: float, now: float) -> None:
        """A bot is judged as people are, but nothing is taken off its time."""
        rival = Rival(seat=seat, sent=now - reaction, round_trip=0, is_bot=True)
        self.gestures.append(rival.gesture(command=command, action=str(action), arrived=now, claimed=None))

    def has_reacted(self, seat: Seat) -> bool:
        return any(gesture.seat == seat for gesture in self.gestures)

    def still_to_come(self, people: Mapping[Seat, Latency]) -> list[Rival]:
        """Of the people who may snap, those who have neither reacted nor passed."""
        waiting = [seat for seat in people if seat not in self.passed and not self.has_reacted(seat)]
        return [self.rivals.get(seat) or people[seat].rival(seat, None) for seat in waiting]

    def due(self, rivals: Collection[Rival]) -> float:
        """When nobody who is still to come could change the verdict."""
        if self.is_relaxed:
            return relaxed_due(self.since, rivals)
        return verdict_due(self.gestures, rivals)

    def verdict(self, key: bytes) -> Verdict:
        if self.is_relaxed:
            return judge_relaxed(self.gestures, self.discard, self.discarder)
        return judge(self.gestures, key, self.discard)
