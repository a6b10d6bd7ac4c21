"""Verdicts on snap races: how a reaction is judged, who wins, how long the table waits, and what a lie gains."""

from __future__ import annotations

import math
from itertools import permutations
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cambio.actions import Snap
from cambio.places import Place
from cambio.server.round_trips import MOST_JITTER, MOST_JITTER_SHARE, MOST_UNPROVEN, PINGS, KernelReading, RoundTrip
from cambio.server.tables.races.snap_verdict import (
    COMMIT_SLACK,
    COMMIT_TIMES,
    COMPENSATION_SLACK,
    EXCESSES,
    EXCESSES_FOR_SLACK,
    FASTEST_REACTION,
    LARGEST_EXCESS,
    LEAST_SLACK,
    LONGEST_HOLD,
    MOST_COMPENSATION,
    MOST_UNPROVEN_COMPENSATION,
    NEEDS,
    NEEDS_FOR_QUOTA,
    QUOTA_SLACK,
    TIE,
    USUAL_EXCESS,
    Finish,
    Gesture,
    Latency,
    Rival,
    Verdict,
    judge,
    judge_relaxed,
    order_relaxed,
    reaction_of,
    relaxed_due,
    verdict_due,
)
from cambio.server.tables.races.snap_window import Window
from tests.server.verdicts import judge_again, order

KEY = b"a key of the round"
DISCARD = 17
#: When the discard is sent in these tests.
SENT = 1_000.0
#: Floats add up only so well.
HAIR = 1e-6

many = settings(max_examples=200, deadline=None, derandomize=True)


def gesture(
    seat: str = "a",
    *,
    delay: float,
    claimed: float | None = None,
    round_trip: float = 0,
    quota: float | None = None,
    slack: float = COMPENSATION_SLACK,
    is_bot: bool = False,
    sent: float = SENT,
    command: str = "1",
    action: str = "snap a1 #17",
) -> Gesture:
    """Reaches the server so long after the discard was sent to that seat."""
    return Gesture(
        seat=seat,
        command=command,
        action=action,
        sent=sent,
        arrived=sent + delay,
        claimed=claimed,
        round_trip=round_trip,
        source="kernel",
        quota=quota,
        slack=slack,
        is_bot=is_bot,
    )


def rival(
    seat: str = "z",
    *,
    round_trip: float = 0,
    sent: float | None = SENT,
    quota: float | None = None,
    is_bot: bool = False,
) -> Rival:
    return Rival(seat=seat, sent=sent, round_trip=round_trip, quota=quota, is_bot=is_bot)


def seats(gestures: list[Gesture]) -> str:
    return "".join(each.seat for each in gestures)


def measured(*pings: float, kernel: float | KernelReading | None = None, told: float | None = None) -> RoundTrip:
    """A socket after some pings; a kernel's reading may be the same on average and at its smallest."""
    round_trip = RoundTrip(told_by_proxy=told)
    for ping in pings:
        round_trip.add_ping(ping)
    round_trip.set_kernel_reading(KernelReading(kernel, kernel) if isinstance(kernel, int | float) else kernel)
    return round_trip


times = st.floats(0, 2_000)
quotas = st.none() | st.floats(0, 300)
claims = st.none() | st.floats(-100, 2_000) | st.sampled_from([math.nan, math.inf, -math.inf, 1e308])


@st.composite
def gestures_of(draw: st.DrawFn, seat: str, delays: st.SearchStrategy[float] = times) -> Gesture:
    return gesture(
        seat,
        delay=draw(delays),
        claimed=draw(claims),
        round_trip=draw(st.floats(0, 600)),
        quota=draw(quotas),
        slack=draw(st.floats(0, COMPENSATION_SLACK)),
        is_bot=draw(st.booleans()),
    )


@st.composite
def close_races(draw: st.DrawFn) -> list[Gesture]:
    """Whole milliseconds close to each other, so that ties and chains of ties are common."""
    reactions = draw(st.lists(st.integers(300, 340), min_size=1, max_size=6))
    return [gesture(seat, delay=reaction) for seat, reaction in zip("abcdef", reactions, strict=False)]


# Reactions


def test_an_honest_claim_within_the_round_trip_is_believed_to_the_millisecond() -> None:
    assert reaction_of(gesture(delay=600, claimed=430, round_trip=180)) == 430


def test_without_a_claim_half_the_round_trip_is_made_up_for() -> None:
    assert reaction_of(gesture(delay=600, round_trip=180)) == 510


def test_a_claim_of_more_than_the_delay_still_gets_half_the_round_trip() -> None:
    assert reaction_of(gesture(delay=600, claimed=900, round_trip=180)) == 510


def test_nobody_is_helped_by_more_than_the_round_trip_and_a_slack() -> None:
    assert reaction_of(gesture(delay=600, claimed=200, round_trip=180)) == 600 - 180 - COMPENSATION_SLACK


def test_nobody_is_helped_by_more_than_the_cap() -> None:
    assert reaction_of(gesture(delay=1_000, claimed=100, round_trip=900)) == 1_000 - MOST_COMPENSATION


def test_the_cap_is_also_above_half_of_an_absurd_round_trip() -> None:
    assert reaction_of(gesture(delay=1_000, round_trip=900)) == 1_000 - MOST_COMPENSATION


def test_nobody_is_helped_by_more_than_their_quota() -> None:
    assert reaction_of(gesture(delay=600, claimed=430, round_trip=180, quota=120)) == 480


def test_a_quota_below_half_the_round_trip_wins() -> None:
    assert reaction_of(gesture(delay=600, round_trip=180, quota=50)) == 550


def test_nobody_is_judged_faster_than_a_human_can_be() -> None:
    assert reaction_of(gesture(delay=150, claimed=0, round_trip=180)) == FASTEST_REACTION


def test_bots_are_not_compensated() -> None:
    assert reaction_of(gesture(delay=600, claimed=200, round_trip=180, is_bot=True)) == 600


def test_the_draw_that_would_close_the_window_is_judged_like_a_snap() -> None:
    snap = gesture(delay=600, claimed=430, round_trip=180)
    draw = gesture(delay=600, claimed=430, round_trip=180, action="draw")
    assert reaction_of(draw) == reaction_of(snap)
    assert not draw.is_snap
    assert snap.is_snap


@given(gestures_of("a"))
@many
def test_every_reaction_lies_between_the_fastest_and_the_whole_delay(contestant: Gesture) -> None:
    delay = contestant.arrived - contestant.sent
    assert FASTEST_REACTION <= reaction_of(contestant) <= max(FASTEST_REACTION, delay)
    assert reaction_of(contestant) >= delay - MOST_COMPENSATION


# Liars


@pytest.mark.parametrize("nonsense", [-1.0, -math.inf, math.inf, math.nan])
def test_a_claim_that_cannot_be_a_time_counts_as_not_told(nonsense: float) -> None:
    told = gesture(delay=600, claimed=nonsense, round_trip=180)
    assert told == gesture(delay=600, claimed=None, round_trip=180)
    assert reaction_of(told) == 510


def test_a_claim_of_zero_gains_the_slack_and_no_more() -> None:
    honest = gesture(delay=600, claimed=420, round_trip=180)
    liar = gesture(delay=600, claimed=0, round_trip=180)
    assert reaction_of(honest) - reaction_of(liar) == COMPENSATION_SLACK


@given(st.floats(0, 1e300), st.floats(0, 1e300))
@many
def test_a_larger_claim_never_helps(one: float, another: float) -> None:
    less, more = sorted((one, another))
    assert reaction_of(gesture(delay=600, claimed=less, round_trip=180)) <= reaction_of(
        gesture(delay=600, claimed=more, round_trip=180)
    )


def test_delayed_pongs_gain_nothing_where_a_kernel_is_asked() -> None:
    assert measured(40, 41, 42, kernel=41).value == 41
    assert measured(340, 341, 342, kernel=41).value == 41


def test_delayed_pongs_gain_nothing_where_a_proxy_tells_the_round_trip() -> None:
    assert measured(40, 41, 42, told=41).value == 41
    assert measured(340, 341, 342, told=40).value == 40 * (1 + MOST_JITTER_SHARE)


def test_without_anybodys_word_delayed_pongs_gain_no_more_than_a_small_cap() -> None:
    liar = Latency(measured(10_000, 10_000, 10_000))
    fastest = liar.rival("a", SENT).gesture(command="1", action="snap a1 #17", arrived=SENT + 600, claimed=0)
    assert reaction_of(fastest) == 600 - MOST_UNPROVEN_COMPENSATION
    assert MOST_UNPROVEN_COMPENSATION <= 60


def test_acknowledgements_that_are_late_on_average_gain_no_more_than_jitter_may() -> None:
    assert measured(*[300] * PINGS, kernel=KernelReading(200, 10)).value == 10 + MOST_JITTER + 10 * MOST_JITTER_SHARE


def test_a_delayed_handshake_gains_nothing() -> None:
    """TCP's average begins with the handshake, and forgets it only slowly."""
    assert measured(kernel=200).value == MOST_UNPROVEN
    assert measured(300, 300, 300, kernel=KernelReading(150, 10)).value == 10 * (1 + MOST_JITTER_SHARE)


def claim_everything(latency: Latency, count: int, action: str = "snap a1 #17", excess: float = 500) -> None:
    for number in range(count):
        terms = latency.rival("a", SENT)
        claimed = 500 - terms.round_trip - excess
        latency.add_need(terms.gesture(command=str(number), action=action, arrived=SENT + 500, claimed=max(0, claimed)))


def test_the_slack_of_who_always_claims_the_most_shrinks() -> None:
    latency = Latency(measured(40, kernel=40))
    claim_everything(latency, EXCESSES_FOR_SLACK - 1)
    assert latency.slack == COMPENSATION_SLACK
    claim_everything(latency, EXCESSES)
    assert latency.slack == LEAST_SLACK
    assert latency.rival("a", SENT).slack == LEAST_SLACK
    snap = latency.rival("a", SENT).gesture(command="s", action="snap a1 #17", arrived=SENT + 600, claimed=0)
    assert reaction_of(snap) == 600 - 40 - LEAST_SLACK


def test_honest_claims_where_nothing_is_at_stake_do_not_bring_the_slack_back() -> None:
    latency = Latency(measured(40, kernel=40))
    claim_everything(latency, EXCESSES)
    claim_everything(latency, 10 * EXCESSES, action="draw", excess=8)
    assert latency.slack == LEAST_SLACK


def test_what_a_slow_computer_needs_costs_no_slack() -> None:
    latency = Latency(measured(40, kernel=40))
    claim_everything(latency, EXCESSES, excess=USUAL_EXCESS)
    assert latency.slack == COMPENSATION_SLACK


def test_modest_claims_bring_the_slack_back() -> None:
    latency = Latency(measured(40, kernel=40))
    claim_everything(latency, EXCESSES)
    claim_everything(latency, EXCESSES, excess=8)
    assert latency.slack == COMPENSATION_SLACK


def test_a_few_slow_frames_cost_no_slack() -> None:
    latency = Latency(measured(40, kernel=40))
    for number in range(EXCESSES):
        claim_everything(latency, 1, excess=400 if number % 3 == 0 else 30)
    assert latency.slack == COMPENSATION_SLACK


def test_the_slack_shrinks_the_more_the_more_is_claimed() -> None:
    slacks = []
    for excess in (USUAL_EXCESS, (USUAL_EXCESS + LARGEST_EXCESS) / 2, LARGEST_EXCESS, 10 * LARGEST_EXCESS):
        latency = Latency(measured(40, kernel=40))
        claim_everything(latency, EXCESSES, excess=excess)
        slacks.append(latency.slack)
    assert slacks == [COMPENSATION_SLACK, (COMPENSATION_SLACK + LEAST_SLACK) / 2, LEAST_SLACK, LEAST_SLACK]


def calm_then_slow(claimed_share: float) -> tuple[Latency, float]:
    """Draws in calm at 15 ms, then pings and acknowledgements held back as a snap comes; and the round trip in calm."""
    socket = measured(*[15.0] * PINGS, kernel=15)
    latency = Latency(socket)
    for turn in range(20):
        terms = latency.rival("a", SENT)
        draw = terms.gesture(command=str(turn), action="draw", arrived=SENT + 900, claimed=885 * claimed_share)
        latency.add_need(draw)
    calm = latency.round_trip.value
    for _ in range(PINGS):
        socket.add_ping(215)
    socket.set_kernel_reading(KernelReading(215, 215))
    return latency, calm


@pytest.mark.parametrize("claimed_share", [1, 0])
def test_a_lag_switch_gains_nothing_over_the_calm_connection(claimed_share: float) -> None:
    latency, calm = calm_then_slow(claimed_share)
    slow = latency.rival("a", SENT)
    assert slow.round_trip == 215
    switched = slow.gesture(command="s", action="snap a1 #17", arrived=SENT + 400, claimed=0)
    assert reaction_of(switched) >= reaction_of(gesture(delay=400, claimed=0, round_trip=calm))


def test_lagging_in_some_snaps_does_not_move_the_quota() -> None:
    latency, calm = calm_then_slow(1)
    for snap in range(NEEDS // 3):
        latency.add_need(gesture(delay=600, claimed=385, round_trip=215, command=str(snap)))
    assert latency.quota == calm + QUOTA_SLACK


def test_a_connection_that_stays_slow_is_believed_in_the_end() -> None:
    latency, _ = calm_then_slow(1)
    for snap in range(NEEDS):
        latency.add_need(gesture(delay=600, claimed=385, round_trip=215, quota=latency.quota, command=str(snap)))
    assert latency.quota == 215 + QUOTA_SLACK


# Latency


def test_little_is_believed_of_an_unknown_connection() -> None:
    assert (RoundTrip().value, RoundTrip().source) == (MOST_UNPROVEN, "pings")
    assert Latency().quota is None
    assert Latency().slack == COMPENSATION_SLACK


def test_before_the_first_pong_the_kernel_is_believed_if_it_says_less() -> None:
    assert measured(kernel=23).value == 23


def test_one_late_pong_changes_nothing() -> None:
    assert measured(30, 32, 31, 2_000, 33).value == 32


def test_old_pongs_are_forgotten() -> None:
    assert measured(*[900] * 50, *[30] * PINGS).value == 30


def test_a_kernel_never_raises_the_round_trip() -> None:
    assert measured(40, 42, 41, kernel=400).value == 41


def test_each_round_trip_says_whose_word_it_is() -> None:
    assert [each.source for each in (measured(40, kernel=40, told=40), measured(40, told=40), measured(40))] == [
        "kernel",
        "proxy",
        "pings",
    ]


def test_a_new_socket_has_its_own_round_trip_but_the_persons_old_quota_and_slack() -> None:
    old, new = measured(15, kernel=15), RoundTrip()
    latency = Latency(old)
    claim_everything(latency, NEEDS)
    quota = latency.quota
    latency.remove_socket(old)
    latency.add_socket(new)
    assert latency.round_trip is new
    assert quota is not None
    assert (latency.quota, latency.slack) == (quota, LEAST_SLACK)


def test_of_several_sockets_the_nearest_counts() -> None:
    near, far = measured(15, kernel=15), measured(240, kernel=240)
    for sockets in ((near, far), (far, near)):
        assert Latency(*sockets).round_trip is near


def test_terms_are_read_anew_from_the_kernel() -> None:
    readings = [KernelReading(200, 200), KernelReading(30, 12)]
    socket = RoundTrip(read_kernel=lambda: readings.pop(0))
    socket.add_ping(500)
    latency = Latency(socket)
    assert [latency.rival("a", SENT).round_trip for _ in range(2)] == [200, 12 * (1 + MOST_JITTER_SHARE)]


def test_whoever_is_sent_the_discard_far_away_and_snaps_from_nearby_counts_as_near() -> None:
    near, far = measured(15, kernel=15), measured(240, kernel=240)
    latency = Latency(far)
    window = Window(DISCARD, "b", SENT)
    window.record_sending("a", latency, SENT)
    latency.add_socket(near)
    window.record_reaction("a", latency, command="1", action=Snap(Place("a", 1)), at=SENT + 400, claimed=0)
    assert reaction_of(window.gestures[0]) == 400 - 15 - COMPENSATION_SLACK


def test_there_is_no_quota_before_a_handful_of_gestures() -> None:
    latency = Latency()
    for turn in range(NEEDS_FOR_QUOTA):
        assert latency.quota is None
        latency.add_need(gesture(delay=500, claimed=440, round_trip=60, command=str(turn)))
    assert latency.quota == 60 + QUOTA_SLACK


def test_one_large_need_among_many_does_not_raise_the_quota() -> None:
    latency = Latency()
    for claimed in (440, 441, 250, 439, 440):
        latency.add_need(gesture(delay=500, claimed=claimed, round_trip=240))
    assert latency.quota == 120 + QUOTA_SLACK


def test_bots_need_nothing() -> None:
    latency = Latency()
    for _ in range(NEEDS):
        latency.add_need(gesture(delay=500, is_bot=True))
    assert latency.quota is None


@given(st.floats(1, 230), st.lists(st.floats(0, COMPENSATION_SLACK), min_size=NEEDS_FOR_QUOTA))
@many
def test_a_steady_connection_never_feels_its_quota(round_trip: float, extras: list[float]) -> None:
    latency = Latency()
    for extra in extras:
        need = round_trip + extra
        contestant = gesture(delay=400 + need, claimed=400, round_trip=round_trip, quota=latency.quota)
        assert reaction_of(contestant) == pytest.approx(400)
        latency.add_need(contestant)


def test_a_rivals_terms_become_the_gestures() -> None:
    latency, _ = calm_then_slow(1)
    terms = latency.rival("c", SENT, is_bot=True)
    made = terms.gesture(command="9", action="draw", arrived=SENT + 400, claimed=250)
    assert (made.seat, made.command, made.action, made.arrived, made.claimed) == ("c", "9", "draw", SENT + 400, 250)
    assert (made.sent, made.round_trip, made.source) == (SENT, latency.round_trip.value, "kernel")
    assert (made.quota, made.slack, made.is_bot) == (latency.quota, latency.slack, True)


def test_who_was_not_sent_the_discard_cannot_react_to_it() -> None:
    with pytest.raises(AssertionError, match="not been sent"):
        rival(sent=None).gesture(command="1", action="snap a1 #17", arrived=SENT, claimed=0)


# Order


def test_the_faster_reaction_beats_the_earlier_arrival() -> None:
    near = gesture("a", delay=430, claimed=410, round_trip=15)
    far = gesture("b", delay=560, claimed=375, round_trip=180)
    assert seats(order([near, far], KEY, DISCARD)) == "ba"


def test_a_draw_that_was_made_later_does_not_close_the_window_on_a_snap() -> None:
    draw = gesture("a", delay=430, claimed=410, round_trip=15, action="draw")
    snap = gesture("b", delay=560, claimed=375, round_trip=180)
    assert seats(order([draw, snap], KEY, DISCARD)) == "ba"


def test_a_draw_that_was_made_earlier_does() -> None:
    draw = gesture("a", delay=560, claimed=375, round_trip=180, action="draw")
    snap = gesture("b", delay=430, claimed=410, round_trip=15)
    assert seats(order([draw, snap], KEY, DISCARD)) == "ab"


def wins_of_the_slower(gap: float) -> int:
    """In how many of 400 discards, each with its own lots."""
    contestants = [gesture("a", delay=400), gesture("b", delay=400 + gap)]
    return sum(order(contestants, KEY, discard)[0].seat == "b" for discard in range(400))


def test_gaps_up_to_a_tie_are_decided_by_lot() -> None:
    assert wins_of_the_slower(TIE) == wins_of_the_slower(0)
    assert 160 < wins_of_the_slower(TIE) < 240


def test_a_wider_gap_is_decided_by_speed() -> None:
    assert wins_of_the_slower(TIE + 0.01) == 0


def test_lots_are_drawn_anew_for_each_round() -> None:
    contestants = [gesture("a", delay=400), gesture("b", delay=400)]
    winners = [order(contestants, bytes([number]), DISCARD)[0].seat for number in range(100)]
    assert 30 < winners.count("a") < 70


def test_arriving_first_does_not_break_a_tie() -> None:
    early, late = (
        [gesture("a", delay=400, sent=SENT + skew), gesture("b", delay=400, sent=SENT - skew)] for skew in (-50, 50)
    )
    for discard in range(50):
        assert seats(order(early, KEY, discard)) == seats(order(late, KEY, discard))


def test_each_place_is_decided_among_those_left() -> None:
    """The middle one ties with both others, who don't tie with each other."""
    contestants = [gesture(seat, delay=delay) for seat, delay in (("a", 400), ("b", 406), ("c", 412))]
    outcomes = {seats(order(contestants, KEY, discard)) for discard in range(100)}
    assert outcomes == {"abc", "acb", "bac"}


def test_a_seats_own_gestures_are_level_only_with_others() -> None:
    first = gesture("a", delay=400, command="1")
    second = gesture("a", delay=404, command="2", action="draw")
    for discard in range(50):
        assert order([second, first], KEY, discard) == [first, second]


def test_no_contestants_no_order() -> None:
    assert order([], KEY, DISCARD) == []


def test_the_order_in_which_gestures_are_listed_never_matters() -> None:
    contestants = [gesture(seat, delay=delay) for seat, delay in (("a", 400), ("b", 405), ("c", 405), ("d", 412))]
    for discard in range(20):
        assert len({seats(order(listed, KEY, discard)) for listed in permutations(contestants)}) == 1


@given(close_races(), st.randoms(use_true_random=False), st.integers(1, 99))
@many
def test_input_order_never_matters_in_any_race(contestants: list[Gesture], luck: Random, discard: int) -> None:
    shuffled = list(contestants)
    luck.shuffle(shuffled)
    assert order(shuffled, KEY, discard) == order(contestants, KEY, discard)
    assert sorted(order(shuffled, KEY, discard), key=lambda each: each.seat) == contestants


@given(close_races(), st.integers(1, 99))
@many
def test_who_is_clearly_faster_comes_first_whatever_a_third_does(contestants: list[Gesture], discard: int) -> None:
    places = order(contestants, KEY, discard)
    for place, one in enumerate(places):
        assert all(reaction_of(one) <= reaction_of(other) + TIE for other in places[place:])


@given(st.permutations("abcde"), gestures_of("f"), gestures_of("f"), st.integers(1, 99))
@many
def test_a_change_of_ones_own_gesture_moves_only_ones_own_place(
    others: list[str], one: Gesture, another: Gesture, discard: int
) -> None:
    apart = [gesture(seat, delay=300 + place * (TIE + 1)) for place, seat in enumerate(others)]
    for changed in (one, another):
        placed = order([*apart, changed], KEY, discard)
        assert [each for each in placed if each != changed] == apart


@given(close_races(), st.integers(1, 40), st.integers(1, 99))
@many
def test_being_slower_never_gains_a_place(contestants: list[Gesture], slower: int, discard: int) -> None:
    mine, *others = contestants
    late = msgspec.structs.replace(mine, arrived=mine.arrived + slower)
    before = order(contestants, KEY, discard).index(mine)
    assert order([late, *others], KEY, discard).index(late) >= before


# When the verdict is due


def test_without_rivals_the_verdict_is_due_at_once() -> None:
    assert verdict_due([gesture(delay=400)], []) == SENT + 400


def test_a_rival_is_waited_for_as_long_as_it_could_tie() -> None:
    far = rival(round_trip=180)
    assert verdict_due([gesture(delay=400)], [far]) == SENT + 400 + 180 + COMPENSATION_SLACK + TIE


def test_the_farthest_rival_decides() -> None:
    near, far = rival("y", round_trip=15), rival("z", round_trip=180)
    assert verdict_due([gesture(delay=400)], [near, far]) == verdict_due([gesture(delay=400)], [far])


def test_a_rivals_quota_shortens_the_wait() -> None:
    assert verdict_due([gesture(delay=400)], [rival(round_trip=180, quota=50)]) == SENT + 400 + 50 + TIE


def test_a_bot_is_waited_for_without_compensation() -> None:
    assert verdict_due([gesture(delay=400)], [rival(round_trip=180, is_bot=True)]) == SENT + 400 + TIE


def test_a_rival_who_is_already_too_late_is_not_waited_for() -> None:
    slow = gesture("a", delay=600, claimed=400, round_trip=200)
    assert verdict_due([slow], [rival(round_trip=15)]) == slow.arrived


def test_an_unsent_rival_is_waited_for_a_short_while() -> None:
    unsent = rival(sent=None, round_trip=40)
    expected = SENT + 400 + 40 + COMPENSATION_SLACK + FASTEST_REACTION + TIE
    assert verdict_due([gesture(delay=400)], [unsent]) == expected
    assert expected <= SENT + 400 + LONGEST_HOLD


def test_a_rival_who_is_sent_the_discard_at_last_is_waited_for_within_the_hold() -> None:
    first = gesture(delay=400)
    late = rival(sent=first.arrived + 5, round_trip=40)
    assert verdict_due([first], [late]) == first.arrived + LONGEST_HOLD


def test_nobody_stalls_a_table() -> None:
    absurd = [rival("x", round_trip=1e9), rival("y", round_trip=1e9, sent=None), rival("z", sent=SENT + 1e9)]
    for one in absurd:
        assert verdict_due([gesture(delay=400)], [one]) <= SENT + 400 + LONGEST_HOLD


def test_there_is_no_verdict_without_a_gesture() -> None:
    with pytest.raises(AssertionError, match="without a gesture"):
        verdict_due([], [rival()])


some_rivals = st.builds(
    rival,
    round_trip=st.floats(0, 600),
    quota=quotas,
    is_bot=st.booleans(),
)


@given(gestures_of("a"), gestures_of("b"), some_rivals, claims, st.floats(HAIR, 500), st.integers(1, 99))
@many
def test_nobody_who_comes_after_the_verdict_could_have_won(
    one: Gesture, another: Gesture, waited_for: Rival, claimed: float | None, late: float, discard: int
) -> None:
    arrived = verdict_due([one, another], [waited_for]) + late
    too_late = waited_for.gesture(command="1", action="snap a1 #17", arrived=arrived, claimed=claimed)
    assert reaction_of(too_late) > min(reaction_of(one), reaction_of(another)) + TIE
    assert order([too_late, one, another], KEY, discard)[0] != too_late


@given(gestures_of("b", st.floats(100, 600)), some_rivals)
@many
def test_somebody_could_still_tie_just_before_the_verdict(one: Gesture, waited_for: Rival) -> None:
    due = verdict_due([one], [waited_for])
    in_time = waited_for.gesture(command="1", action="snap a1 #17", arrived=due - HAIR, claimed=0)
    assert due == one.arrived or reaction_of(in_time) <= reaction_of(one) + TIE


@given(st.lists(times, min_size=2, max_size=5), st.floats(0, 600), some_rivals | st.just(rival(sent=None)))
@many
def test_another_gesture_never_puts_the_verdict_off(delays: list[float], round_trip: float, far: Rival) -> None:
    arrivals = [
        gesture(seat, delay=delay, claimed=0, round_trip=round_trip)
        for seat, delay in zip("abcde", sorted(delays), strict=False)
    ]
    dues = [verdict_due(arrivals[:count], [far]) for count in range(1, len(arrivals) + 1)]
    assert dues == sorted(dues, reverse=True)


# Verdicts


def test_a_verdict_lists_gestures_and_reactions_in_their_order() -> None:
    near = gesture("a", delay=430, claimed=410, round_trip=15)
    far = gesture("b", delay=560, claimed=375, round_trip=180)
    assert judge([near, far], KEY, DISCARD) == Verdict(DISCARD, (Finish(far, 375), Finish(near, 410)))


def read_back(verdict: Verdict) -> Verdict:
    return msgspec.json.decode(msgspec.json.encode(verdict), type=Verdict)


@given(
    st.tuples(gestures_of("a"), gestures_of("b"), gestures_of("c")) | close_races(),
    st.integers(1, 99),
    st.none() | st.sampled_from("abc"),
)
@many
def test_whoever_reads_the_log_comes_to_the_same_verdict(
    contestants: list[Gesture], discard: int, discarder: str | None
) -> None:
    verdict = judge(contestants, KEY, discard) if discarder is None else judge_relaxed(contestants, discard, discarder)
    assert judge_again(verdict, KEY) == verdict
    assert read_back(verdict) == verdict
    assert judge_again(read_back(verdict), KEY) == verdict


def test_a_verdict_from_before_terms_had_a_source_and_a_slack_is_read_and_comes_out_the_same() -> None:
    old = (
        b'{"discard":17,"finishes":['
        b'{"gesture":{"seat":"b","command":"1","action":"snap b2 #17","sent":0.0,"arrived":560.0,'
        b'"claimed":0.0,"round_trip":180.0},"reaction":360.0},'
        b'{"gesture":{"seat":"a","command":"1","action":"snap a1 #17","sent":0.0,"arrived":430.0,'
        b'"claimed":410.0,"round_trip":15.0},"reaction":410.0}]}'
    )
    verdict = msgspec.json.decode(old, type=Verdict)
    assert [finish.gesture.source for finish in verdict.finishes] == [None, None]
    assert judge_again(verdict, KEY) == verdict


def test_a_forged_order_is_found_out() -> None:
    verdict = judge([gesture("a", delay=400), gesture("b", delay=500)], KEY, DISCARD)
    forged = msgspec.structs.replace(verdict, finishes=verdict.finishes[::-1])
    assert judge_again(forged, KEY) != forged


def test_a_forged_reaction_is_found_out() -> None:
    verdict = judge([gesture("a", delay=400)], KEY, DISCARD)
    forged = msgspec.structs.replace(verdict, finishes=(Finish(verdict.finishes[0].gesture, 300),))
    assert judge_again(forged, KEY) == verdict != forged


def test_a_forged_lot_is_found_out() -> None:
    contestants = [gesture(seat, delay=400) for seat in "abcdef"]
    assert judge_again(judge(contestants, b"another key", DISCARD), KEY) != judge(contestants, b"another key", DISCARD)


# Relaxed tables


def test_relaxed_snaps_go_clockwise_from_the_seat_after_the_discarder() -> None:
    contestants = [gesture(seat, delay=delay) for seat, delay in (("a", 400), ("b", 900), ("c", 100), ("d", 5_000))]
    for listed in permutations(contestants):
        assert seats(order_relaxed(listed, "b")) == "cdab"


def test_a_relaxed_draw_waits_for_every_snap() -> None:
    draw = gesture("c", delay=200, action="draw")
    snaps = [gesture("d", delay=900), gesture("b", delay=5_000)]
    assert seats(order_relaxed([draw, *snaps], "b")) == "dbc"


def test_a_seats_own_relaxed_snaps_keep_their_order() -> None:
    first, second = gesture("a", delay=400, command="2"), gesture("a", delay=500, command="1")
    assert order_relaxed([second, first], "b") == [first, second]


def test_a_relaxed_verdict_is_due_when_all_have_committed_or_passed() -> None:
    assert relaxed_due(SENT, [], 6_000) == SENT


@pytest.mark.parametrize(("snaps", "seconds"), [("calm", 3), ("relaxed", 6)])
def test_a_relaxed_verdict_waits_the_whole_window_for_the_last_who_was_sent_the_discard(
    snaps: str, seconds: int
) -> None:
    rivals = [rival("y", sent=SENT + 3), rival("z", sent=SENT + 70)]
    assert relaxed_due(SENT, rivals, COMMIT_TIMES[snaps]) == SENT + 70 + 1000 * seconds


@pytest.mark.parametrize("sent", [None, SENT + 1e9])
def test_nobody_stalls_a_relaxed_table(sent: float | None) -> None:
    assert relaxed_due(SENT, [rival(sent=sent)], 3_000) == SENT + 3_000 + COMMIT_SLACK


def test_a_relaxed_verdict_knows_its_discarder_and_needs_no_key() -> None:
    verdict = judge_relaxed([gesture("a", delay=400), gesture("b", delay=900)], DISCARD, "a")
    assert [finish.gesture.seat for finish in verdict.finishes] == ["b", "a"]
    assert [finish.reaction for finish in verdict.finishes] == [900, 400]
    assert judge_again(verdict, b"any key") == verdict
