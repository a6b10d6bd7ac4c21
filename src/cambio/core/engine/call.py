"""Calling: a seat that thinks it is lowest says so, and everybody else gets a last turn."""

from __future__ import annotations

from . import constants, event_codes, option_codes, phases, refusals
from .event_log import report
from .table import Table
from .turn import pass_turn, why_not_begin
from .window import close_window


def may_call_yet(table: Table) -> int:
    """Nobody has called, and the table has gone round often enough."""
    return table.caller == constants.NOBODY and table.lap >= table.ruleset.call_from_lap


def why_not_call(table: Table) -> int:
    """Only the moment counts: whether the hand is low enough is found out at the show."""
    if table.caller != constants.NOBODY:
        return refusals.ALREADY_CALLED
    if table.lap < table.ruleset.call_from_lap:
        return refusals.TOO_EARLY_TO_CALL
    if table.ruleset.call_when == option_codes.CALL_WHEN_START and table.phase != phases.START:
        return refusals.CALL_AT_THE_START
    if table.ruleset.call_when == option_codes.CALL_WHEN_END and table.phase != phases.ENDING:
        return refusals.CALL_AT_THE_END
    if table.phase == phases.ENDING:
        return refusals.GIFT_COMES_FIRST if table.gifts else refusals.LAWFUL
    return why_not_begin(table)


def call(table: Table, seat: int) -> None:
    if table.listening:
        report(table, event_codes.CALLED, seat)
    become_caller(table, seat)


def knock(table: Table) -> None:
    """A seat that is to draw without a card in its hand calls by itself."""
    if table.listening:
        report(table, event_codes.KNOCKED, table.turn)
    table.knocked = 1
    become_caller(table, table.turn)


def become_caller(table: Table, seat: int) -> None:
    table.caller = seat
    if table.chain == seat and table.ruleset.call_lock:
        close_window(table)
    if table.ruleset.call_last_turns:
        pass_turn(table)
    else:
        table.phase = phases.BACK


def end_turn(table: Table) -> None:
    """Where calls come at the end of a turn, the seat decides about that first."""
    if (
        table.ruleset.call_when == option_codes.CALL_WHEN_END
        and may_call_yet(table)
        and not table.out >> table.turn & 1
    ):
        table.phase = phases.ENDING
    else:
        pass_turn(table)


def decline_call(table: Table, seat: int) -> None:
    if table.listening:
        report(table, event_codes.SKIPPED, seat)
    pass_turn(table)
