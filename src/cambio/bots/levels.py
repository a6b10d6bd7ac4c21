"""The ladder: the built-in players, from the weakest level to the strongest, by the protocol of players.

>>> from cambio import Game
>>> from cambio.bots import play_round, seated
>>> game = Game("cambia", seats=2, seed=3)
>>> report = play_round(game, seated(game, [LADDER["expert"], LADDER["casual"]], seed=1))
>>> report.faults
()
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ..actions import Action, action_numbered
from ..core.engine.rng import Rng
from ..core.engine.table import Table
from ..core.players import policies
from ..core.players.mind import Mind, draw_reaction_time, drop_belief, memorise_card
from ..core.players.search import choose_with_search
from ..core.players.snap_search import choose_snap_with_search, searches_snaps
from ..events import Event, Looked, Missed, Peeked, Spied
from ..places import Seat, seat_number
from ..rules import Rules
from ..view import OpenTable, View
from .belief_tracker import BeliefTracker
from .networks import tell_event
from .player import PlayerFactory, TrackingPlayer, may_wait
from .recollection import gather_evidence
from .styles import STYLES, Style


class LevelPlayer(TrackingPlayer):
    """A mind at a seat: it decides at a table that is built from what the seat was told."""

    def __init__(self, style: Style, rules: Rules, seats: int, seat: Seat, seed: int) -> None:
        self.seat = seat  #: Where it sits.
        self.mind = style.make_mind(rules, seats)  #: What decides: the core's mind, with the traits of its style.
        self.mind.start_round(seat_number(seat), Rng(seed))
        self.beliefs = BeliefTracker(rules, seats, seat_number(seat))  #: What its seat was told, card by card.
        self._record: Sequence[tuple[Seat, Action]] = ()
        self._snaps_only_known_cards = _snaps_only_known_cards(style, self.mind, rules)

    def notice(self, event: Event) -> None:
        self.beliefs.update(event)
        if self.mind.learned is not None:
            tell_event(self.mind.learned.history, event)
        if isinstance(event, (Peeked, Spied, Looked)) and event.seat == self.seat:
            memorise_card(self.mind, self.beliefs.card_at(event.place).number)
        elif isinstance(event, Missed):
            card = self.beliefs.card_at(event.place).number
            if event.card is not None:
                memorise_card(self.mind, card)
            elif event.seat == self.seat and card >= 0:
                drop_belief(self.mind, card)

    def hear_record(self, record: Sequence[tuple[Seat, Action]]) -> None:
        self._record = record

    def choose(self, view: View, legal: Sequence[Action]) -> Action | None:
        return self.choose_snap(view) if may_wait(legal) else self.decide(view)

    def choose_snap(self, seen: OpenTable | View) -> Action | None:
        """The snap that it wants to make, if any."""
        if self._snaps_only_known_cards and not self.beliefs.knows_match():
            return None
        table = self._build_table(seen, is_snap=True)
        return _as_action(choose_snap_with_search(self.mind, table), table)

    def decide(self, seen: OpenTable | View) -> Action | None:
        """What it does, when a decision is due from it."""
        table = self._build_table(seen, is_snap=False)
        return _as_action(choose_with_search(self.mind, table), table)

    def reaction(self) -> float:
        return float(draw_reaction_time(self.mind))

    def _build_table(self, seen: OpenTable | View, *, is_snap: bool) -> Table:
        """The table as the player knows it; a mind that wants evidence recollects there what the others did."""
        table = self.beliefs.build_table(seen)
        if self.mind.gathers_evidence and self._record:
            gather_evidence(self.mind, self.beliefs, table, self._record, is_snap=is_snap)
        return table


def _snaps_only_known_cards(style: Style, mind: Mind, rules: Rules) -> bool:
    """Whether such a mind wants no snap, and draws no random number, where it knows no card that matches.

    So it is with minds that weigh their actions, forget nothing and make no false starts, unless a try costs nothing.
    Mostly they know none, and then need no table to think about. One that searches for snaps may want others, too.
    """
    is_try_free = rules["snap.penalty"] == 0 and rules["snap.shown"]
    makes_false_starts = style.traits.get("false_start", 0) > 0
    weighs_actions = mind.policy in (policies.EVALUATION, policies.LEARNED)
    return weighs_actions and not (mind.forgets or makes_false_starts or is_try_free or searches_snaps(mind))


def _as_action(number: int, table: Table) -> Action | None:
    return action_numbered(number, table.seats, table.discard_number) if number else None


#: Level names in order of strength, each with a factory of its players.
LADDER: dict[str, PlayerFactory] = {name: partial(LevelPlayer, style) for name, style in STYLES.items()}
