"""A recorder: the decisions of a network as rows of numbers, from which a trainer learns.

Rows are as long as they must be: each decision has its own number of cards and of actions. What only a critic may see
is kept apart.
"""

from __future__ import annotations

from ..arrays import float_array, int_array
from ..engine import constants
from ..engine.play import kind_of, place_of
from ..engine.table import Table
from ..players.mind import Mind
from . import encoding_layout
from .encoding import Encoding
from .truth import Truth, encode_truth

#: The numbers of a decision: cards, actions, which action was chosen, and the number of the round.
DECISION_WIDTH = 4
#: The real numbers of an action: the chance that it had, and what it was worth when it was tried.
VALUE_WIDTH = 2


class Recorder:
    """Grows as long as it records; a trainer takes what there is, and clears it."""

    __slots__ = (
        "action_capacity",
        "action_count",
        "action_numbers",
        "action_values",
        "begun",
        "capacity",
        "card_capacity",
        "card_count",
        "card_rows",
        "card_truths",
        "decisions",
        "numbers",
        "positions",
        "rewards",
        "rounds",
        "truth",
        "truths",
    )

    def __init__(self) -> None:
        self.capacity = 256
        self.card_capacity = 2048
        self.action_capacity = 1024
        self.truth = Truth()
        self.positions = float_array.allocate(self.capacity * encoding_layout.RULES)
        self.truths = float_array.allocate(self.capacity * encoding_layout.TRUTH_WIDTH)
        self.rewards = float_array.allocate(self.capacity)
        self.numbers = int_array.allocate(self.capacity * DECISION_WIDTH)
        self.card_rows = float_array.allocate(self.card_capacity * encoding_layout.PLACE_WIDTH)
        self.card_truths = float_array.allocate(self.card_capacity)
        self.action_numbers = int_array.allocate(self.action_capacity * 2)
        self.action_values = float_array.allocate(self.action_capacity * VALUE_WIDTH)
        self.clear()

    # Called by compiled recorders only: lists are freed by Python.
    def __dealloc__(self) -> None:
        float_array.release(self.positions)
        float_array.release(self.truths)
        float_array.release(self.rewards)
        int_array.release(self.numbers)
        float_array.release(self.card_rows)
        float_array.release(self.card_truths)
        int_array.release(self.action_numbers)
        float_array.release(self.action_values)

    def clear(self) -> None:
        """Forget everything; the memory is used again."""
        self.decisions = 0
        self.card_count = 0
        self.action_count = 0
        self.rounds = 0
        self.begun = 0

    def end_round(self, reward: float) -> None:
        """The decisions since the last end belong to a round that brought this reward."""
        for index in range(self.begun, self.decisions):
            self.rewards[index] = reward
        self.begun = self.decisions
        self.rounds += 1

    def tables(self) -> dict[str, bytes]:
        """Everything as the bytes of C arrays: single-precision numbers, and integers where it says numbers."""
        return {
            "positions": float_array.as_bytes(self.positions, self.begun * encoding_layout.RULES),
            "truths": float_array.as_bytes(self.truths, self.begun * encoding_layout.TRUTH_WIDTH),
            "rewards": float_array.as_bytes(self.rewards, self.begun),
            "decision_numbers": int_array.as_bytes(self.numbers, self.begun * DECISION_WIDTH),
            "cards": float_array.as_bytes(self.card_rows, self.card_count * encoding_layout.PLACE_WIDTH),
            "card_truths": float_array.as_bytes(self.card_truths, self.card_count),
            "action_numbers": int_array.as_bytes(self.action_numbers, self.action_count * 2),
            "action_values": float_array.as_bytes(self.action_values, self.action_count * VALUE_WIDTH),
        }


def record_decision(
    recorder: Recorder, encoding: Encoding, mind: Mind, table: Table, actions: list[int], chosen: int
) -> None:
    """Keep the encoding of a decision, the lawful actions, and which of them was chosen."""
    make_room(recorder, encoding.cards, len(actions))
    decision = recorder.decisions
    width = encoding_layout.PLACE_WIDTH
    float_array.copy(recorder.positions, decision * encoding_layout.RULES, encoding.position, 0, encoding_layout.RULES)
    float_array.copy(recorder.card_rows, recorder.card_count * width, encoding.places, 0, encoding.cards * width)
    record_truth(recorder, encoding, mind, table)
    for index in range(len(actions)):
        action = actions[index]
        number = (recorder.action_count + index) * 2
        recorder.action_numbers[number] = kind_of(action)
        recorder.action_numbers[number + 1] = card_of(encoding, place_of(action))
    first = decision * DECISION_WIDTH
    recorder.numbers[first] = encoding.cards
    recorder.numbers[first + 1] = len(actions)
    recorder.numbers[first + 2] = chosen
    recorder.numbers[first + 3] = recorder.rounds
    recorder.card_count += encoding.cards
    recorder.action_count += len(actions)
    recorder.decisions += 1


def record_chance(recorder: Recorder, index: int, chance: float) -> None:
    """Keep the chance that one of the actions of the last decision had, by its number among them."""
    recorder.action_values[number_of(recorder, index) * VALUE_WIDTH] = chance
    recorder.action_values[number_of(recorder, index) * VALUE_WIDTH + 1] = 0.0


def record_value(recorder: Recorder, index: int, value: float) -> None:
    """Keep what that action was worth."""
    recorder.action_values[number_of(recorder, index) * VALUE_WIDTH + 1] = value


def number_of(recorder: Recorder, index: int) -> int:
    """The number of an action of the last decision among those of all decisions."""
    return recorder.action_count - recorder.numbers[(recorder.decisions - 1) * DECISION_WIDTH + 1] + index


def card_of(encoding: Encoding, place: int) -> int:
    """The number of the card at a place within the encoding; NOWHERE for an action without one."""
    if place == constants.NOWHERE:
        return constants.NOWHERE
    for index in range(encoding.cards):
        if encoding.place[index] == place:
            return index
    return constants.NOWHERE


def record_truth(recorder: Recorder, encoding: Encoding, mind: Mind, table: Table) -> None:
    """What every card really counts, for a critic."""
    truth = recorder.truth
    encode_truth(truth, encoding, mind, table)
    width = encoding_layout.TRUTH_WIDTH
    float_array.copy(recorder.truths, recorder.decisions * width, truth.position, 0, width)
    float_array.copy(recorder.card_truths, recorder.card_count, truth.cards, 0, encoding.cards)


def make_room(recorder: Recorder, cards: int, actions: int) -> None:
    if recorder.decisions == recorder.capacity:
        old = recorder.capacity
        new = 2 * old
        recorder.positions = float_array.grow(
            recorder.positions, old * encoding_layout.RULES, new * encoding_layout.RULES
        )
        recorder.truths = float_array.grow(
            recorder.truths, old * encoding_layout.TRUTH_WIDTH, new * encoding_layout.TRUTH_WIDTH
        )
        recorder.rewards = float_array.grow(recorder.rewards, old, new)
        recorder.numbers = int_array.grow(recorder.numbers, old * DECISION_WIDTH, new * DECISION_WIDTH)
        recorder.capacity = new
    if recorder.card_count + cards > recorder.card_capacity:
        old = recorder.card_capacity
        new = 2 * old + cards
        recorder.card_rows = float_array.grow(
            recorder.card_rows, old * encoding_layout.PLACE_WIDTH, new * encoding_layout.PLACE_WIDTH
        )
        recorder.card_truths = float_array.grow(recorder.card_truths, old, new)
        recorder.card_capacity = new
    if recorder.action_count + actions > recorder.action_capacity:
        old = recorder.action_capacity
        new = 2 * old + actions
        recorder.action_numbers = int_array.grow(recorder.action_numbers, 2 * old, 2 * new)
        recorder.action_values = float_array.grow(recorder.action_values, VALUE_WIDTH * old, VALUE_WIDTH * new)
        recorder.action_capacity = new
