"""The event log: what happened at the table, for whoever listens. Callers ask ``table.listening`` first."""

from __future__ import annotations

from ..arrays import int_array
from . import constants, event_codes
from .table import Table


def record(table: Table, kind: int, seat: int, place: int, other: int, card: int, sees: int, number: int) -> None:
    """Append an event to the log, which grows as needed."""
    if table.log_size + event_codes.WIDTH > table.log_capacity:
        capacity = table.log_capacity * 2 + 16 * event_codes.WIDTH
        table.log = int_array.grow(table.log, table.log_capacity, capacity)
        table.log_capacity = capacity
    log = table.log
    size = table.log_size
    log[size] = kind
    log[size + 1] = seat
    log[size + 2] = place
    log[size + 3] = other
    log[size + 4] = card
    log[size + 5] = sees
    log[size + 6] = number
    table.log_size = size + event_codes.WIDTH


def read_log(table: Table, start: int) -> list[tuple[int, ...]]:
    """The events from there on: the numbers of each, with the face in place of the card, and how many seats there are.

    So they mean the same at every table.
    """
    events: list[tuple[int, ...]] = []
    log = table.log
    while start < table.log_size:
        card = log[start + 4]
        face = constants.NO_CARD if card == constants.NO_CARD else table.ruleset.face[card]
        events.append(
            (
                table.seats,
                log[start],
                log[start + 1],
                log[start + 2],
                log[start + 3],
                face,
                log[start + 5],
                log[start + 6],
            )
        )
        start += event_codes.WIDTH
    return events


def report(table: Table, kind: int, seat: int) -> None:
    """An event about a seat and nothing else."""
    record(table, kind, seat, constants.NOWHERE, constants.NOWHERE, constants.NO_CARD, 0, 0)


def report_place(table: Table, kind: int, seat: int, place: int, other: int) -> None:
    """An event about places, in which no face is shown."""
    record(table, kind, seat, place, other, constants.NO_CARD, 0, 0)


def report_card(table: Table, kind: int, seat: int, place: int, card: int, sees: int) -> None:
    """An event that shows a card to some seats, or to everybody."""
    record(table, kind, seat, place, constants.NOWHERE, card, sees, 0)


def report_discard(table: Table, kind: int, seat: int, place: int, card: int) -> None:
    """A numbered card comes onto the pile."""
    record(table, kind, seat, place, constants.NOWHERE, card, table.public, table.discard_number)


def report_number(table: Table, kind: int, seat: int, number: int) -> None:
    record(table, kind, seat, constants.NOWHERE, constants.NOWHERE, constants.NO_CARD, 0, number)
