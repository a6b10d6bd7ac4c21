"""Turns in which nothing happens: a card is drawn, thrown, and its power declined."""

from tests.table import Table


def pass_turn(table: Table) -> list[str]:
    """Let the seat whose turn it is do nothing of interest."""
    seat = table.turn
    assert seat is not None, "nobody is to play"
    events = table.play(f"{seat} draw", f"{seat} throw")
    if table.turn == seat and "skip" in table.legal(seat):
        events += table.play(f"{seat} skip")
    return events


def pass_turns(table: Table, turns: int) -> None:
    """Let that many turns go by."""
    for _ in range(turns):
        pass_turn(table)


def empty_the_stock(table: Table) -> None:
    """Let turns go by until the last card of the stock has been thrown."""
    pass_turns(table, table.stock_size)
