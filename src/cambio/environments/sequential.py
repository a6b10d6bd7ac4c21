"""Staged play: what the environments have in common, which is one decision after another.

>>> play = Staged("camp", seats=3)
>>> play.form.answers, play.form.width
(129, 239)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..actions import action_numbered
from ..core.environment import observation_layout, questions
from ..core.environment.action_space import Form
from ..core.environment.env_state import EnvState
from ..core.environment.legal_answers import action_for
from ..game import first_seat
from ..places import Place, Seat, seat_named
from ..rules import Rules
from ..view import View

#: Slots of each hand that decisions can name, or as many more as are dealt.
SLOTS = 8
#: A round may take so many decisions for each seat and each seat that it asks.
PATIENCE = 100
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


class Staged:
    """Rules and a number of seats, as tables of decisions play by them."""

    def __init__(
        self, rules: Rules | str = "cambia", seats: int = 2, *, slots: int | None = None, patience: int | None = None
    ) -> None:
        self.rules = Rules.parse(rules) if isinstance(rules, str) else rules
        self.rules.check_seats(seats)
        if slots is None:
            slots = max(SLOTS, self.rules["deal.cards"])
        if patience is None:
            patience = PATIENCE * seats * (seats + 2)
        if slots < 1 or patience < 0:
            raise ValueError(f"expected 1 slot or more and a patience of 0 or more, but found {slots} and {patience}")
        self.seats = tuple(seat_named(seat) for seat in range(seats))
        self.form = Form(self.rules.ruleset, seats, slots, first_seat(self.rules, 0, seats), patience)


def said(stage: EnvState, answer: int) -> str:
    """What the seat to act would do by an answer, as it is written in a .cambio file."""
    action = action_for(stage, answer)
    if action == 0:
        return PLAIN[questions.PASS]
    return str(action_numbered(action, stage.form.seats, stage.table.discard_number))


def told(seen: View) -> str:
    """A view in a few lines; behind each card stands who has seen it.

    >>> from cambio import Game
    >>> game = Game("classic", seats=2, seed=3)
    >>> _ = game.play("b", "peek b4")
    >>> print(told(game.view("b")))
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


def answer_names(form: Form) -> list[str]:
    """What each number stands for, seen from seat ``a``: a place names a seat by how far away it is."""
    owns = [f"{verb} a{slot + 1}" for verb in OWN for slot in range(form.slots)]
    places = [f"{seat_named(seat)}{slot + 1}" for seat in range(form.seats) for slot in range(form.slots)]
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


def fields(form: Form) -> Iterator[Field]:
    """All parts of an observation, in order."""
    seats, slots = form.seats, form.slots
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
    yield Field("places", form.places, (seats, slots, form.place_width), f"each place: {place}")
    unseen = "cards that you have not seen, by kind: of the latest shuffle, of those before"
    yield Field("unseen", form.unseen, (2, observation_layout.KINDS), unseen)
