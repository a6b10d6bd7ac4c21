"""Projection: a table as messages for one viewer. What the viewer may see is decided by cambio.view alone."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import zip_longest

import msgspec

from ...events import UNSEEN, Event
from ...places import RAIL, Place, Seat, seat_named
from ...view import GAP, OpenTable, View, open_table, own_view, view
from ..protocol.messages import (
    Board,
    DailyName,
    Debt,
    Ending,
    GameEvent,
    Highlight,
    PlayedOn,
    RoundScore,
    SeatInfo,
    Story,
    TableInfo,
    Yours,
)
from .table_state import TableState

#: Events of a round that a story tells at once, and rounds of a match that a tally does: so that no message grows with
#: the length of a match.
STORY_LENGTH, ROUNDS_TOLD = 60, 12
#: A slot on the board: a card that lies there, or a gap.
CARD_SLOT, GAP_SLOT = "?", "-"


def table_info(table: TableState, away: Collection[Seat] = (), archived: str | None = None) -> TableInfo:
    """All that everybody knows about a table, apart from the cards."""
    match, game = table.match, table.game
    info = TableInfo(
        stage=table.stage,
        rules=str(table.rules),
        options=table.options,
        host=table.seat_of(table.host) if table.host is not None else None,
        seats=tuple(_seat_info(table, seat, away) for seat in _seats(table)),
        is_starting=table.starts,
        played_on=_played_on(table),
        daily=DailyName(table.daily.day, table.daily.book) if table.daily is not None else None,
    )
    if match is None or game is None:
        return info
    outcome = game.outcome()
    standing = match.standing()
    return msgspec.structs.replace(
        info,
        round=round_number(table),
        dealer=game.dealer,
        tally=dict(match.tally),
        rounds=tuple(
            RoundScore(dict(each.scores), dealer, each.winners, each.caller, each.verdict == "knocked")
            for each, dealer in zip(match.outcomes[-ROUNDS_TOLD:], table.dealers[-ROUNDS_TOLD:], strict=True)
        ),
        rounds_before=max(0, len(match.outcomes) - ROUNDS_TOLD),
        ending=msgspec.convert(outcome.to_json(), Ending) if outcome is not None else None,
        highlights={seat: msgspec.convert(each.to_json(), Highlight) for seat, each in table.highlights.items()},
        winners=standing.winners if standing is not None else outcome.winners if outcome is not None else (),
        archived=archived,
    )


def _played_on(table: TableState) -> PlayedOn | None:
    continued = table.continued
    return PlayedOn(len(continued.actions), continued.round, continued.is_anew) if continued is not None else None


def round_number(table: TableState) -> int:
    """The round that is being played, or was played last; 0 before the first."""
    if table.match is None or table.game is None:
        return 0
    return table.match.round - 1 if table.game.is_over else table.match.round


class TableListing(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a list shows of a table: nothing but what everybody at the table knows."""

    stage: str
    rules: str
    #: The name of the host; empty if nobody is.
    host: str
    #: How many may play, and who does.
    seats: int
    players: tuple[SeatInfo, ...]
    round: int = 0
    #: Whose decision the table waits for, and who has won the match.
    waits_for: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()
    #: A round that is played on from a replay, and counts for nothing.
    is_played_on: bool = False


def listing(table: TableState) -> TableListing:
    standing = table.match.standing() if table.match is not None else None
    return TableListing(
        stage=table.stage,
        rules=str(table.rules),
        host=table.names().get(table.seat_of(table.host or ""), ""),
        seats=table.capacity,
        players=tuple(_seat_info(table, seat, ()) for seat in table.sitters),
        round=table.match.round if table.match is not None else 0,
        waits_for=tuple(table.deciders()),
        winners=standing.winners if standing is not None else (),
        is_played_on=table.continued is not None,
    )


def _seats(table: TableState) -> list[Seat]:
    if table.stage != "lobby":
        return list(table.sitters)
    return [seat_named(number) for number in range(table.capacity)]


def _seat_info(table: TableState, seat: Seat, away: Collection[Seat]) -> SeatInfo:
    sitter = table.sitters.get(seat)
    if sitter is None:
        return SeatInfo(seat)
    return SeatInfo(seat, sitter.name, sitter.level, True, seat in away, sitter.has_stand_in)


def board(table: TableState, left: int | None = None, commit_left: int | None = None) -> Board | None:
    """The cards as everybody sees them."""
    if table.game is None:
        return None
    return board_of(open_table(table.game.table), table.deciders(), left, commit_left)


def board_of(
    seen: OpenTable, waits_for: Sequence[Seat], left: int | None = None, commit_left: int | None = None
) -> Board:
    """What everybody sees, as it is told."""
    return Board(
        phase=seen.phase,
        hands={seat: _slots(hand) for seat, hand in seen.hands.items()},
        stock=seen.stock,
        pile=seen.discards,
        turn=seen.turn,
        lap=seen.lap,
        top=seen.top,
        is_holding=seen.held is not None,
        is_taken=seen.taken,
        held=None if seen.held == UNSEEN else seen.held,
        number=seen.number,
        window=None if seen.phase == "over" else seen.window,
        chain=seen.chain,
        power=seen.power,
        power_card=seen.power_card,
        joined=tuple(map(str, seen.joined)),
        picked=str(seen.picked) if seen.picked is not None else None,
        looked=tuple(map(str, seen.looked)),
        debts=tuple(Debt(gift.giver, str(gift.gap)) for gift in seen.gifts),
        ready=seen.ready if seen.phase == "memory" else (),
        caller=seen.caller,
        knocked=seen.knocked,
        out=seen.out,
        waits_for=tuple(waits_for),
        left=left,
        commit_left=commit_left,
        shown=_shown(seen),
    )


def yours(table: TableState, seat: Seat) -> Yours | None:
    """What only that seat knows now, without anything that it should remember, and all that it may do."""
    game = table.game
    if game is None or seat == RAIL:
        return None
    own = own_view(game.table, seat)
    return Yours(
        held=own.held,
        looks={str(place): face for place, face in own.looks.items()},
        legal=own.decisions if table.stage == "playing" else (),
        snaps=own.snaps,
        snap_two=bool(own.snaps) and table.rules["snap.cards"] == 2,
        question=table.questions.get(seat),
    )


def known_faces(table: TableState, seat: Seat) -> dict[str, str]:
    """At a table that is played on from a replay: the cards that the seat has seen, wherever they lie now.

    Whoever sits there may never have looked at them. The table's aids show them for the same reason.
    """
    if table.continued is None or table.game is None or table.stage != "playing" or seat == RAIL:
        return {}
    return _shown(view(table.game.table, seat))


def told_events(events: Sequence[Event], viewer: Seat, stand_ins: Sequence[str | None] = ()) -> tuple[GameEvent, ...]:
    """What happened, as the viewer may know it, and who brought it about in place of the player."""
    return tuple(tell_event(event.seen_by(viewer), by) for event, by in zip_longest(events, stand_ins))


def story(table: TableState, before: int | None = None) -> Story:
    """What happened in the round at last, or before its event of that number, as the whole table knows it."""
    if table.game is None:
        return Story(0, 0)
    events = table.game.events
    end = len(events) if before is None else min(before, len(events))
    start = max(0, end - STORY_LENGTH)
    return Story(round_number(table), start, told_events(events[start:end], RAIL, table.stand_ins[start:end]))


def without_private_faces(events: Sequence[Event]) -> list[Event]:
    """What happened, as the whole table knows it: for whoever should remember the rest."""
    return [event.seen_by(RAIL) for event in events]


def tell_event(event: Event, by: str | None = None) -> GameEvent:
    """An event as it is told to whoever may know all of it."""
    document = event.to_json()
    return GameEvent(
        document["event"],
        document.get("seat"),
        document.get("place"),
        document.get("other"),
        document.get("card"),
        tuple(document.get("sees", ())),
        document.get("number"),
        by,
    )


def _slots(hand: tuple[str, ...]) -> str:
    return "".join([GAP_SLOT if card == GAP else CARD_SLOT for card in hand])


def _shown(seen: OpenTable | View) -> dict[str, str]:
    """The faces that lie open, or are known, by their places."""
    return {
        str(Place(seat, slot)): face
        for seat, hand in seen.hands.items()
        for slot, face in enumerate(hand, start=1)
        if face not in (GAP, UNSEEN)
    }
