"""A learned policy: a network scores the lawful actions, with the judgement of its mind as one of its inputs.

It needs the history of the round: it reads the events that the table records, or those that it is told. In the memory
phase, in races to snap and about exchanges of several cards for one the judgement decides alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..arrays import float_array
from ..engine import action_codes, constants, phases
from ..engine.legal_actions import list_legal_actions
from ..engine.play import kind_of
from ..engine.ruleset import Ruleset
from ..engine.score import reward
from ..engine.table import Table
from ..players.belief import is_accounted_for
from ..players.evaluate import choose_by_value
from ..players.mind import Mind, draw_uniform
from . import encoding_layout, manners, network_layout
from .critic import Critic
from .encoding import Encoding, encode
from .history import History
from .network import Network
from .recorder import Recorder, record_chance, record_decision
from .truth import Truth, encode_truth

#: Rounds must end: after this lap the judgement decides, which calls sooner or later.
PATIENT_LAPS = 30
#: A search tries no action that the network finds less likely than this. The network errs by a tenth of a won round, so
#: that some actions are best that it gives hardly a chance.
LEAST_CHANCE = 0.0001


class LearnedPolicy:
    """A network at a table by certain rules, which its mind consults."""

    __slots__ = (
        "class_weights",
        "consulted",
        "critic",
        "encoding",
        "history",
        "is_recorded",
        "is_scored",
        "leaf",
        "leaf_history",
        "manner",
        "network",
        "places_weighed",
        "recorder",
        "scores",
        "scores_capacity",
        "truth",
    )

    def __init__(self, network: Network, ruleset: Ruleset, seats: int, rules_row: Sequence[float], manner: int) -> None:
        """The rules as the numbers that an encoding holds; the manner is how an action is found."""
        if len(rules_row) != encoding_layout.RULES_WIDTH:
            raise ValueError(f"expected {encoding_layout.RULES_WIDTH} numbers of rules, but found {len(rules_row)}")
        self.network = network
        self.manner = manner
        self.encoding = Encoding(seats)
        self.encoding.set_rules(rules_row)
        self.history = History(ruleset, seats)
        self.recorder: Recorder | None = None
        self.is_recorded = 0
        # The network has scored the choices of the last decision; and how often it or the critic was consulted.
        self.is_scored = 0
        self.consulted = 0
        # For a search: who says what the positions are worth that it imagines, and room to write them.
        self.critic: Critic | None = None
        self.leaf = Encoding(seats)
        self.leaf.set_rules(rules_row)
        self.leaf_history = History(ruleset, seats)
        self.truth = Truth()
        self.scores_capacity = 32
        self.scores = float_array.allocate(self.scores_capacity)
        self.places_weighed = 0
        self.class_weights = float_array.allocate(0)

    # Called by compiled policies only: lists are freed by Python.
    def __dealloc__(self) -> None:
        float_array.release(self.scores)
        float_array.release(self.class_weights)

    def begin_round(self) -> None:
        self.history.begin_round()

    def copy(self) -> LearnedPolicy:
        """The same for another table: the networks are shared, and what happened in the round so far is known."""
        first = encoding_layout.RULES
        rules_row = [self.encoding.position[first + index] for index in range(encoding_layout.RULES_WIDTH)]
        twin = LearnedPolicy(self.network, self.history.ruleset, self.history.seats, rules_row, self.manner)
        twin.critic = self.critic
        twin.history.follow(self.history)
        return twin


def choose_by_network(mind: Mind, table: Table) -> int:
    """The action that the network of this mind finds, when a decision is due from it."""
    learned: LearnedPolicy = mind.learned
    advice = choose_by_value(mind, table)
    learned.history.catch_up(table)
    learned.is_recorded = 0
    learned.is_scored = 0
    if table.phase == phases.MEMORY or table.lap > PATIENT_LAPS:
        return advice
    if table.joined or kind_of(advice) == action_codes.ALSO:
        return advice
    actions = list_choices(mind, table)
    if len(actions) < 2:
        return advice
    encode(learned.encoding, mind, table, learned.history, advice)
    score_actions(learned, actions)
    learned.is_scored = 1
    index = pick(learned, mind, actions, advice)
    if learned.recorder is not None and index != constants.NOWHERE:
        record_decision(learned.recorder, learned.encoding, mind, table, actions, index)
        for number in range(len(actions)):
            record_chance(learned.recorder, number, learned.scores[number])
        learned.is_recorded = 1
    return advice if index == constants.NOWHERE else actions[index]


def list_choices(mind: Mind, table: Table) -> list[int]:
    """The lawful actions among which a network chooses: all but to begin an exchange of several cards."""
    actions = list_legal_actions(table, mind.seat, 0, 0)
    if table.phase != phases.HOLDING:
        return actions
    choices: list[int] = []
    for index in range(len(actions)):
        if kind_of(actions[index]) != action_codes.ALSO:
            choices.append(actions[index])
    return choices


def has_scores(mind: Mind) -> int:
    """The network of the mind has scored the choices of its last decision."""
    learned: LearnedPolicy = mind.learned
    return learned.is_scored


def score_actions(learned: LearnedPolicy, actions: list[int]) -> None:
    """The chance of every action: the softmax of the network's scores."""
    learned.consulted += 1
    count = len(actions)
    if count > learned.scores_capacity:
        learned.scores = float_array.grow(learned.scores, learned.scores_capacity, count)
        learned.scores_capacity = count
    learned.network.look_at(learned.encoding)
    for index in range(count):
        learned.scores[index] = learned.network.score_of(learned.encoding, actions[index])
    float_array.normalise(learned.scores, count)


def pick(learned: LearnedPolicy, mind: Mind, actions: list[int], advice: int) -> int:
    """The number of the action in the list; NOWHERE, if the judgement's is not in it."""
    if learned.manner == manners.JUDGEMENT:
        for index in range(len(actions)):
            if actions[index] == advice:
                return index
        return constants.NOWHERE
    if learned.manner == manners.BY_CHANCE:
        left = draw_uniform(mind)
        for index in range(len(actions)):
            left -= learned.scores[index]
            if left < 0.0:
                return index
    best = 0
    for index in range(1, len(actions)):
        if learned.scores[index] > learned.scores[best]:
            best = index
    return best


def end_recording(mind: Mind, table: Table) -> None:
    """Tell the recorder, if there is one, what the round has brought."""
    learned: LearnedPolicy = mind.learned
    if learned.recorder is not None:
        learned.recorder.end_round(reward(table, mind.seat))


# Beliefs


def look_at_window(mind: Mind, table: Table) -> None:
    """Before a mind thinks about a snap, take in what has happened, and look at the position as if it had the turn.

    No card is held there: judgement may not look at one that is another seat's.
    """
    learned: LearnedPolicy = mind.learned
    learned.history.catch_up(table)
    scene = table.copy()
    scene.turn = mind.seat
    scene.phase = phases.START
    scene.held = constants.NO_CARD
    scene.joined = 0
    advice = choose_by_value(mind, scene)
    encode(learned.encoding, mind, scene, learned.history, advice)
    learned.network.look_at(learned.encoding)
    learned.consulted += 1


def weigh_hidden_cards(mind: Mind, table: Table) -> None:
    """For each hidden card of the position that was encoded last, by how much each class of points is likelier there.

    That is, likelier than by a mere count of the unseen cards.
    """
    learned: LearnedPolicy = mind.learned
    encoding = learned.encoding
    places = table.rows * table.seats
    classes = network_layout.POINT_CLASSES
    if places > learned.places_weighed:
        learned.class_weights = float_array.grow(
            learned.class_weights, learned.places_weighed * classes, places * classes
        )
        learned.places_weighed = places
    float_array.clear(learned.class_weights, 0, places * classes)
    for index in range(encoding.cards):
        place = encoding.place[index]
        if not table.seen[table.at[place]] >> mind.seat & 1:
            learned.network.believe(index)
            divide_by_count(learned, mind, table, place)


def divide_by_count(learned: LearnedPolicy, mind: Mind, table: Table, place: int) -> None:
    """The belief about the card there, for each single card of a class instead of the class as a whole."""
    start = place * network_layout.POINT_CLASSES
    origin = table.origin[table.at[place]]
    for card in range(table.ruleset.deck_size):
        if table.origin[card] == origin and not is_accounted_for(mind, table, card):
            learned.class_weights[start + class_of(mind, card)] += 1.0
    for column in range(network_layout.POINT_CLASSES):
        count = learned.class_weights[start + column]
        if count > 0.0:
            learned.class_weights[start + column] = learned.network.belief[column] / count


def class_of(mind: Mind, card: int) -> int:
    """The class of a card's points."""
    points = int(mind.worth[card]) - network_layout.LOWEST_POINTS
    if points < 0:
        return 0
    return points if points < network_layout.POINT_CLASSES else network_layout.POINT_CLASSES - 1


def learned_weight(mind: Mind, place: int, card: int) -> float:
    """How likely the hidden card at a place is that card, up to a factor: see weigh_hidden_cards."""
    learned: LearnedPolicy = mind.learned
    return learned.class_weights[place * network_layout.POINT_CLASSES + class_of(mind, card)]


def list_likely_actions(mind: Mind, actions: list[int], base: int, most: int) -> list[int]:
    """Of the actions that were scored last, those that are worth trying, and the base; not more than that many."""
    least = LEAST_CHANCE
    likely = list_actions_from(mind, actions, base, least)
    while len(likely) > most:
        least += least
        likely = list_actions_from(mind, actions, base, least)
    return likely


def list_actions_from(mind: Mind, actions: list[int], base: int, least: float) -> list[int]:
    """The actions with at least that chance, and the base."""
    learned: LearnedPolicy = mind.learned
    found: list[int] = []
    for index in range(len(actions)):
        if learned.scores[index] >= least or actions[index] == base:
            found.append(actions[index])
    return found


# Leaves of a search


def has_critic(mind: Mind) -> int:
    """A search can ask what a position is worth, without playing it to the end."""
    if mind.learned is None:
        return 0
    learned: LearnedPolicy = mind.learned
    return learned.critic is not None


def follow_history(mind: Mind) -> None:
    """What is imagined from now on comes after what has happened so far."""
    learned: LearnedPolicy = mind.learned
    learned.leaf_history.follow(learned.history)


def share_history(mind: Mind, other: Mind) -> None:
    """Another mind that has a network knows what has happened so far, too, and goes on with the log of a copy."""
    if other.learned is None:
        return
    learned: LearnedPolicy = mind.learned
    theirs: LearnedPolicy = other.learned
    theirs.history.follow(learned.history)


def count_consultations(mind: Mind) -> int:
    """How often networks were consulted by a mind and by those who play on in its worlds, critics included."""
    if mind.learned is None:
        return 0
    learned: LearnedPolicy = mind.learned
    return learned.consulted + consultations_of(mind.rollout_minds) + consultations_of(mind.strangers)


def consultations_of(minds: list[Mind]) -> int:
    """How often those of them consulted a network who have one."""
    total = 0
    for index in range(len(minds)):
        mind: Mind = minds[index]
        if mind.learned is not None:
            learned: LearnedPolicy = mind.learned
            total += learned.consulted
    return total


def value_of_world(mind: Mind, judge: Mind, world: Table) -> float:
    """What an imagined world is worth to a mind, by its critic; the judge is who plays on there at its seat."""
    learned: LearnedPolicy = mind.learned
    advice = choose_by_value(judge, world)
    learned.leaf_history.catch_up(world)
    encode(learned.leaf, judge, world, learned.leaf_history, advice)
    encode_truth(learned.truth, learned.leaf, judge, world)
    assert learned.critic is not None
    learned.consulted += 1
    return learned.critic.value_of(learned.leaf, learned.truth)
