"""Sequential play: what all environments have in common, with one seat to decide at a time.

>>> config = EnvConfig("camp", seats=3)
>>> config.spec.answer_count, config.spec.observation_width
(129, 239)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..actions import action_numbered
from ..core.environment import observation_layout, questions
from ..core.environment.env_spec import EnvSpec
from ..core.environment.env_state import EnvState
from ..core.environment.legal_answers import action_for
from ..game import first_seat
from ..places import Place, Seat, seat_named
from ..rules import Rules
from ..view import View

#: Slots of each hand that answers can name, unless more cards are dealt.
DEFAULT_SLOTS = 8
#: A round is broken off after this many decisions, times the seats, times two more than the seats.
MAX_DECISIONS_FACTOR = 100
QUESTIONS = {
    questions.MEMORY: "memory",
    questions.START: "start",
    questions.HOLDING: "holding",
    questions.POWER: "power",
    questions.ENDING: "ending",
    questions.GIFT: "gift",
    questions.SNAP: "snap",
    questions.SNAP_TOO: "snap too",
}
PLAIN = ("pass", "ready", "keep", "draw", "take", "call", "throw", "skip", "trade")
OWN = ("peek", "swap", "give")
ANY = ("spy", "look", "trade", "snap")


class EnvConfig:
    """What an environment plays: rules, a number of seats and of slots, and how many decisions a round may take."""

    def __init__(
        self, rules: Rules | str = "cambia", seats: int = 2, *, slots: int | None = None, patience: int | None = None
    ) -> None:
        self.rules = Rules.parse(rules) if isinstance(rules, str) else rules
        self.rules.check_seats(seats)
        if slots is None:
            slots = max(DEFAULT_SLOTS, self.rules["deal.cards"])
        if patience is None:
            patience = MAX_DECISIONS_FACTOR * seats * (seats + 2)
        if slots < 1 or patience < 0:
            raise ValueError(f"expected 1 slot or more and a patience of 0 or more, but found {slots} and {patience}")
        self.seats = tuple(seat_named(seat) for seat in range(seats))
        self.spec = EnvSpec(self.rules.ruleset, seats, slots, first_seat(self.rules, 0, seats), patience)


def describe_answer(env: EnvState, answer: int) -> str:
    """What the seat to act would do by an answer, as it is written in a .cambio file."""
    action = action_for(env, answer)
    if action == 0:
        return PLAIN[questions.PASS]
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
    owns = [f"{verb} a{slot + 1}" for verb in OWN for slot in range(spec.slots)]
    places = [f"{seat_named(seat)}{slot + 1}" for seat in range(spec.seats) for slot in range(spec.slots)]
    return [*PLAIN, *owns, *(f"{verb} {place}" for verb in ANY for place in places)]


@dataclass(frozen=True)
class Field:
    """A part of an observation: where it stands, in which shape, and what it says."""

    name: str
    start: int
    shape: tuple[int, ...]
    about: str

    @property
    def stop(self) -> int:
        size = 1
        for length in self.shape:
            size *= length
        return self.start + size


def fields(spec: EnvSpec) -> Iterator[Field]:
    """All parts of an observation, in order."""
    seats, slots = spec.seats, spec.slots
    yield Field(
        "question",
        observation_layout.QUESTION,
        (questions.QUESTIONS,),
        f"what you are asked: {', '.join(QUESTIONS.values())}",
    )
    phases = "memory, start, holding, power, ending, (none), back, over"
    yield Field("phase", observation_layout.PHASE, (8,), f"where the round stands: {phases}")
    yield Field("power", observation_layout.POWER, (4,), "the pending power: peek, spy, trade, look")
    yield Field("top", observation_layout.TOP, (1,), "the top of the pile, as a card")
    yield Field("held", observation_layout.HELD, (1,), "the card that somebody holds, as a card")
    yield Field("taken", observation_layout.TAKEN, (1,), "that card was taken from the pile")
    yield Field("window", observation_layout.WINDOW, (1,), "the top of the pile may be snapped")
    yield Field("won", observation_layout.WON, (1,), "it has been snapped")
    yield Field("reopened", observation_layout.REOPENED, (1,), "the final window has come")
    yield Field("knocked", observation_layout.KNOCKED, (1,), "the caller called without cards")
    yield Field("lap", observation_layout.LAP, (1,), "laps of the table, from 1")
    yield Field("shuffles", observation_layout.SHUFFLES, (1,), "reshuffles so far")
    yield Field("stock", observation_layout.STOCK, (2,), "cards in the stock: ones, 128s")
    yield Field("pile", observation_layout.PILE, (2,), "cards on the pile: ones, 128s")
    yield Field("picked", observation_layout.PICKED, (2,), "first pick of a trade, as a place")
    yield Field("looked", observation_layout.LOOKED, (2, 2), "cards looked at by the pending power, as places")
    yield Field("snapped", observation_layout.SNAPPED, (2,), "your first pick of a snap of two, as a place")
    yield Field("gifts", observation_layout.GIFTS, (1,), "gifts due")
    gift = (observation_layout.GIFTS_TOLD, observation_layout.GIFT_WIDTH)
    yield Field("gift", observation_layout.GIFT, gift, "the oldest of them: giver, and the gap as a place")
    columns = "to act, turn, caller, out, ready, chain, discarder, starter, cards, slots, gifts due from it"
    yield Field("seats", observation_layout.SEATS, (seats, observation_layout.SEAT_WIDTH), f"each seat: {columns}")
    place = "card, kept (1) or unwanted (-1), from before the reshuffle, who has seen it (7 seats a number, a bit each)"
    yield Field("places", spec.places_start, (seats, slots, spec.place_width), f"each place: {place}")
    unseen = "cards that you have not seen, by kind: of the latest shuffle, of those before"
    yield Field("unseen", spec.unseen_start, (2, observation_layout.KINDS), unseen)
