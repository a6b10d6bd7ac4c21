"""Opponents in an environment: a level of the ladder, or a policy, answers the questions of a seat.

A level decides as in the laboratory, with the same mind; but who snaps first is a matter of who is asked first, as in
every environment.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..bots.styles import STYLES
from ..core.engine import action_codes, constants
from ..core.engine.play import kind_of, other_of, place_of
from ..core.engine.rng import Rng
from ..core.environment import action_space, questions
from ..core.environment.env_state import EnvState
from ..core.environment.legal_answers import action_for, place_for
from ..core.players.mind import Mind, drop_belief, memorise_card
from ..core.players.round_loop import choose_snap
from ..core.players.search import choose_with_search
from ..rules import Rules
from .policy import Policy, mask_of, observe

#: Who may sit opposite: the name of a level, or what an agent has learned.
Opponent = str | Policy


def check_opponents(opponents: Sequence[Opponent]) -> None:
    """Refuse a level that is not on the ladder."""
    for opponent in opponents:
        if isinstance(opponent, str) and opponent not in STYLES:
            raise ValueError(f"expected levels ({', '.join(STYLES)}) or policies, but found {opponent!r}")


class SeatedOpponent:
    """An opponent in its seat, for one round."""

    def __init__(self, opponent: Opponent, rules: Rules, seats: int, seat: int, seed: int) -> None:
        self.seat = seat
        self._policy = None if isinstance(opponent, str) else opponent
        self._mind: Mind | None = None
        if isinstance(opponent, str):
            self._mind = STYLES[opponent].make_mind(rules, seats)
            self._mind.start_round(seat, Rng(seed))

    def answer(self, env: EnvState) -> int:
        """What it decides, when its seat is asked."""
        if self._policy is not None:
            return int(self._policy(observe(env, self.seat), mask_of(env)))
        assert self._mind is not None
        return answer_of_mind(self._mind, env)

    def notice(self, env: EnvState, actor: int, action: int, card: int) -> None:
        """Memorise a card as minds do that forget: one that it looks at, or that a wrong snap shows."""
        mind = self._mind
        if mind is None or not mind.forgets or card == constants.NO_CARD:
            return
        kind = kind_of(action)
        if actor == self.seat and kind in (action_codes.PEEK, action_codes.SPY, action_codes.LOOK):
            memorise_card(mind, card)
        elif kind == action_codes.SNAP and env.table.card_at(place_of(action)) == card:
            # The card is still there: the snap was wrong.
            if env.table.ruleset.snap_shown:
                memorise_card(mind, card)
            elif actor == self.seat:
                drop_belief(mind, card)


def answer_of_mind(mind: Mind, env: EnvState) -> int:
    """What the mind of a level decides when its seat is asked; it may be given any table that its seat can't tell."""
    if env.question == questions.SNAP:
        snap = choose_snap(mind, env.table)
        return _answer_with(env, place_of(snap)) if snap else action_space.PASS
    if env.question == questions.SNAP_TOO:
        # A mind that wants two cards has chosen both of them at once.
        other = other_of(choose_snap(mind, env.table))
        return action_space.PASS if other == constants.NOWHERE else _answer_with(env, other)
    wanted = choose_with_search(mind, env.table)
    answers = (env.legal_answer_at(index) for index in range(env.legal_count))
    return next((answer for answer in answers if action_for(env, answer) == wanted), env.legal_answer_at(0))


def _answer_with(env: EnvState, place: int) -> int:
    """The answer that names a place; a pass, if the place is further back than answers can name."""
    answers = (env.legal_answer_at(index) for index in range(env.legal_count))
    return next((answer for answer in answers if place_for(env, answer) == place), action_space.PASS)
