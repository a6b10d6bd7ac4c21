"""What somebody asks for who opens a table, and by which name they want to be known."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from ...presets import DEFAULT_RULES
from ..protocol.messages import Options
from ..sessions import clean_name
from ..tables.opening import tutorial
from ..tables.opening.new_table import NewTable, make_lesson
from ..tables.table_state import MOST_SEATS
from .problems import Problem
from .rule_answers import DEFAULT_SEATS


class NameBody(Struct, forbid_unknown_fields=True):
    name: Annotated[str, Meta(max_length=200)]

    def check(self) -> str:
        """The name as it is shown, or a Problem."""
        try:
            return clean_name(self.name)
        except ValueError as error:
            raise Problem(422, "name", str(error), {"name": str(error)}) from None


class TableBody(Struct, forbid_unknown_fields=True):
    rules: Annotated[str, Meta(max_length=4000)] = DEFAULT_RULES
    changes: dict[str, Any] = {}
    seats: Annotated[int, Meta(ge=2, le=MOST_SEATS)] = DEFAULT_SEATS
    options: Options = Options()
    bots: Annotated[list[Annotated[str, Meta(max_length=16)]], Meta(max_length=MOST_SEATS - 1)] = []
    start: bool = False
    #: The client adds seeds to shuffles: so a match that begins at once begins when it comes to the table.
    seeds: bool = False
    #: The number of a lesson, for which everything else is chosen; 0: no lesson.
    lesson: Annotated[int, Meta(ge=0, le=len(tutorial.LESSONS))] = 0

    def wanted(self) -> NewTable:
        if self.lesson:
            return make_lesson(self.lesson)
        return NewTable(self.rules, self.changes, self.seats, self.options, tuple(self.bots), self.start, self.seeds)
