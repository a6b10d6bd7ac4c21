"""Search tasks: the searches that a table has asked for, each in a task of its own.

A bot that searches never blocks its table: the table goes on, and the decision comes through its inbox. By then the
seat may have something else to decide, or none; so a decision belongs to a position.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass

from ...places import Seat
from ..logs import log_failure
from .question import SearchAnswer, Searcher, SearchFailed, SearchQuestion


@dataclass(frozen=True, slots=True)
class Position:
    """What a decision is about: a seat, the number of its question, and how many actions had been played.

    Where the question is whether to snap, its number is that of the discard.
    """

    seat: Seat
    question: int
    actions: int
    is_snap: bool = False


#: Takes the decision for a position; None if there was no search.
PostDecision = Callable[[Position, SearchAnswer | None], Awaitable[None]]


class SearchTasks:
    """The searches of one table that are under way."""

    def __init__(self, searcher: Searcher, post: PostDecision) -> None:
        self._searcher = searcher
        self._post = post
        self._tasks: dict[Position, asyncio.Task[None]] = {}

    def __contains__(self, position: Position) -> bool:
        return position in self._tasks

    def start(self, position: Position, question: SearchQuestion) -> None:
        self._tasks[position] = asyncio.create_task(self._search(position, question))

    async def _search(self, position: Position, question: SearchQuestion) -> None:
        try:
            answer: SearchAnswer | None = await self._searcher.search(question)
        except SearchFailed:
            answer = None
        except Exception:
            log_failure("search failed")
            answer = None
        await self._post(position, answer)

    def finish(self, position: Position) -> bool:
        """The decision has arrived; whether it is still awaited."""
        task = self._tasks.pop(position, None)
        if task is not None:
            # Another search for the same position may have been cancelled too late to keep its decision back.
            task.cancel()
        return task is not None

    def keep_only(self, positions: Collection[Position]) -> None:
        """Cancel the searches for all other positions: nobody asks for their decisions any more."""
        for position in [each for each in self._tasks if each not in positions]:
            self._tasks.pop(position).cancel()
