"""People near and far race thousands of times by the server's own code: who is fastest wins, whoever lies does not."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

import pytest

from tests.server.simulated_races import BROWSER_LIARS, PROGRAM_LIARS, Client, Result, race

#: Milliseconds there and back, without jitter.
ROUND_TRIPS = {"a": 15.0, "b": 40.0, "c": 90.0, "d": 180.0}
SEATS = tuple(ROUND_TRIPS)

FAIR_RACES = 6_000
DUELS = 300
#: In percent of the races.
FAIR_SHARE, HONEST_SKEW, MOST_GAIN = 50, 3, 10


@cache
def fair_races() -> Result:
    luck = random.Random("four honest seats")
    return race(FAIR_RACES, {seat: Client(seat, cable, luck) for seat, cable in ROUND_TRIPS.items()}, luck)


def duel(one: Callable[..., Client], cable: float, other_cable: float, source: str, **road: float) -> float:
    """How often somebody wins against an honest player, in percent."""
    luck = random.Random("a duel")
    clients = {
        "a": one("a", cable, luck, source=source, **road),
        "b": Client("b", other_cable, luck, source=source),
    }
    return race(DUELS, clients, luck).share("a")


honest_duel = cache(duel)


def test_near_or_far_everybody_wins_a_quarter() -> None:
    result = fair_races()
    assert all(abs(result.share(seat) - 25) <= 2 for seat in SEATS), result.shares


def test_the_truly_fastest_wins() -> None:
    result = fair_races()
    right = 100 * result.fastest_won / result.races
    assert right >= 93, f"the fastest won {right:.1f} % of the races; shares: {result.shares}"


def test_by_arrival_the_far_seat_would_hardly_ever_win() -> None:
    result = fair_races()
    assert result.arrived_first["d"] < 0.05 * result.races


@pytest.mark.parametrize("source", ["kernel", "proxy"])
def test_at_5_and_150_milliseconds_each_wins_half(source: str) -> None:
    share = honest_duel(Client, 5, 150, source)
    assert abs(share - FAIR_SHARE) <= HONEST_SKEW, share


@pytest.mark.parametrize("jitter", [5.0, 10.0, 20.0])
def test_a_jittery_phone_is_not_punished(jitter: float) -> None:
    """The jitter is the mean of one way, so that 20 doubles the round trip."""
    share = duel(Client, 40, 15, "kernel", jitter=jitter)
    assert share >= FAIR_SHARE - HONEST_SKEW, share


def test_a_phone_that_saves_power_by_fewer_frames_is_not_punished() -> None:
    share = duel(Client, 40, 15, "kernel", frame=1_000 / 30)
    assert share >= FAIR_SHARE - HONEST_SKEW, share


@pytest.mark.parametrize(("cable", "other_cable"), [(5, 150), (150, 5)])
@pytest.mark.parametrize("liar", [*BROWSER_LIARS, *PROGRAM_LIARS])
def test_no_liar_gains_where_the_kernel_measures(liar: Callable[..., Client], cable: int, other_cable: int) -> None:
    gain = duel(liar, cable, other_cable, "kernel") - honest_duel(Client, cable, other_cable, "kernel")
    assert gain <= MOST_GAIN, gain


@pytest.mark.parametrize(("cable", "other_cable"), [(5, 150), (5, 5)])
@pytest.mark.parametrize("liar", BROWSER_LIARS)
def test_no_page_gains_by_lies_where_a_proxy_tells_the_round_trip(
    liar: Callable[..., Client], cable: int, other_cable: int
) -> None:
    gain = duel(liar, cable, other_cable, "proxy") - honest_duel(Client, cable, other_cable, "proxy")
    assert gain <= MOST_GAIN, gain


@pytest.mark.parametrize(("cable", "other_cable"), [(5, 150), (5, 5)])
@pytest.mark.parametrize("liar", [*BROWSER_LIARS, *PROGRAM_LIARS])
def test_no_liar_gains_where_nothing_but_pongs_is_known(
    liar: Callable[..., Client], cable: int, other_cable: int
) -> None:
    gain = duel(liar, cable, other_cable, "pings") - honest_duel(Client, cable, other_cable, "pings")
    assert gain <= MOST_GAIN, gain
