"""A snap window: who was sent the discard and when, who has reacted to it, and when the verdict is due."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from ....actions import Action, Snap
from ....places import Seat
from ...protocol.messages import Judged
from .snap_verdict import (
    COMPENSATION_SLACK,
    Finish,
    Gesture,
    Latency,
    Rival,
    Verdict,
    judge,
    judge_relaxed,
    reaction_of,
    relaxed_due,
    verdict_due,
)


@dataclass
class Window:
    """One discard, from when it lies on the pile until another one does."""

    discard: int
    discarder: Seat
    #: When it came to lie there.
    since: float
    #: Milliseconds to commit, where all who do are level; None where the fastest wins.
    commit_time: float | None = None
    #: How many cards lay on the pile, and since when: cards that are snapped lie on top of the discard.
    pile_size: int = 0
    last_card: float = 0
    rivals: dict[Seat, Rival] = field(default_factory=dict)
    gestures: list[Gesture] = field(default_factory=list)
    passed: set[Seat] = field(default_factory=set)
    #: Whose snap was the first right one.
    winner: Finish | None = None

    def __post_init__(self) -> None:
        self.last_card = max(self.last_card, self.since)

    def reopen(self, now: float) -> None:
        """It stays open for as long as if the discard had come only now."""
        self.since = self.last_card = now

    def follow_pile(self, size: int, now: float) -> None:
        """A card that is snapped is looked at like the discard."""
        if size != self.pile_size:
            self.pile_size, self.last_card = size, now

    def record_sending(self, seat: Seat, latency: Latency, now: float) -> None:
        """A seat's terms are those of the first time that it was sent the discard."""
        if seat not in self.rivals:
            self.rivals[seat] = latency.rival(seat, now)

    def record_reaction(
        self, seat: Seat, latency: Latency, *, command: str, action: Action, at: float, claimed: float | None
    ) -> None:
        """A person acts on the discard. Who was never sent it, and acts all the same, has had it since it lay there."""
        self.record_sending(seat, latency, self.since)
        terms = self.rivals[seat]
        now = latency.rival(seat, terms.sent)
        if now.round_trip < terms.round_trip - COMPENSATION_SLACK:
            # Whoever was sent the discard far away, and acts from nearby, has had it nearby.
            terms = now
        gesture = terms.gesture(command=command, action=str(action), arrived=at, claimed=claimed)
        latency.add_need(gesture)
        self.gestures.append(gesture)

    def record_bot_reaction(self, seat: Seat, *, command: str, action: Action, reaction: float, now: float) -> None:
        """A bot is judged as people are, but nothing is taken off its time."""
        rival = Rival(seat=seat, sent=now - reaction, round_trip=0, is_bot=True)
        self.gestures.append(rival.gesture(command=command, action=str(action), arrived=now, claimed=None))

    @property
    def is_relaxed(self) -> bool:
        """Whether nobody has to hurry."""
        return self.commit_time is not None

    def commit_left(self, now: float) -> int | None:
        """Milliseconds that are left to commit; None where the fastest wins."""
        return None if self.commit_time is None else max(0, round(self.since + self.commit_time - now))

    def has_reacted(self, seat: Seat) -> bool:
        return any(gesture.seat == seat for gesture in self.gestures)

    def list_faster(self, late: Finish | None) -> tuple[Judged, ...]:
        """Who won this discard, and a snap that came too late for it; nothing, if it was not lost to another's snap."""
        if late is None or self.winner is None or not late.gesture.is_snap:
            return ()
        return () if late.gesture.seat == self.winner.gesture.seat else (self.winner.to_message(), late.to_message())

    def time_late_snap(self, seat: Seat, snap: Snap, *, at: float, claimed: float | None) -> Finish | None:
        """What a snap that came too late would have been judged; unknown for one who was never sent the discard."""
        rival = self.rivals.get(seat)
        if rival is None or rival.sent is None:
            return None
        gesture = rival.gesture(command="", action=str(snap), arrived=at, claimed=claimed)
        return Finish(gesture, reaction_of(gesture))

    def still_to_come(self, people: Mapping[Seat, Latency]) -> list[Rival]:
        """Of the people who may snap, those who have neither reacted nor passed."""
        waiting = [seat for seat in people if seat not in self.passed and not self.has_reacted(seat)]
        return [self.rivals.get(seat) or people[seat].rival(seat, None) for seat in waiting]

    def due(self, rivals: Collection[Rival]) -> float:
        """When nobody who is still to come could change the verdict."""
        if self.commit_time is not None:
            return relaxed_due(self.since, rivals, self.commit_time)
        return verdict_due(self.gestures, rivals)

    def verdict(self, key: bytes) -> Verdict:
        if self.is_relaxed:
            return judge_relaxed(self.gestures, self.discard, self.discarder)
        return judge(self.gestures, key, self.discard)
