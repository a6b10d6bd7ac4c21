"""Public tables, which anybody may join: those in memory here, and those of the other workers; and quick play."""

from __future__ import annotations

from ...bots.levels import LADDER
from ...errors import RulesError
from ...rules import Rules
from ..protocol.messages import Options
from ..routing.peers import Peers, PublicTable
from ..store.contract import Person
from .opening.new_table import NewTable
from .table_registry import TableRegistry
from .table_state import TableState


class PublicTables:
    """Tables where somebody is connected and the match is not over."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self.peers = Peers(registry.store, registry.owner, self._list_own)

    def all(self) -> list[PublicTable]:
        return [*self._list_own(), *self.peers.public_tables]

    def _list_own(self) -> list[PublicTable]:
        return [
            list_table(live_table.id, live_table.table)
            for live_table in self._registry.tables_in_memory()
            if live_table.table.options.public and live_table.table.stage != "over" and live_table.subscribers.viewers
        ]

    async def quick(self, person: Person, rules: str, level: str, seats: int) -> str:
        """A table that waits for players, or a new one to which bots will come."""
        chosen = Rules.parse(rules)
        await self.peers.refresh()
        for table in self.all():
            # The larger a table is, the more packs its rules may have.
            if table.is_waiting and table.rules == str(chosen.suited_to(table.seats)):
                return table.table
        if level not in LADDER:
            raise RulesError(f"level: expected one of {', '.join(LADDER)}, but found {level!r}", "level")
        new = NewTable(rules=rules, seats=seats, options=Options(public=True), fill=level)
        return (await self._registry.open_table(person, new)).id


def list_table(table_id: str, table: TableState) -> PublicTable:
    """What the lobby shows of a table."""
    return PublicTable(
        table_id,
        str(table.rules),
        table.names().get(table.seat_of(table.host or ""), ""),
        table.capacity,
        len(table.sitters),
        table.stage,
        is_waiting=table.fill is not None and table.stage == "lobby" and bool(table.free_seats()),
    )
