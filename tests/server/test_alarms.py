"""Alarms: the one that is due first comes first, once, and those that nobody needs any more are cancelled."""

from __future__ import annotations

from cambio.server.tables.alarms import Alarms, BotDecisionDue, GraceOver, TableEmpty, VerdictDue


def test_the_alarm_that_is_due_first_comes_first_and_once() -> None:
    alarms = Alarms()
    assert alarms.next_time() is None
    alarms.set(GraceOver("b"), 30)
    alarms.set(VerdictDue(), 20)
    assert alarms.next_time() == 20
    assert alarms.pop_due(19) is None
    assert alarms.pop_due(35) == VerdictDue()
    assert alarms.pop_due(35) == GraceOver("b")
    assert alarms.pop_due(35) is None


def test_each_seat_has_its_own() -> None:
    alarms = Alarms()
    alarms.set(GraceOver("a"), 10)
    alarms.set(GraceOver("b"), 20)
    alarms.cancel(GraceOver("a"))
    alarms.cancel(GraceOver("c"))
    assert alarms.next_time() == alarms.time_of(GraceOver("b")) == 20
    assert alarms.time_of(GraceOver("a")) is None


def test_setting_an_alarm_again_moves_it() -> None:
    alarms = Alarms()
    alarms.set(TableEmpty(), 10)
    alarms.set(TableEmpty(), 50)
    assert alarms.pop_due(20) is None
    assert alarms.pop_due(50) == TableEmpty()


def test_some_kinds_are_kept_and_the_others_cancelled() -> None:
    alarms = Alarms()
    alarms.set(GraceOver("a"), 10)
    alarms.set(VerdictDue(), 20)
    alarms.set(BotDecisionDue("b", 7), 5)
    assert alarms.keep_only((GraceOver, VerdictDue)) == {BotDecisionDue("b", 7): 5}
    assert alarms.next_time() == 10
