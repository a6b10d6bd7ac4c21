"""A table as a snapshot: all that its entries have added up to so far, and its latest updates.

A snapshot is discardable. The log alone is the table: a snapshot that another version of the program took, or that
can't be read, is ignored. It holds hidden cards and the match's secret, as the log does, and lies in the same file.
"""

from __future__ import annotations

import zlib
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec import Struct

from ....actions import Action, parse_action
from ....core.engine.table_snapshot import TableSnapshot as CoreSnapshot
from ....events import Event
from ....game import Game
from ....highlights import Highlight
from ....match import Match
from ....notation import Race
from ....outcome import Outcome
from ....places import Seat, seat_named
from ....rules import Rules
from ....shuffles import KeyedLuck, ShuffleProof
from ....version import VERSION
from ...protocol.messages import Ending, Judged, Options
from ...store.daily_deals import DailyDeal
from ..log_entries import Continued
from ..sitter import Sitter
from ..table_state import TableState
from ..updates import UPDATES_KEPT, Update
from .packed_events import PackedEvent, pack_event, unpack_event

#: Raised whenever the structs below, or what they are made from, change. A new release begins anew in any case.
FORMAT = 4
HEADER = f"cambio {VERSION} snapshot {FORMAT}\n".encode()
#: Bytes of the checksum, which follows the header.
CHECKSUM_SIZE = 4
#: Fast rather than small: events repeat themselves, so even this makes a third of them.
COMPRESSION = 1


class UnreadableSnapshot(Exception):
    """A snapshot that this program can't use: the log is read instead."""


class GameState(Struct, array_like=True):
    """A round: where every card lies, the dealer's luck to come, and everything that has happened."""

    cards: CoreSnapshot
    #: None: it comes from the table's proof.
    luck: tuple[bytes, int] | None
    seed: int
    deck: tuple[int, ...]
    shuffles: list[tuple[int, ...]]
    shuffled_at: list[int]
    shuffles_to_come: list[list[str]]
    record: list[tuple[str, str]]
    events: list[PackedEvent]


class MatchState(Struct, array_like=True):
    dealer: str
    tally: dict[str, int]
    endings: list[Ending]


class UpdateState(Struct, array_like=True):
    seq: int
    events: list[PackedEvent]
    news: str | None
    seat: str | None
    race: tuple[Judged, ...]
    stand_ins: list[str | None]
    heads: dict[str, str]


class State(Struct, array_like=True):
    """The fields of a table's state, and its latest updates."""

    rules: str
    capacity: int
    options: Options
    host: str | None
    fill: str | None
    starts: bool
    seq: int
    at: int
    stage: str
    sitters: dict[str, Sitter]
    match: MatchState | None
    began: int
    scored: int
    played: int
    secret: str
    first_secret: str
    daily: DailyDeal | None
    announced: dict[str, str] | None
    proof: ShuffleProof | None
    game: GameState | None
    is_lesson: bool
    lesson: int
    continued: Continued | None
    stand_ins: list[str | None]
    races: dict[int, Race]
    highlights: dict[str, Highlight]
    dealers: list[str]
    questions: dict[str, int]
    done: list[tuple[str, str, int]]
    asked: dict[str, tuple[int, ...]]
    updates: list[UpdateState]


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(State)


@dataclass(frozen=True)
class Capture:
    """What a snapshot needs of a table that goes on: what changes is copied, what never changes is shared."""

    state: State
    record: list[tuple[Seat, Action]]
    events: list[Event]
    updates: list[Update]


def capture(table: TableState, updates: Iterable[Update]) -> Capture:
    """Quick, since the table waits for it; `encode` has the slow part, and may run elsewhere."""
    match, game = table.match, table.game
    state = State(
        rules=table.rules_text,
        capacity=table.capacity,
        options=table.options,
        host=table.host,
        fill=table.fill,
        starts=table.starts,
        seq=table.seq,
        at=table.at,
        stage=table.stage,
        sitters=dict(table.sitters),
        match=_capture_match(match) if match is not None else None,
        began=table.began,
        scored=table.scored,
        played=table.played,
        secret=table.secret,
        first_secret=table.first_secret,
        daily=table.daily,
        announced=table.announced,
        proof=table.proof,
        game=_capture_game(game) if game is not None else None,
        is_lesson=table.is_lesson,
        lesson=table.lesson,
        continued=table.continued,
        stand_ins=list(table.stand_ins),
        races=dict(table.races),
        highlights=dict(table.highlights),
        dealers=list(table.dealers),
        questions=dict(table.questions),
        done=[(actor, cmd_id, seq) for (actor, cmd_id), seq in table.done.items()],
        asked=dict(table.asked),
        updates=[],
    )
    record, events = (list(game.record), list(game.events)) if game is not None else ([], [])
    return Capture(state, record, events, list(updates))


def _capture_match(match: Match) -> MatchState:
    endings = [msgspec.convert(outcome.to_json(), Ending) for outcome in match.outcomes]
    return MatchState(match.dealer, dict(match.tally), endings)


def _capture_game(game: Game) -> GameState:
    """Without the record and the events, which are packed later."""
    held: dict[str, Any] = game.__getstate__()
    luck = held["_luck"]
    return GameState(
        cards=held["_table"],
        luck=(luck.key, luck.drawn) if isinstance(luck, KeyedLuck) else None,
        seed=game.seed,
        deck=game.deck_ids,
        shuffles=list(game.shuffle_ids),
        shuffled_at=list(game.shuffled_at),
        shuffles_to_come=[list(shuffle) for shuffle in held["_shuffles"]],
        record=[],
        events=[],
    )


def encode(captured: Capture) -> bytes:
    """The snapshot's bytes: a header that names its version, a checksum, and the state."""
    state = captured.state
    if state.game is not None:
        state.game.record = [(actor, str(action)) for actor, action in captured.record]
        state.game.events = [pack_event(event) for event in captured.events]
    state.updates = [_pack_update(update) for update in captured.updates]
    body = zlib.compress(_encoder.encode(state), COMPRESSION)
    return HEADER + zlib.crc32(body).to_bytes(CHECKSUM_SIZE) + body


def _pack_update(update: Update) -> UpdateState:
    events = [pack_event(event) for event in update.events]
    return UpdateState(
        update.seq, events, update.news, update.seat, update.race, list(update.stand_ins), dict(update.heads)
    )


def restore(snapshot: bytes) -> tuple[TableState, deque[Update]]:
    """The table as it was, and its latest updates; or UnreadableSnapshot."""
    if not snapshot.startswith(HEADER):
        raise UnreadableSnapshot("another version of the program took it")
    start = len(HEADER) + CHECKSUM_SIZE
    checksum, body = snapshot[len(HEADER) : start], snapshot[start:]
    if zlib.crc32(body).to_bytes(CHECKSUM_SIZE) != checksum:
        raise UnreadableSnapshot("its checksum is not that of its bytes")
    try:
        state = _decoder.decode(zlib.decompress(body))
        return _restore_table(state), _restore_updates(state)
    except Exception as error:
        # Whatever is wrong with it, the log tells the same.
        raise UnreadableSnapshot(type(error).__name__) from error


def _restore_table(state: State) -> TableState:
    rules = Rules.parse(state.rules)
    game = _restore_game(rules, state.game, state.proof) if state.game is not None else None
    return TableState(
        rules=rules,
        capacity=state.capacity,
        options=state.options,
        host=state.host,
        fill=state.fill,
        starts=state.starts,
        seq=state.seq,
        at=state.at,
        stage=state.stage,
        sitters=state.sitters,
        match=_restore_match(rules, len(state.sitters), state.match) if state.match is not None else None,
        began=state.began,
        scored=state.scored,
        played=state.played,
        secret=state.secret,
        first_secret=state.first_secret,
        daily=state.daily,
        rules_text=state.rules,
        announced=state.announced,
        proof=state.proof,
        game=game,
        is_lesson=state.is_lesson,
        lesson=state.lesson,
        continued=state.continued,
        stand_ins=state.stand_ins,
        races=state.races,
        highlights=state.highlights,
        dealers=state.dealers,
        questions=state.questions,
        done={(actor, cmd_id): seq for actor, cmd_id, seq in state.done},
        asked=state.asked,
    )


def _restore_match(rules: Rules, seats: int, state: MatchState) -> Match:
    match = Match(rules, seats, seed=0, dealer=state.dealer)
    match.tally = state.tally
    match.outcomes = [Outcome(**msgspec.structs.asdict(ending), rules=rules) for ending in state.endings]
    return match


def _restore_game(rules: Rules, state: GameState, proof: ShuffleProof | None) -> Game:
    actions = {text: parse_action(text) for text in {text for _, text in state.record}}
    luck = KeyedLuck(*state.luck) if state.luck is not None else proof.luck(rules) if proof is not None else None
    if luck is None:
        raise ValueError("expected where the cards come from")
    game = Game.__new__(Game)
    game.__setstate__(
        {
            "rules": rules,
            "seats": tuple(map(seat_named, range(state.cards[0]["seats"]))),
            "seed": state.seed,
            "_luck": luck,
            "_shuffles": state.shuffles_to_come,
            "_table": state.cards,
            "_read": 0,
            "events": [unpack_event(packed) for packed in state.events],
            "record": [(actor, actions[text]) for actor, text in state.record],
            "deck_ids": state.deck,
            "shuffle_ids": state.shuffles,
            "shuffled_at": state.shuffled_at,
        }
    )
    return game


def _restore_updates(state: State) -> deque[Update]:
    return deque(
        (
            Update(
                each.seq,
                tuple(map(unpack_event, each.events)),
                each.news,
                each.seat,
                each.race,
                tuple(each.stand_ins),
                each.heads,
            )
            for each in state.updates
        ),
        maxlen=UPDATES_KEPT,
    )
