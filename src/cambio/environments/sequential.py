"""Sequential play: what all environments have in common, with one seat to decide at a time.

>>> config = EnvConfig("camp", seats=3)
>>> config.spec.answer_count, config.spec.observation_width
(129, 239)
>>> config
EnvConfig('camp', 3, slots=8, patience=1500)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..actions import action_numbered
from ..core.environment import action_space, observation_layout, questions
from ..core.environment.env_spec import EnvSpec
from ..core.environment.env_state import EnvState
from ..core.environment.legal_answers import action_for
from ..core.environment.observation_layout import Field
from ..game import first_seat
from ..places import Place, Seat, seat_named
from ..presets import DEFAULT_RULES
from ..rules import Rules
from ..view import PHASES, POWERS, View

#: Slots of each hand that answers can name, unless more cards are dealt.
DEFAULT_SLOTS = 8
#: A round is broken off after this many decisions, times the seats, times two more than the seats.
MAX_DECISIONS_FACTOR = 100


class EnvConfig:
    """What an environment plays: rules, a number of seats and of slots, and how many decisions a round may take."""

    def __init__(
        self,
        rules: Rules | str = DEFAULT_RULES,
        seats: int = 2,
        *,
        slots: int | None = None,
        patience: int | None = None,
    ) -> None:
        self.rules = rules if isinstance(rules, Rules) else Rules.parse(rules)  #: What is played by.
        self.rules.check_seats(seats)
        if slots is None:
            slots = max(DEFAULT_SLOTS, self.rules["deal.cards"])
        if patience is None:
            patience = MAX_DECISIONS_FACTOR * seats * (seats + 2)
        if slots < 1 or patience < 0:
            raise ValueError(f"expected 1 slot or more and a patience of 0 or more, but found {slots} and {patience}")
        self.seats = tuple(seat_named(seat) for seat in range(seats))  #: The seats in order, a first.
        #: The sizes of observations and masks.
        self.spec = EnvSpec(self.rules.ruleset, seats, slots, first_seat(self.rules, 0, seats), patience)

    def __repr__(self) -> str:
        spec = self.spec
        return f"EnvConfig({str(self.rules)!r}, {spec.seats}, slots={spec.slots}, patience={spec.max_decisions})"

    def __reduce__(self) -> tuple[Callable[[Rules, int, int, int], EnvConfig], tuple[Rules, int, int, int]]:
        """A pickle holds what the spec is made from."""
        return make_config, (self.rules, self.spec.seats, self.spec.slots, self.spec.max_decisions)


def make_config(rules: Rules, seats: int, slots: int, max_decisions: int) -> EnvConfig:
    """What a pickle of an ``EnvConfig`` calls."""
    return EnvConfig(rules, seats, slots=slots, patience=max_decisions)


def describe_answer(env: EnvState, answer: int) -> str:
    """What the seat to act would do by an answer, as it is written in a .cambio file."""
    action = action_for(env, answer)
    if action == 0:
        return action_space.PLAIN_VERBS[action_space.PASS]
    return str(action_numbered(action, env.spec.seats, env.table.discard_number))


def describe_view(seen: View) -> str:
    """A view in a few lines; behind each card stands who has seen it.

    >>> from cambio import Game
    >>> game = Game("classic", seats=2, seed=3)
    >>> _ = game.play("b", "peek b4")
    >>> print(describe_view(game.view("b")))
    memory, lap 1; stock 45; pile Xb
    a: ?? ?? ?? ??
    b: ?? ?? ?? 2s/b
    """
    news = [f"{seen.phase}, lap {seen.lap}" if seen.turn is None else f"{seen.phase} of {seen.turn}, lap {seen.lap}"]
    news += [f"stock {seen.stock}", f"pile {seen.top or 'empty'}"]
    news += [f"power {seen.power}"] if seen.power is not None else []
    news += [f"held {seen.held}"] if seen.held is not None else []
    news += ["window open"] if seen.window is not None else []
    news += [f"{gift.giver} gives to {gift.gap}" for gift in seen.gifts]
    news += [f"{seen.caller} has called"] if seen.caller is not None else []
    return "\n".join(["; ".join(news), *(f"{seat}: {_hand(seen, seat)}" for seat in seen.hands)])


def _hand(seen: View, seat: Seat) -> str:
    cards = []
    for slot, card in enumerate(seen.hands[seat], start=1):
        knowers = "".join(seen.known_by.get(Place(seat, slot), ()))
        cards.append(f"{card}/{knowers}" if knowers else card)
    return " ".join(cards)


def answer_names(spec: EnvSpec) -> list[str]:
    """What each number stands for, seen from seat ``a``: a place names a seat by how far away it is."""
    owns = [f"{verb} a{slot + 1}" for verb in action_space.OWN_VERBS for slot in range(spec.slots)]
    places = [f"{seat_named(seat)}{slot + 1}" for seat in range(spec.seats) for slot in range(spec.slots)]
    anybodys = [f"{verb} {place}" for verb in action_space.ANY_VERBS for place in places]
    return [*action_space.PLAIN_VERBS, *owns, *anybodys]


#: What each number of a one-hot field stands for.
ONE_HOT = {
    "question": questions.NAMES,
    "phase": [PHASES.get(phase, "(none)") for phase in range(max(PHASES) + 1)],
    "power": list(POWERS.values()),
}


def fields(spec: EnvSpec) -> Iterator[Field]:
    """All parts of an observation, in order."""
    for field in observation_layout.FIELDS:
        names = ONE_HOT.get(field.name)
        yield field._replace(about=f"{field.about}: {', '.join(names)}") if names else field
    yield from observation_layout.sized_fields(spec.seats, spec.slots)
