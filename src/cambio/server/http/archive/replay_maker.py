"""Makes replays from .cambio files: in slices, so that no table waits, and of bounded size, whatever a file says."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Generator
from dataclasses import replace
from typing import TypeVar

import msgspec

from ....errors import NotationError
from ....notation import read
from ....replay import RecordedRound, RoundNotOver, Viewpoint, ViewpointError, reading_recorded, steps_of
from ...tables.replay_projection import FILE_HOLDER, Onlooker, tell_replay, tell_step
from ...time_slice import TimeSlice
from ..request_checks import Problem

#: Letters in a file and in one line of it, and actions in a round. A round of an evening has a few hundred actions, and
#: a file of ten thousand letters.
LONGEST_TEXT, LONGEST_LINE, MOST_ACTIONS = 64_000, 4_000, 3_000
#: Cards that lie before the players, counted again at each step: so much may be told at once.
MOST_CARDS_TOLD = 300_000
#: All cards that were in hands were seen by everybody in the end. So a player's own copy of a finished round needs no
#: guess, and one that does is none.
ATTEMPTS = 1
#: Those who wait for a replay while another is made; one more is asked to come back later.
MAX_WAITING = 32
TOO_LONG = "this round is too long to be shown step by step"

_encoder = msgspec.json.Encoder()
T = TypeVar("T")


class ReplayMaker:
    """Makes one replay after the other, beside everything else that the server does."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def make(
        self, text: str, viewpoint: Viewpoint, onlooker: Onlooker = FILE_HOLDER, *, compressed: bool
    ) -> bytes:
        """The replay as JSON, or a problem that says what is wrong with the file or the viewpoint."""
        if self._waiting >= MAX_WAITING:
            raise Problem(503, "busy", "many people look at finished rounds right now: try again soon")
        self._waiting += 1
        try:
            async with self._turn:
                body = await _make_body(text, viewpoint, onlooker)
        except NotationError as error:
            raise Problem(422, "notation", str(error)) from None
        except ViewpointError as error:
            raise Problem(422, "viewpoint", str(error)) from None
        except RoundNotOver as error:
            raise Problem(422, "not_over", str(error)) from None
        finally:
            self._waiting -= 1
        # Other threads run while this one compresses.
        return await asyncio.to_thread(gzip.compress, body, mtime=0) if compressed else body


async def _make_body(text: str, viewpoint: Viewpoint, onlooker: Onlooker) -> bytes:
    time_slice = TimeSlice()
    recorded = await _read_in_slices(text, time_slice)
    if onlooker.shared is not None:
        recorded = replace(recorded, scope=onlooker.shared.scope)
    steps: list[bytes] = []
    told = 0
    for step in steps_of(recorded, viewpoint):
        told += len(step.view.known_by)
        if told > MOST_CARDS_TOLD:
            raise Problem(422, "too_long", TOO_LONG)
        steps.append(_encoder.encode(tell_step(step, onlooker)))
        await time_slice.yield_if_spent()
    whole = _encoder.encode(tell_replay(recorded, viewpoint, onlooker))
    return whole.removesuffix(b"[]}") + b"[" + b",".join(steps) + b"]}"


async def _read_in_slices(text: str, time_slice: TimeSlice) -> RecordedRound:
    if len(text) > LONGEST_TEXT or any(len(line) > LONGEST_LINE for line in text.splitlines()):
        raise Problem(422, "too_long", TOO_LONG)
    record = read(text)
    if len(record.lines) > MOST_ACTIONS:
        raise Problem(422, "too_long", TOO_LONG)
    return await _run_in_slices(reading_recorded(record, ATTEMPTS), time_slice)


async def _run_in_slices(work: Generator[None, None, T], time_slice: TimeSlice) -> T:
    """What the work returns; between two of its steps others may run."""
    while True:
        try:
            next(work)
        except StopIteration as ended:
            result: T = ended.value
            return result
        await time_slice.yield_if_spent()
