"""Opponents in an environment: a level of the ladder, or a policy, answers the questions of a seat.

A level decides as in the laboratory, with the same mind; but who snaps first is a matter of who is asked first, as in
every environment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ..bots.styles import STYLES
from ..core.engine import action_codes, constants
from ..core.engine.play import kind_of, other_of, place_of
from ..core.engine.rng import Rng
from ..core.engine.table import Table
from ..core.environment import action_space, questions
from ..core.environment.env_spec import EnvSpec
from ..core.environment.env_state import EnvState
from ..core.environment.env_step import start_round, step
from ..core.environment.legal_answers import action_for, is_offered, place_for
from ..core.players.batch import start_log
from ..core.players.mind import Mind, drop_belief, memorise_card
from ..core.players.round_loop import choose_snap
from ..core.players.search import choose_with_search
from ..environments.sequential import EnvConfig
from ..rules import Rules
from .policy import Policy, mask_of, observe

#: Who may sit opposite: the name of a level, or what an agent has learned.
Opponent = str | Policy
#: Where one seat learns, it is this one. Who deals is drawn anew for each round, so it is as often first as last.
LEARNER = 0


def check_opponents(opponents: Iterable[Opponent]) -> None:
    """Refuse a level that is not on the ladder."""
    for opponent in opponents:
        if isinstance(opponent, str) and opponent not in STYLES:
            raise ValueError(f"expected levels ({', '.join(STYLES)}) or policies, but found {opponent!r}")


class OpponentSeats:
    """The seats of one table that are not the learner's: who sits there, and what they remember of the round."""

    def __init__(self, opponents: Mapping[int, Opponent], rules: Rules, seats: int) -> None:
        """Opponents by the number of their seat."""
        self.opponents = dict(opponents)  #: Who sits where.
        self._minds = {
            seat: STYLES[opponent].make_mind(rules, seats)
            for seat, opponent in self.opponents.items()
            if isinstance(opponent, str)
        }
        self._forgetful = [mind for mind in self._minds.values() if mind.forgets]
        self._learned = [mind for mind in self._minds.values() if mind.learned is not None]
        # What a pickle needs to let those remember who forget, and those with a network: how the round began, and all
        # that was decided in it.
        self._begun: tuple[Rng, dict[int, int]] | None = None
        self._decided: list[int] = []

    def copy(self) -> OpponentSeats:
        """The same opponents for another table."""
        twin = OpponentSeats.__new__(OpponentSeats)
        twin.__dict__ |= self.__dict__
        twin._minds = {seat: mind.copy() for seat, mind in self._minds.items()}
        for mind in twin._minds.values():
            mind.rollout_minds = [other.copy() for other in mind.rollout_minds]
            mind.strangers = [other.copy() for other in mind.strangers]
        twin._forgetful = [mind for mind in twin._minds.values() if mind.forgets]
        twin._learned = [mind for mind in twin._minds.values() if mind.learned is not None]
        twin._decided = list(self._decided)
        return twin

    def deal(self, env: EnvState, draw_seed: Callable[[], int]) -> None:
        """Begin a round at the table: minds have an empty memory, and random numbers of their own."""
        begun = env.rng.copy() if self._has_past else None
        start_round(env)
        if self._learned:
            start_log(env.table)
        seeds = {seat: draw_seed() for seat in self._minds}
        self._begun = None if begun is None else (begun, seeds)
        self._decided = []
        for seat, mind in self._minds.items():
            mind.start_round(seat, Rng(seeds[seat]))

    def decide(self, env: EnvState, answer: int) -> int:
        """The seat to act answers, whoever has it, and minds memorise what they saw; 0 if the answer is not legal."""
        if not self._has_past:
            return step(env, answer)
        if not is_offered(env, answer):
            return 0
        actor = env.seat
        action = action_for(env, answer)
        place = place_of(action) if action else constants.NOWHERE
        card = constants.NO_CARD if place == constants.NOWHERE else env.table.card_at(place)
        step(env, answer)
        self._decided.append(answer)
        if card != constants.NO_CARD:
            for mind in self._forgetful:
                memorise(mind, env.table, actor, action, card)
        return 1

    @property
    def _has_past(self) -> bool:
        """What somebody decides depends on more than what lies on the table."""
        return bool(self._forgetful or self._learned)

    def play_on(self, env: EnvState) -> None:
        """Let them decide, until the round is over or somebody else is asked."""
        while env.end == questions.GOING_ON and env.seat in self.opponents:
            self.decide(env, self.answer(env))

    def answer(self, env: EnvState) -> int:
        """What the opponent at the seat to act decides."""
        mind = self._minds.get(env.seat)
        if mind is not None:
            return answer_of_mind(mind, env)
        policy = self.opponents[env.seat]
        assert not isinstance(policy, str)
        answer = int(policy(observe(env, env.seat), mask_of(env)))
        if not is_offered(env, answer):
            raise ValueError(f"{policy}: expected a decision that the mask allows, but found {answer}")
        return answer

    # Pickles

    def snapshot(self) -> dict[str, object]:
        """The state of a round, from which ``restore`` brings the same opponents to the same memories."""
        return {
            "begun": self._begun,
            "decided": list(self._decided),
            "lucks": {seat: (mind.seat, mind.rng) for seat, mind in self._minds.items()},
        }

    def restore(self, spec: EnvSpec, state: dict[str, Any]) -> None:
        """Go through the round again, as far as it matters: those who forget think what they thought.

        Networks are told what happened. The table that is restored with them has an empty log.
        """
        self._begun, self._decided = state["begun"], list(state["decided"])
        if self._begun is not None:
            self._remember(spec, *self._begun)
        for seat, (at, luck) in state["lucks"].items():
            mind = self._minds[seat]
            if mind.forgets:
                continue
            if mind.learned is not None:
                mind.rng = luck
            elif at != constants.NOBODY:
                mind.start_round(seat, luck)

    def _remember(self, spec: EnvSpec, luck: Rng, seeds: dict[int, int]) -> None:
        env = EnvState(spec, luck.copy())
        decided, seeds_to_draw = self._decided, iter(seeds.values())
        self.deal(env, lambda: next(seeds_to_draw))
        self._begun = (luck, seeds)
        for answer in decided:
            mind = self._minds.get(env.seat)
            if mind is not None and mind.forgets:
                answer_of_mind(mind, env)
            self.decide(env, answer)
        for mind in self._learned:
            mind.learned.history.catch_up(env.table)
            mind.learned = mind.learned.copy()


def seat_opponents(opponents: Sequence[Opponent], config: EnvConfig) -> OpponentSeats:
    """The opponents of one learner: the seats after its own, clockwise."""
    check_opponents(opponents)
    return OpponentSeats(dict(enumerate(opponents, start=LEARNER + 1)), config.rules, len(config.seats))


def memorise(mind: Mind, table: Table, actor: int, action: int, card: int) -> None:
    """Memorise a card as minds do that forget: one that it looks at, or that a wrong snap shows."""
    kind = kind_of(action)
    if actor == mind.seat and kind in (action_codes.PEEK, action_codes.SPY, action_codes.LOOK):
        memorise_card(mind, card)
    elif kind == action_codes.SNAP and table.card_at(place_of(action)) == card:
        # The card is still there: the snap was wrong.
        if table.ruleset.snap_shown:
            memorise_card(mind, card)
        elif actor == mind.seat:
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
