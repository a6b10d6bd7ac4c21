"""Four seats, near and far, race thousands of times by the server's own code: each wins as often as it is fastest."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

import pytest

from cambio.server.tables.snap_verdict import Gesture, Latency, Rival, judge, verdict_due

#: Milliseconds there and back, without jitter.
ROUND_TRIPS = {"a": 15.0, "b": 40.0, "c": 90.0, "d": 180.0}
SEATS = tuple(ROUND_TRIPS)
KEY = b"a key of the round"

FAIR_RACES = 20_000
LIARS_RACES = 5_000
BETWEEN_RACES = 5_000.0

REACTION_MEAN, REACTION_DEVIATION = 450.0, 120.0
#: The same, for the logarithm of a reaction.
LOG_DEVIATION = math.sqrt(math.log(1 + (REACTION_DEVIATION / REACTION_MEAN) ** 2))
LOG_MEAN = math.log(REACTION_MEAN) - LOG_DEVIATION**2 / 2

FRAME = 1_000 / 60
#: One message in this many is lost, or delayed by a busy radio.
HICCUP_CHANCE, HICCUP_MEAN = 0.01, 40.0
#: How slowly the kernel follows what it measures.
KERNEL_SMOOTHING = 8
#: What a liar holds back.
LAG = 300.0


@dataclass
class Contestant:
    """A person, their connection, and what the server believes about it."""

    seat: str
    luck: random.Random
    latency: Latency = field(default_factory=Latency)

    def __post_init__(self) -> None:
        self.kernel = self.round_trip()

    def way(self) -> float:
        """One way through the net: never shorter than the cable, often a little longer, now and then much."""
        cable = ROUND_TRIPS[self.seat] / 2
        jitter = self.luck.gammavariate(2, 0.5 + 0.03 * cable)
        hiccup = self.luck.expovariate(1 / HICCUP_MEAN) if self.luck.random() < HICCUP_CHANCE else 0
        return cable + jitter + hiccup

    def round_trip(self) -> float:
        return self.way() + self.way()

    def pong(self) -> float:
        """How long the answer to a ping takes; the client's program must wake up for it."""
        return self.round_trip() + self.luck.uniform(0, 4)

    def claim(self, reaction: float) -> float:
        """Browsers' clocks show whole milliseconds."""
        return float(round(reaction))

    def measure(self) -> None:
        self.latency.add_ping(self.pong())
        self.kernel += (self.round_trip() - self.kernel) / KERNEL_SMOOTHING
        self.latency.set_kernel_reading(self.kernel)

    def wait(self, number: int) -> None:
        """What goes on at this seat before a race."""
        self.measure()

    def gesture(self, terms: Rival, command: str, action: str, reaction: float) -> Gesture:
        assert terms.sent is not None
        painted = terms.sent + self.way() + self.luck.uniform(0, FRAME)
        arrived = painted + reaction + self.way()
        made = terms.gesture(command=command, action=action, arrived=arrived, claimed=self.claim(reaction))
        self.latency.add_need(made)
        return made


class PatientLiar(Contestant):
    """Answers every ping late, and always claims the fastest reaction that can pass."""

    def pong(self) -> float:
        return super().pong() + LAG

    def claim(self, reaction: float) -> float:
        return 0.0


class LagSwitcher(PatientLiar):
    """Fools the kernel too, but only while a snap is due; between two snaps there are draws."""

    def wait(self, number: int) -> None:
        for draw in range(2):
            self.measure()
            terms = self.latency.rival(self.seat, number * BETWEEN_RACES - 2_000)
            self.gesture(terms, f"draw {draw} {number}", "draw", 1_000)
        self.latency.set_kernel_reading(ROUND_TRIPS[self.seat] + LAG)


@dataclass
class Result:
    races: int
    wins: Counter[str] = field(default_factory=Counter)
    arrived_first: Counter[str] = field(default_factory=Counter)
    fastest_won: int = 0

    def share(self, seat: str) -> float:
        """In percent."""
        return 100 * self.wins[seat] / self.races

    @property
    def shares(self) -> str:
        return self._listed(self.wins)

    @property
    def arrivals(self) -> str:
        return self._listed(self.arrived_first)

    def _listed(self, counted: Counter[str]) -> str:
        return ", ".join(
            f"{seat} ({trip:.0f} ms) {100 * counted[seat] / self.races:.1f} %" for seat, trip in ROUND_TRIPS.items()
        )


def in_time(gestures: list[Gesture], terms: dict[str, Rival]) -> list[Gesture]:
    """The table waits for whoever could still win, and judges those who have come by then."""
    arrived: list[Gesture] = []
    rivals = dict(terms)
    due = math.inf
    for gesture in sorted(gestures, key=lambda each: each.arrived):
        if gesture.arrived > due:
            break
        arrived.append(gesture)
        del rivals[gesture.seat]
        due = verdict_due(arrived, rivals.values())
    return arrived


def raced(races: int, contestants: dict[str, Contestant], luck: random.Random) -> Result:
    result = Result(races)
    for number in range(races):
        for contestant in contestants.values():
            contestant.wait(number)
        discarded = number * BETWEEN_RACES
        terms = {seat: each.latency.rival(seat, discarded + luck.uniform(0, 2)) for seat, each in contestants.items()}
        reactions = {seat: luck.lognormvariate(LOG_MEAN, LOG_DEVIATION) for seat in contestants}
        gestures = [
            contestant.gesture(terms[seat], f"snap {number}", f"snap {seat}1 #{number}", reactions[seat])
            for seat, contestant in contestants.items()
        ]
        winner = judge(in_time(gestures, terms), KEY, number).finishes[0].gesture.seat
        result.wins[winner] += 1
        result.arrived_first[min(gestures, key=lambda each: each.arrived).seat] += 1
        result.fastest_won += winner == min(reactions, key=reactions.__getitem__)
    return result


def with_a_liar(seat: str, kind: Callable[[str, random.Random], Contestant]) -> Result:
    luck = random.Random(f"{seat} lies")
    contestants = {each: kind(each, luck) if each == seat else Contestant(each, luck) for each in SEATS}
    return raced(LIARS_RACES, contestants, luck)


@cache
def fair_races() -> Result:
    luck = random.Random("four honest seats")
    return raced(FAIR_RACES, {seat: Contestant(seat, luck) for seat in SEATS}, luck)


def test_near_or_far_everybody_wins_a_quarter() -> None:
    result = fair_races()
    assert all(abs(result.share(seat) - 25) <= 2 for seat in SEATS), result.shares


def test_the_truly_fastest_wins() -> None:
    result = fair_races()
    right = 100 * result.fastest_won / result.races
    assert right >= 93, f"the fastest won {right:.1f} % of the races; shares: {result.shares}"


def test_by_arrival_the_far_seat_would_hardly_ever_win() -> None:
    result = fair_races()
    assert result.arrived_first["d"] < 0.05 * result.races, result.arrivals


@pytest.mark.parametrize("seat", SEATS)
def test_a_patient_liar_gains_little(seat: str) -> None:
    result = with_a_liar(seat, PatientLiar)
    assert result.share(seat) <= 35, f"{seat} lies: {result.shares}"


@pytest.mark.parametrize("seat", SEATS)
def test_a_lag_switch_gains_no_more_than_a_patient_liar(seat: str) -> None:
    result = with_a_liar(seat, LagSwitcher)
    assert result.share(seat) <= 35, f"{seat} lags when a snap is due: {result.shares}"
