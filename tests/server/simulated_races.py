"""Simulated snap races, judged by the server's own code: people near and far, steady and jittery, honest and not."""

from __future__ import annotations

import math
import random
from collections import Counter, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import msgspec

from cambio.server.round_trips import KernelReading, RoundTrip
from cambio.server.tables.races.snap_verdict import COMPENSATION_SLACK, Gesture, Latency, Rival, judge, verdict_due

KEY = b"a key of the round"
BETWEEN_RACES = 5_000.0

REACTION_MEAN, REACTION_DEVIATION = 450.0, 120.0
#: The same, for the logarithm of a reaction.
LOG_DEVIATION = math.sqrt(math.log(1 + (REACTION_DEVIATION / REACTION_MEAN) ** 2))
LOG_MEAN = math.log(REACTION_MEAN) - LOG_DEVIATION**2 / 2

FRAME = 1_000 / 60
#: One message in this many is lost, or delayed by a busy radio.
HICCUP_CHANCE, HICCUP_MEAN = 0.01, 40.0
#: How slowly a kernel's average follows what it measures, and how many measurements its smallest is of.
KERNEL_SMOOTHING, KERNEL_MEMORY = 8, 100
#: How long a client's kernel may wait for data to send an acknowledgement along with, and how often it does.
DELAYED_ACK, DELAYED_ACK_CHANCE = 40.0, 0.3
#: How often the acknowledgements of a client that delays them all are early nevertheless.
EARLY_ACK_CHANCE = 0.1
#: How long a program can make its kernel wait with the acknowledgement that ends TCP's handshake.
DELAYED_HANDSHAKE = 200.0
#: What is sent to a client between two races, besides one ping.
MESSAGES = 5
#: What a liar holds back.
LAG = 300.0


@dataclass
class Client:
    """A person, their connection, and what the server believes about it."""

    seat: str
    #: Milliseconds there and back, without jitter, and the mean of the jitter on each way.
    cable: float
    luck: random.Random
    jitter: float | None = None
    #: Milliseconds between two frames on the screen.
    frame: float = FRAME
    #: Whose word the round trip is: this server's kernel's, that of a proxy's header, or the client's.
    source: str = "kernel"

    def __post_init__(self) -> None:
        self.latency = Latency()
        self.round_trip = RoundTrip()
        self.connect()

    def connect(self) -> None:
        """Open a socket, the first one or another one in its place."""
        self._readings: deque[float] = deque(maxlen=KERNEL_MEMORY)
        first = self.acknowledge_handshake()
        self._average = first
        self.round_trip = RoundTrip(told_by_proxy=first if self.source == "proxy" else None)
        self._add_reading(first)
        for socket in list(self.latency._sockets):
            self.latency.remove_socket(socket)
        self.latency.add_socket(self.round_trip)
        for _ in range(3):
            self.measure()

    def way(self) -> float:
        """One way through the net: never shorter than the cable, often a little longer, now and then much."""
        jitter = 1 + 0.03 * self.cable if self.jitter is None else self.jitter
        hiccup = self.luck.expovariate(1 / HICCUP_MEAN) if self.luck.random() < HICCUP_CHANCE else 0
        return self.cable / 2 + self.luck.gammavariate(2, jitter / 2) + hiccup

    def trip(self) -> float:
        return self.way() + self.way()

    # What a client may lie about

    def pong(self) -> float:
        """How long the answer to a ping takes; the client's program must wake up for it."""
        return self.trip() + self.luck.uniform(0, 4)

    def acknowledge(self) -> float:
        return self.trip() + (DELAYED_ACK if self.luck.random() < DELAYED_ACK_CHANCE else 0)

    def acknowledge_handshake(self) -> float:
        return self.trip()

    def claim(self, reaction: float, *, is_snap: bool = True) -> float | None:
        """Browsers' clocks show whole milliseconds."""
        return float(round(reaction))

    def claim_within(self, made: Gesture) -> Gesture:
        """A last word about the claim, for those who know the terms."""
        return made

    def wait(self, number: int) -> None:
        """What goes on at this seat before a race: messages, a ping, and a draw."""
        for _ in range(MESSAGES):
            self._add_reading(self.acknowledge())
        self.measure()
        terms = self.latency.rival(self.seat, number * BETWEEN_RACES - 2_000)
        self.gesture(terms, f"draw {number}", "draw", self.luck.lognormvariate(LOG_MEAN, LOG_DEVIATION))

    # What happens whatever a client wants

    def measure(self) -> None:
        self.round_trip.add_ping(self.pong())
        self._add_reading(self.acknowledge())

    def _add_reading(self, reading: float) -> None:
        self._readings.append(reading)
        self._average += (reading - self._average) / KERNEL_SMOOTHING
        if self.source == "kernel":
            self.round_trip.set_kernel_reading(KernelReading(self._average, min(self._readings)))

    def gesture(self, terms: Rival, command: str, action: str, reaction: float) -> Gesture:
        assert terms.sent is not None
        painted = terms.sent + self.way() + self.luck.uniform(0, self.frame) + self.luck.uniform(0, 4)
        arrived = painted + reaction + self.way()
        claimed = self.claim(reaction, is_snap=action != "draw")
        made = self.claim_within(terms.gesture(command=command, action=action, arrived=arrived, claimed=claimed))
        self.latency.add_need(made)
        return made


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
        return ", ".join(f"{seat} {self.share(seat):.1f} %" for seat in sorted(self.wins))


def in_time(gestures: list[Gesture], terms: Mapping[str, Rival]) -> list[Gesture]:
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


def race(races: int, clients: Mapping[str, Client], luck: random.Random) -> Result:
    """Every draw of reactions is raced by each order of seats, so that luck with reactions is shared."""
    result = Result(races)
    seats = list(clients)
    # Apart from the luck of the clients, so that honest people and liars race with the same reactions.
    of_reactions = random.Random("reactions")
    reactions: list[float] = []
    for number in range(1, races + 1):
        if not reactions or number % len(seats) == 0:
            reactions = [of_reactions.lognormvariate(LOG_MEAN, LOG_DEVIATION) for _ in seats]
        reactions = reactions[1:] + reactions[:1]
        for client in clients.values():
            client.wait(number)
        discarded = number * BETWEEN_RACES
        terms = {seat: each.latency.rival(seat, discarded + luck.uniform(0, 2)) for seat, each in clients.items()}
        gestures = [
            client.gesture(terms[client.seat], f"snap {number}", f"snap {client.seat}1 #{number}", reaction)
            for client, reaction in zip(clients.values(), reactions, strict=True)
        ]
        winner = judge(in_time(gestures, terms), KEY, number).finishes[0].gesture.seat
        result.wins[winner] += 1
        result.arrived_first[min(gestures, key=lambda each: each.arrived).seat] += 1
        result.fastest_won += winner == seats[min(range(len(seats)), key=reactions.__getitem__)]
    return result


# Liars


class LateClaimer(Client):
    """Claims the fastest reaction that can pass, and answers pings honestly."""

    def claim(self, reaction: float, *, is_snap: bool = True) -> float | None:
        return 0.0


class PatientLiar(LateClaimer):
    """Answers every ping late, and always claims the fastest reaction that can pass."""

    def pong(self) -> float:
        return super().pong() + LAG


class OccasionalLiar(PatientLiar):
    """Answers every second ping late, and is honest in every second race."""

    def pong(self) -> float:
        return Client.pong(self) + (LAG if self.luck.random() < 0.5 else 0)

    def claim(self, reaction: float, *, is_snap: bool = True) -> float | None:
        return 0.0 if self.luck.random() < 0.5 else round(reaction)


class ModestLiar(PatientLiar):
    """Knows what the server believes, and claims the whole slack every time, but never more."""

    def claim_within(self, made: Gesture) -> Gesture:
        claimed = made.arrived - made.sent - made.round_trip - COMPENSATION_SLACK
        return msgspec.structs.replace(made, claimed=max(0.0, claimed))


class SilentClient(PatientLiar):
    """Claims nothing."""

    def claim(self, reaction: float, *, is_snap: bool = True) -> float | None:
        return None


class ConstantClaimer(PatientLiar):
    """Says that every reaction took the same short time."""

    def claim(self, reaction: float, *, is_snap: bool = True) -> float | None:
        return 200.0


class SnapLiar(PatientLiar):
    """Is honest where nothing is at stake, and lies when it snaps."""

    def claim(self, reaction: float, *, is_snap: bool = True) -> float | None:
        return 0.0 if is_snap else float(round(reaction))


class SuddenLiar(PatientLiar):
    """Answers quickly for a while, then late."""

    pongs = 0

    def pong(self) -> float:
        self.pongs += 1
        return Client.pong(self) + (LAG if self.pongs > 20 else 0)


class LagSwitcher(PatientLiar):
    """Has its kernel hold everything back, too, but only while a snap is due."""

    def wait(self, number: int) -> None:
        super().wait(number)
        if self.source == "kernel":
            self.round_trip.set_kernel_reading(KernelReading(self.cable + LAG, min(self._readings)))


class Reconnecter(PatientLiar):
    """Has a new socket for every race, so that little is known about it."""

    def wait(self, number: int) -> None:
        self.connect()
        super().wait(number)


class AckDelayer(PatientLiar):
    """A program of its own that makes its kernel wait with every acknowledgement, as long as that can be had."""

    def acknowledge(self) -> float:
        # What the client sends itself carries an acknowledgement, and can't be timed so well that none is early.
        return self.trip() + DELAYED_ACK * min(1, self.luck.random() / EARLY_ACK_CHANCE)

    def acknowledge_handshake(self) -> float:
        return self.trip() + DELAYED_HANDSHAKE


class ModestAckDelayer(AckDelayer, ModestLiar):
    """The same, and claims so little more that its slack is not touched."""


class ReconnectingAckDelayer(AckDelayer):
    """The same, with a new socket for every race."""

    def wait(self, number: int) -> None:
        self.connect()
        super().wait(number)


BROWSER_LIARS: tuple[Callable[..., Client], ...] = (
    LateClaimer,
    PatientLiar,
    OccasionalLiar,
    ModestLiar,
    SilentClient,
    ConstantClaimer,
    SnapLiar,
    SuddenLiar,
    LagSwitcher,
    Reconnecter,
)
PROGRAM_LIARS: tuple[Callable[..., Client], ...] = (AckDelayer, ModestAckDelayer, ReconnectingAckDelayer)
