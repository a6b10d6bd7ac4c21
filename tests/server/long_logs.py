"""Long logs: tables where two people have played for as long as a test wants them to."""

from __future__ import annotations

from collections.abc import Sequence

from cambio.server.protocol.messages import Options
from cambio.server.store.contract import Entry, Person, Store, TableRow
from cambio.server.tables import log_entries
from cambio.server.tables.log_entries import AnyBody, Dealt, Opened, Played, Sat, Shuffle, Started
from cambio.server.tables.table_state import TableState

#: Rounds end by themselves when the stock is used up, and are followed by others; or one round never ends.
MANY_ROUNDS = "cambia match.rounds=0 turn.stock=show"
ONE_ROUND = "cambia match.rounds=0"
OWNER = "nobody-who-is-running"
#: What is done where it may be; each leads on, and nobody calls.
USUAL = ("ready", "draw", "throw", "skip", "close")


def make_log(
    length: int,
    rules: str,
    people: Sequence[str] = ("ana", "ben"),
    at: int = 1_700_000_000_000,
    shuffle: Shuffle | None = None,
) -> list[Entry]:
    """Entries of a table whose people draw and throw; each action is a command of its own."""
    opened = Opened(rules, len(people), Options(clock=0, snaps="relaxed"), people[0])
    table = TableState.from_opening(opened)
    rows: list[Entry] = []

    def write(body: AnyBody, actor: str = "table", cmd_id: str | None = None) -> None:
        rows.append(Entry(len(rows) + 1, cmd_id, actor, log_entries.encode(body), at + len(rows)))
        table.apply(len(rows), actor, cmd_id, body, at + len(rows) - 1)

    write(opened)
    for seat, person in zip("abcdefgh", people, strict=False):
        write(Sat(seat, person, person.title()))
    write(Started(tuple("abcdefgh"[: len(people)]), "a secret", shuffle=shuffle))
    while len(rows) < length:
        if table.stage != "playing" or table.game is None:
            write(Dealt(shuffle))
            continue
        actor = next(iter(table.deciders()), "dealer")
        legal = list(map(str, table.game.legal(actor, snaps=False)))
        action = next((each for each in USUAL if each in legal), legal[0])
        write(Played(actor, action), table.people().get(actor, "table"), f"command-{len(rows) + 1}")
    return rows


async def add_table(store: Store, table_id: str, rows: Sequence[Entry], people: Sequence[str] = ("ana", "ben")) -> None:
    """A table with that log, which nobody holds; its people are added by whoever calls, or are there."""
    at = rows[0].at
    await store.create_table(TableRow(table_id, f"CODE-{table_id}", at + 1, people[0], False, at))
    await store.append(table_id, await store.claim(table_id, OWNER), rows)


async def add_people(store: Store, *people: str) -> None:
    for person in people:
        await store.add_person(Person(person, person.title(), 1_700_000_000_000))
