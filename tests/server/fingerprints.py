"""Fingerprints: by these a test compares two states of a table."""

from __future__ import annotations

from typing import Any

from cambio.server.tables.table_state import TableState


def fingerprint(table: TableState) -> dict[str, Any]:
    """Everything that two tables of the same entries have in common."""
    facts: dict[str, Any] = {
        "seq": table.seq,
        "at": table.at,
        "stage": table.stage,
        "host": table.host,
        "sitters": dict(table.sitters),
        "questions": dict(table.questions),
        "rules": str(table.rules),
        "options": table.options,
        "done": dict(table.done),
        "races": dict(table.races),
    }
    if table.match is not None and table.game is not None:
        facts |= {"tally": dict(table.match.tally), "round": table.match.round, "dealer": table.match.dealer}
        facts |= {"record": list(table.game.record), "events": [event.to_json() for event in table.game.events]}
        facts |= {"views": [table.game.view(seat).to_json() for seat in (*table.game.seats, None)]}
    return facts
