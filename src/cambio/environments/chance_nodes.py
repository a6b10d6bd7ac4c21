"""A round with explicit chance nodes: cards as they are dealt, and which of several seats is asked first to snap.

Nothing is shuffled. A card is chosen when it is dealt, drawn or paid as a penalty, among all that may lie there.
"""

from __future__ import annotations

from collections import Counter

from ..actions import action_numbered
from ..core.engine import constants
from ..core.engine.cards import FACES, text_of
from ..core.engine.event_codes import WIDTH
from ..core.engine.rng import Rng
from ..core.engine.score import reward
from ..core.environment import action_space, questions
from ..core.environment.env_state import EnvState
from ..core.environment.env_step import (
    apply_answer,
    ask_to_snap,
    count_cards_drawn,
    count_cards_due,
    deal_hands,
    find_question,
    place_in_stock,
    resume_after_shuffle,
)
from ..core.environment.legal_answers import action_for
from ..event_reader import read_event
from ..events import Event
from ..places import RAIL, Seat, count_things, seat_named, seat_number
from ..unseen.dealing_anew import deal_anew
from ..unseen.judged_snaps import JudgedSnap, judge
from ..view import GAP, view
from .sequential import EnvConfig, describe_answer, describe_view

#: Outcomes of chance: a face, or (counted behind the faces) the seat that is asked next.
FIRST_SEAT = len(FACES)
NOTHING = -1


class ExplicitRound:
    """One round as a sequence of numbers: decisions of seats, and outcomes of chance."""

    def __init__(self, config: EnvConfig) -> None:
        self.config = config
        self.env = EnvState(config.spec, Rng(0))
        self.env.reset_table(config.spec.seats - 1)
        self.env.table.listening = 1
        #: All that was decided, by seats and by chance.
        self.history: list[int] = []
        #: All that happened, and what only one seat knows that it did.
        self.heard: list[Event | tuple[Seat, str]] = []
        # By seat: its past as text, and how much of what was heard that tells. Copies go on from there.
        self._told = [("", 0)] * config.spec.seats
        # What dealing anew needs: by number of the decision, the card that chance chose and the shuffle from which it
        # is; and snaps that were wrong without being shown.
        self._cards_chosen: dict[int, tuple[int, int]] = {}
        self._judged: list[JudgedSnap] = []
        self._read = 0
        # How many cards chance is still to choose, and how many it has chosen already, for what is dealt next.
        self._to_choose = self._cards_to_deal()
        self._chosen = 0
        self._is_dealt = False
        self._answer = NOTHING

    def _cards_to_deal(self) -> int:
        ruleset = self.config.rules.ruleset
        return ruleset.deal_cards * self.config.spec.seats + ruleset.deal_opening

    # Who decides

    @property
    def is_over(self) -> bool:
        return self.env.end != questions.GOING_ON

    @property
    def is_chance(self) -> bool:
        return not self.is_over and (self._to_choose > 0 or self.env.seat == constants.NOBODY)

    @property
    def seat(self) -> int:
        """The seat to act, if the round is not over and it isn't chance's turn."""
        return self.env.seat

    @property
    def answers(self) -> list[int]:
        """What the seat to act may answer, in ascending order."""
        return [self.env.legal_answer_at(index) for index in range(self.env.legal_count)]

    def outcomes(self) -> list[tuple[int, float]]:
        """What chance may bring now, and how likely each of it is."""
        table = self.env.table
        if self._to_choose:
            left = range(table.stock_left - self._chosen)
            faces = Counter(table.ruleset.face_of(table.stock_card(index)) for index in left)
            return [(face, count / len(left)) for face, count in sorted(faces.items())]
        seats_to_ask = [seat for seat in range(table.seats) if self.env.seats_to_ask >> seat & 1]
        return [(FIRST_SEAT + seat, 1 / len(seats_to_ask)) for seat in seats_to_ask]

    def rewards(self) -> list[float]:
        seats = range(self.config.spec.seats)
        if self.env.end != questions.SHOWN:
            return [0.0 for _ in seats]
        return [reward(self.env.table, seat) for seat in seats]

    # Applying

    def apply(self, number: int) -> None:
        """A decision of the seat to act, or an outcome of chance."""
        if not self.is_chance:
            self._decide(number)
        elif self._to_choose:
            self._choose(number)
        else:
            ask_to_snap(self.env, number - FIRST_SEAT)
        self.history.append(number)

    def _decide(self, answer: int) -> None:
        """An answer that takes cards from the stock waits until chance has chosen them."""
        if answer not in self.answers:
            raise ValueError(f"expected one of {self.answers}, but found {answer}")
        self._to_choose = count_cards_drawn(self.env, answer)
        self._answer = answer
        if not self._to_choose:
            self._apply_answer()

    def _choose(self, face: int) -> None:
        if not place_in_stock(self.env, self._chosen, face):
            raise ValueError(f"expected a card that may lie there, but found {face}")
        table = self.env.table
        card = table.stock_card(table.stock_left - 1 - self._chosen)
        self._cards_chosen[len(self.history)] = (card, table.origin_of(card))
        self._chosen += 1
        self._to_choose -= 1
        if self._to_choose:
            return
        self._chosen = 0
        if self._answer != NOTHING:
            self._apply_answer()
        elif self._is_dealt:
            resume_after_shuffle(self.env)
            self._advance()
        else:
            self._is_dealt = True
            deal_hands(self.env)
            self._advance()

    def _apply_answer(self) -> None:
        seat, answer, words = self.env.seat, self._answer, describe_answer(self.env, self._answer)
        self._answer = NOTHING
        self._judge_snap(answer)
        apply_answer(self.env, answer)
        # A pass is heard by nobody else, and neither is the first pick of a snap of two.
        if answer == action_space.PASS or self.env.seat == seat:
            self.heard.append((seat_named(seat), words))
        if self.env.seat == constants.NOBODY:
            self._advance()

    def _judge_snap(self, answer: int) -> None:
        """Note a snap that will be judged wrong without being shown: its cards don't match in any other deal either."""
        env, table = self.env, self.env.table
        if table.ruleset.snap_shown or env.question not in (questions.SNAP, questions.SNAP_TOO):
            return
        # The first of two cards is not played before the second one has been picked.
        is_first = env.question == questions.SNAP and table.ruleset.snap_cards > 1 and env.legal_count > 2
        code = action_for(env, answer)
        if code and not is_first:
            action = action_numbered(code, env.spec.seats, table.discard_number)
            judged = judge(table, seat_named(env.seat), action)
            self._judged += [judged] if judged is not None else []

    def _advance(self) -> None:
        """Go on as far as chance is not needed."""
        self._read_events()
        if self.is_over:
            return
        if self.env.table.shuffle_due:
            self._to_choose = count_cards_due(self.env)
            return
        find_question(self.env)
        self._read_events()
        seats_to_ask = self.env.seats_to_ask
        if seats_to_ask and seats_to_ask & (seats_to_ask - 1) == 0:
            ask_to_snap(self.env, seats_to_ask.bit_length() - 1)

    def _read_events(self) -> None:
        table = self.env.table
        self.heard += [read_event(table, start) for start in range(self._read, table.log_size, WIDTH)]
        self._read = table.log_size

    def imagine(self, seat: int, seed: int) -> ExplicitRound:
        """A round that a seat can't tell from this one: all that it has not seen is dealt anew, as by ``Game.imagine``.

        In which order others were asked to snap, and that they passed, stays as it was.
        """
        if self.is_chance:
            raise ValueError("expected a round in which a seat is to decide, but found one that waits for chance")
        table = self.env.table.copy()
        dealt = deal_anew(table, seat, self._judged, Rng(seed))
        twin = ExplicitRound(self.config)
        for index, number in enumerate(self.history):
            if index in self._cards_chosen:
                card, origin = self._cards_chosen[index]
                card = dealt.get(card, card) if table.origin_of(card) == origin else card
                number = table.ruleset.face_of(card)
            twin.apply(number)
        return twin

    # What is told

    def describe_past(self, seat: Seat) -> str:
        """All that a seat has heard and done, in order, and what it is asked: perfect recall."""
        number = seat_number(seat)
        past, told = self._told[number]
        lines = [past] if past else []
        for news in self.heard[told:]:
            if isinstance(news, Event):
                lines.append(str(news.seen_by(seat)))
            elif news[0] == seat:
                lines.append(f"{seat}: {news[1]}.")
        past = " ".join(lines)
        self._told[number] = (past, len(self.heard))
        return " ".join([past, *self._question_to(seat)] if past else self._question_to(seat))

    def describe_now(self, seat: Seat) -> str:
        """What a seat sees and remembers of the table as it stands, and what it is asked."""
        return "\n".join([describe_view(view(self.env.table, seat)), *self._question_to(seat)])

    def _question_to(self, seat: Seat) -> list[str]:
        if self.is_chance or self.is_over or seat_named(self.seat) != seat:
            return []
        return [f"{seat}: {questions.NAMES[self.env.question]}?"]

    def __str__(self) -> str:
        """The whole table, with every face, and how many decisions have led there."""
        table = self.env.table
        lines = [describe_view(view(table, RAIL))]
        for seat in range(table.seats):
            cards = [table.card_at(slot * table.seats + seat) for slot in range(table.slots_of(seat))]
            lines.append(f"{seat_named(seat)} has {' '.join(self._face(card) for card in cards)}")
        so_far = count_things(len(self.history), "decision")
        return "\n".join([*lines, f"{self._face(table.held)} is held, after {so_far} of seats and chance"])

    def _face(self, card: int) -> str:
        return GAP if card == constants.NO_CARD else text_of(self.config.rules.ruleset.face_of(card))

    def describe(self, number: int) -> str:
        """A decision of the seat to act, or an outcome of chance, in words."""
        if not self.is_chance:
            return describe_answer(self.env, number)
        if number >= FIRST_SEAT:
            return f"ask {seat_named(number - FIRST_SEAT)}"
        return f"deal {text_of(number)}"

    # Copies

    def __deepcopy__(self, memo: object) -> ExplicitRound:
        return self.copy()

    def copy(self) -> ExplicitRound:
        """A round of its own in the same state: the two share only what never changes."""
        twin = ExplicitRound.__new__(ExplicitRound)
        twin.__dict__ |= self.__dict__
        twin.env = self.env.copy()
        twin.env.table.listening = 1
        twin._read = 0
        twin.history = self.history.copy()
        twin.heard = self.heard.copy()
        twin._told = self._told.copy()
        twin._cards_chosen = self._cards_chosen.copy()
        twin._judged = self._judged.copy()
        return twin

    def __reduce__(self) -> tuple[object, ...]:
        """A pickle holds the history, which is replayed when it is loaded."""
        spec = self.config.spec
        return replay, (str(self.config.rules), spec.seats, spec.slots, spec.max_decisions, tuple(self.history))


def replay(rules: str, seats: int, slots: int, max_decisions: int, history: tuple[int, ...]) -> ExplicitRound:
    round_ = ExplicitRound(EnvConfig(rules, seats, slots=slots, patience=max_decisions))
    for number in history:
        round_.apply(number)
    return round_
