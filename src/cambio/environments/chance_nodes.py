"""A round whose chance comes from outside: card by card, and seat by seat where several might be asked to snap.

Nothing is shuffled. A card is chosen when it is dealt, drawn or paid as a penalty, among all that may lie there.
"""

from __future__ import annotations

from collections import Counter

from ..core.engine import constants
from ..core.engine.cards import FACES, text_of
from ..core.engine.event_codes import WIDTH
from ..core.engine.rng import Rng
from ..core.environment import questions
from ..core.environment.env_state import EnvState
from ..core.environment.env_step import (
    act_on,
    ask_to_snap,
    cards_awaited,
    cards_to_come,
    deal_round,
    find_question,
    place_in_stock,
    take_up,
)
from ..core.environment.vector import reward
from ..events import Event, read_event
from ..places import RAIL, Seat, counted, seat_named
from ..view import GAP, view
from .sequential import QUESTIONS, Staged, said, told

#: Outcomes of chance: a face, or (counted behind the faces) the seat that is asked next.
FIRST_SEAT = len(FACES)
NOTHING = -1


class Dealt:
    """One round: whoever is to decide decides, and where it is chance's turn, chance does."""

    def __init__(self, staged: Staged) -> None:
        self.staged = staged
        self.stage = EnvState(staged.form, Rng(0))
        self.stage.set_table(staged.form.seats - 1)
        self.stage.table.listening = 1
        #: All that was decided, by seats and by chance.
        self.history: list[int] = []
        #: All that happened, and what only one seat knows that it did.
        self.heard: list[Event | tuple[Seat, str]] = []
        self._read = 0
        # Cards are being dealt as long as a face is to be chosen for the one below so many others.
        self._to_choose = self._cards_to_deal()
        self._chosen = 0
        self._is_dealt = False
        self._answer = NOTHING

    def _cards_to_deal(self) -> int:
        ruleset = self.staged.rules.ruleset
        return ruleset.deal_cards * self.staged.form.seats + ruleset.deal_opening

    # Who decides

    @property
    def is_over(self) -> bool:
        return self.stage.end != questions.GOING_ON

    @property
    def is_chance(self) -> bool:
        return not self.is_over and (self._to_choose > 0 or self.stage.seat == constants.NOBODY)

    @property
    def seat(self) -> int:
        """The seat to act, if the round is not over and it isn't chance's turn."""
        return self.stage.seat

    @property
    def answers(self) -> list[int]:
        """What the seat to act may decide, in ascending order."""
        return [self.stage.answer_at(index) for index in range(self.stage.answer_count)]

    def outcomes(self) -> list[tuple[int, float]]:
        """What chance may bring now, and how likely each of it is."""
        table = self.stage.table
        if self._to_choose:
            left = range(table.stock_left - self._chosen)
            faces = Counter(table.ruleset.face_of(table.stock_card(index)) for index in left)
            return [(face, count / len(left)) for face, count in sorted(faces.items())]
        waiting = [seat for seat in range(table.seats) if self.stage.waiting >> seat & 1]
        return [(FIRST_SEAT + seat, 1 / len(waiting)) for seat in waiting]

    def rewards(self) -> list[float]:
        seats = range(self.staged.form.seats)
        if self.stage.end != questions.SHOWN:
            return [0.0 for _ in seats]
        return [reward(self.stage.table, seat) for seat in seats]

    # Going on

    def apply(self, number: int) -> None:
        """A decision of the seat to act, or an outcome of chance."""
        self.history.append(number)
        if not self.is_chance:
            self._decide(number)
        elif self._to_choose:
            self._choose(number)
        else:
            ask_to_snap(self.stage, number - FIRST_SEAT)

    def _decide(self, answer: int) -> None:
        """What takes cards from the stock waits until chance has said which."""
        if answer not in self.answers:
            raise ValueError(f"expected one of {self.answers}, but found {answer}")
        self._to_choose = cards_to_come(self.stage, answer)
        self._answer = answer
        if not self._to_choose:
            self._do()

    def _choose(self, face: int) -> None:
        if not place_in_stock(self.stage, self._chosen, face):
            raise ValueError(f"expected a card that may lie there, but found {face}")
        self._chosen += 1
        self._to_choose -= 1
        if self._to_choose:
            return
        self._chosen = 0
        if self._answer != NOTHING:
            self._do()
        elif self._is_dealt:
            take_up(self.stage)
            self._go_on()
        else:
            self._is_dealt = True
            deal_round(self.stage)
            self._go_on()

    def _do(self) -> None:
        seat, answer, words = self.stage.seat, self._answer, said(self.stage, self._answer)
        self._answer = NOTHING
        act_on(self.stage, answer)
        # A pass is heard by nobody else, and neither is the first pick of a snap of two.
        if answer == questions.PASS or self.stage.seat == seat:
            self.heard.append((seat_named(seat), words))
        if self.stage.seat == constants.NOBODY:
            self._go_on()

    def _go_on(self) -> None:
        """As far as chance is not needed."""
        self._hear()
        if self.is_over:
            return
        if self.stage.table.shuffle_due:
            self._to_choose = cards_awaited(self.stage)
            return
        find_question(self.stage)
        self._hear()
        waiting = self.stage.waiting
        if waiting and waiting & (waiting - 1) == 0:
            ask_to_snap(self.stage, waiting.bit_length() - 1)

    def _hear(self) -> None:
        table = self.stage.table
        self.heard += [read_event(table, start) for start in range(self._read, table.log_size, WIDTH)]
        self._read = table.log_size

    # What is told

    def story(self, seat: Seat) -> str:
        """All that a seat has heard and done, in order, and what it is asked: no memory could tell it more."""
        lines = []
        for news in self.heard:
            if isinstance(news, Event):
                lines.append(str(news.seen_by(seat)))
            elif news[0] == seat:
                lines.append(f"{seat}: {news[1]}.")
        return " ".join([*lines, *self._asked(seat)])

    def sight(self, seat: Seat) -> str:
        """What a seat sees and remembers of the table as it stands, and what it is asked."""
        return "\n".join([told(view(self.stage.table, seat)), *self._asked(seat)])

    def _asked(self, seat: Seat) -> list[str]:
        if self.is_chance or self.is_over or seat_named(self.seat) != seat:
            return []
        return [f"{seat}: {QUESTIONS[self.stage.question]}?"]

    def __str__(self) -> str:
        """The whole table, with every face, and how many decisions have led there."""
        table = self.stage.table
        lines = [told(view(table, RAIL))]
        for seat in range(table.seats):
            cards = [table.card_at(slot * table.seats + seat) for slot in range(table.slots_of(seat))]
            lines.append(f"{seat_named(seat)} has {' '.join(self._face(card) for card in cards)}")
        so_far = counted(len(self.history), "decision")
        return "\n".join([*lines, f"{self._face(table.held)} is held, after {so_far} of seats and chance"])

    def _face(self, card: int) -> str:
        return GAP if card == constants.NO_CARD else text_of(self.staged.rules.ruleset.face_of(card))

    def say(self, number: int) -> str:
        """A decision of the seat to act, or an outcome of chance, in words."""
        if not self.is_chance:
            return said(self.stage, number)
        if number >= FIRST_SEAT:
            return f"ask {seat_named(number - FIRST_SEAT)}"
        return f"deal {text_of(number)}"

    # Copies

    def __deepcopy__(self, memo: object) -> Dealt:
        """What two copies share never changes."""
        twin = Dealt.__new__(Dealt)
        twin.__dict__ |= self.__dict__
        twin.stage = self.stage.copy()
        twin.stage.table.listening = 1
        twin._read = 0
        twin.history = self.history.copy()
        twin.heard = self.heard.copy()
        return twin

    def __reduce__(self) -> tuple[object, ...]:
        """A round travels as its decisions, and is played again where it arrives."""
        form = self.staged.form
        return replayed, (str(self.staged.rules), form.seats, form.slots, form.patience, tuple(self.history))


def replayed(rules: str, seats: int, slots: int, patience: int, history: tuple[int, ...]) -> Dealt:
    round_ = Dealt(Staged(rules, seats, slots=slots, patience=patience))
    for number in history:
        round_.apply(number)
    return round_
