"""Makes replays from .cambio files: in slices, so that no table waits, and of bounded size, whatever a file says."""

from __future__ import annotations

import asyncio
import gzip
import secrets
from collections.abc import AsyncIterator, Generator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import TypeVar

import msgspec

from ....core.engine.rng import Rng
from ....errors import NotationError, SeatError
from ....notation import is_match, read, round_of_match
from ....places import Seat
from ....replay import (
    Continuation,
    NothingToDecide,
    RecordedRound,
    RoundNotOver,
    Viewpoint,
    check_seat,
    continuing,
    reading_recorded,
    steps_of,
)
from ...tables.replay_projection import FILE_HOLDER, Onlooker, tell_replay, tell_step
from ...time_slice import TimeSlice
from ..request_checks import Problem

#: Letters in a file and in one line of it, and actions in a round. A round of an evening has a few hundred actions, and
#: a file of ten thousand letters.
LONGEST_TEXT, LONGEST_LINE, MOST_ACTIONS = 64_000, 4_000, 3_000
#: Letters in the file of a match, of which one round at a time is shown.
LONGEST_MATCH = 400_000
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


@dataclass(frozen=True)
class RoundOfFile:
    """The part of a file that is one round; of a match, which round, and how many there are."""

    text: str
    number: int | None = None
    rounds: int | None = None


class ReplayMaker:
    """Makes one replay after the other, beside everything else that the server does."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def make(
        self,
        text: str,
        viewpoint: Viewpoint,
        onlooker: Onlooker = FILE_HOLDER,
        *,
        number: int = 1,
        compressed: bool,
    ) -> bytes:
        """The replay as JSON, of a match's file the round of that number.

        Or a problem that says what is wrong with the file or the viewpoint.
        """
        async with self._take_turn():
            body = await _make_body(_pick_round(text, number), viewpoint, onlooker)
        # Other threads run while this one compresses.
        return await asyncio.to_thread(gzip.compress, body, mtime=0) if compressed else body

    async def continue_round(self, text: str, step: int, seat: Seat, *, number: int = 1, is_anew: bool) -> Continuation:
        """The round as it stood at a step; what the seat had not seen may be dealt anew."""
        async with self._take_turn():
            time_slice = TimeSlice()
            recorded = await _read_in_slices(_pick_round(text, number).text, time_slice)
            check_seat(seat, recorded.game.seats)
            chance = Rng(secrets.randbits(63))
            work = continuing(recorded, step, unseen_by=seat if is_anew else None, rng=chance)
            return await _run_in_slices(work, time_slice)

    @asynccontextmanager
    async def _take_turn(self) -> AsyncIterator[None]:
        """One after the other; whatever is wrong with a file is a problem of whoever brought it."""
        if self._waiting >= MAX_WAITING:
            raise Problem(503, "busy", "many people look at finished rounds right now: try again soon")
        self._waiting += 1
        try:
            async with self._turn:
                yield
        except NotationError as error:
            raise Problem(422, "notation", str(error)) from None
        except SeatError as error:
            raise Problem(422, "viewpoint", str(error)) from None
        except RoundNotOver as error:
            raise Problem(422, "not_over", str(error)) from None
        except NothingToDecide as error:
            raise Problem(422, "round_is_over", str(error)) from None
        finally:
            self._waiting -= 1


def _pick_round(text: str, number: int) -> RoundOfFile:
    if len(text) > LONGEST_MATCH:
        raise Problem(422, "too_long", TOO_LONG)
    if not is_match(text):
        if len(text) > LONGEST_TEXT:
            raise Problem(422, "too_long", TOO_LONG)
        return RoundOfFile(text)
    picked, rounds = round_of_match(text, number)
    if picked is None:
        raise Problem(422, "no_round", f"there is no round {number} in this match: it has rounds 1 to {rounds}")
    # Other rounds are blank lines in it.
    if sum(map(len, picked.splitlines())) > LONGEST_TEXT:
        raise Problem(422, "too_long", TOO_LONG)
    return RoundOfFile(picked, number, rounds)


async def _make_body(part: RoundOfFile, viewpoint: Viewpoint, onlooker: Onlooker) -> bytes:
    time_slice = TimeSlice()
    recorded = await _read_in_slices(part.text, time_slice)
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
    replay = tell_replay(recorded, viewpoint, onlooker)
    whole = _encoder.encode(msgspec.structs.replace(replay, round=part.number, rounds=part.rounds))
    return whole.removesuffix(b"[]}") + b"[" + b",".join(steps) + b"]}"


async def _read_in_slices(text: str, time_slice: TimeSlice) -> RecordedRound:
    if any(len(line) > LONGEST_LINE for line in text.splitlines()):
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
