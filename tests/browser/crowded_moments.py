"""Crowded moments: tables of two to eight seats where much is on the screen at once, for every test of the layout."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cambio.game import Game
from cambio.places import Seat, seat_named
from cambio.server.protocol.messages import Options

from .deck_search import Condition, anything, hand, held, power_of
from .fixtures import NO_CLOCK, TableFixture
from .live_server import LiveServer
from .visitor import Visitor

#: As long as a name can be, as wide as letters are, and an ordinary one.
NAMES = (
    "Ana",
    "Maximiliana Wolkenbruchs",
    "Cleo",
    "WWWWWWWWWWWWWWWWWWWWWWWW",
    "Eva",
    "Francisco José de Peñala",
    "Gil",
    "Hal",
)
#: Everything that a turn can offer.
RULES = "stick turn.take=free match.rounds=9"
#: Where every card counts so much, totals have three digits after a round.
DEAR = " ".join(f"deck.values.{rank}=40" for rank in ("A", *map(str, range(2, 11)), "J", "Q"))
CLOCK = Options(clock=600)
RELAXED = Options(clock=600, relaxed=True)


@dataclass(frozen=True)
class Moment:
    """A moment of a round, and what has to be seen then, by the names of the layout's styles."""

    name: str
    lay: Callable[[LiveServer, int], TableFixture]
    wanted: tuple[str, ...] = ()
    #: One of those that need most room.
    is_fullest: bool = False
    #: What a player does there before the screen is looked at.
    prepare: Callable[[Visitor], None] | None = None


def seats_of(seats: int) -> list[Seat]:
    return [seat_named(index) for index in range(seats)]


def ready(seats: int) -> list[str]:
    return [f"{seat} ready" for seat in seats_of(seats)]


def swap_around(seats: int, first: int = 0, turns: int | None = None) -> list[str]:
    """Everybody in turn swaps the drawn card in, from a seat on."""
    order = [seat_named((first + turn) % seats) for turn in range(seats if turns is None else turns)]
    return [move for seat in order for move in (f"{seat} draw", f"{seat} swap {seat}1")]


def called_round(seats: int, first: int = 0) -> list[str]:
    """A whole round, called by whoever has the first turn."""
    return [f"{seat_named(first)} call", *swap_around(seats, first + 1, seats - 1), "dealer close"]


def lay_at(
    server: LiveServer,
    seats: int,
    *moves: str,
    rules: str = RULES,
    options: Options = CLOCK,
    condition: Condition = anything,
) -> TableFixture:
    everybody = "".join(seats_of(seats))
    return server.lay(rules, *moves, seats=seats, people=everybody, options=options, condition=condition, names=NAMES)


def by_cards(cards: int, rules: str = RULES) -> str:
    return rules if cards == 4 else f"{rules} deal.cards={cards}"


# Moments


def turn(cards: int) -> Moment:
    """My turn with everything that can be done, in a second round with totals of three digits."""

    def lay(server: LiveServer, seats: int) -> TableFixture:
        moves = (*ready(seats), *called_round(seats), "deal", *ready(seats), *swap_around(seats, 1, seats - 1))
        return lay_at(server, seats, *moves, rules=f"{by_cards(cards)} {DEAR}")

    return Moment(
        f"turn, {cards} cards", lay, (".place.main .btn", ".place.other .btn", ".place.call .btn:enabled"), True
    )


def holding(cards: int) -> Moment:
    """A card with a power in hand while the last discard can still be snapped, or passed."""

    def lay(server: LiveServer, seats: int) -> TableFixture:
        rules = f"{by_cards(cards)} snap.window=discard"
        moves = (*ready(seats), *swap_around(seats), "a draw")
        return lay_at(
            server,
            seats,
            *moves,
            rules=rules,
            options=RELAXED,
            condition=lambda game: power_of("stick", held(game)) == "look",
        )

    return Moment(f"holding, {cards} cards", lay, (".place.main .btn", ".own-held .shown", ".place.pass .btn"), True)


def penalties() -> Moment:
    """Four penalty cards for the player and for the next one, and a card in hand."""

    def is_grown(game: Game) -> bool:
        return len(hand(game, "a")) == len(hand(game, "b")) == 8

    def lay(server: LiveServer, seats: int) -> TableFixture:
        wrong = [f"{seat} snap {seat}{slot}" for slot in range(1, 5) for seat in "ab"]
        moves = (*ready(seats), *swap_around(seats), *wrong, "a draw")
        return lay_at(server, seats, *moves, condition=is_grown)

    return Moment("holding, 4 cards and 4 penalties", lay, (".place.main .btn", ".own-held .shown"))


def power(cards: int) -> Moment:
    """A power that may go to every card of the others."""

    def lay(server: LiveServer, seats: int) -> TableFixture:
        moves = (*ready(seats), "a draw", "a throw")
        return lay_at(server, seats, *moves, rules=by_cards(cards), condition=lambda game: game.view().power == "spy")

    return Moment(f"spy, {cards} cards", lay, (".target",))


def two_looks() -> Moment:
    """A look-and-swap with a card of mine that lies open."""

    def lay(server: LiveServer, seats: int) -> TableFixture:
        moves = (*ready(seats), "a draw", "a throw", "a look a1", "a look b2")
        return lay_at(server, seats, *moves, rules="flip")

    return Moment("look and swap", lay, (".place.main .btn", ".place.other .btn"))


def snapping(cards: int) -> Moment:
    """The Snap button is pressed: every card of everybody is a target."""

    def lay(server: LiveServer, seats: int) -> TableFixture:
        moves = (*ready(seats), *swap_around(seats))
        return lay_at(server, seats, *moves, rules=by_cards(cards))

    def prepare(visitor: Visitor) -> None:
        visitor.page.keyboard.press("z")

    return Moment(f"snap, {cards} cards", lay, (".target.teal",), prepare=prepare)


def giving() -> Moment:
    def lay(server: LiveServer, seats: int) -> TableFixture:
        moves = (*ready(seats), *swap_around(seats), "a snap b1")
        return lay_at(server, seats, *moves, condition=lambda game: game.table.gifts > 0)

    return Moment("give", lay, (".offered",))


def last_turns(cards: int) -> Moment:
    def lay(server: LiveServer, seats: int) -> TableFixture:
        moves = (*ready(seats), *swap_around(seats, 0, 1), "b call", *swap_around(seats, 2, seats - 2))
        return lay_at(server, seats, *moves, rules=by_cards(cards))

    return Moment(f"last turns, {cards} cards", lay, (".place.main .btn", ".ribbon"), True)


def round_over(cards: int) -> Moment:
    def lay(server: LiveServer, seats: int) -> TableFixture:
        return lay_at(server, seats, *ready(seats), *called_round(seats), rules=f"{by_cards(cards)} {DEAR}")

    return Moment(f"scores, {cards} cards", lay, (".scores .primary",))


def match_over(cards: int) -> Moment:
    def lay(server: LiveServer, seats: int) -> TableFixture:
        rules = f"{by_cards(cards)} {DEAR}".replace("match.rounds=9", "match.rounds=2")
        second = ("deal", *ready(seats), *called_round(seats, 1))
        return lay_at(server, seats, *ready(seats), *called_round(seats), *second, rules=rules)

    return Moment(f"match over, {cards} cards", lay, (".scores .primary",), True)


def waiting() -> Moment:
    """Somebody else holds a card."""

    def lay(server: LiveServer, seats: int) -> TableFixture:
        return lay_at(server, seats, *ready(seats), *swap_around(seats, 0, 1), "b draw")

    return Moment("waiting", lay, (".seat .held",))


def memory() -> Moment:
    def lay(server: LiveServer, seats: int) -> TableFixture:
        return lay_at(server, seats)

    return Moment("memory", lay, (".place.main .btn",))


def lobby() -> Moment:
    def lay(server: LiveServer, seats: int) -> TableFixture:
        people = "".join(seats_of(seats))[: max(1, seats - 1)]
        return server.lay(RULES, seats=seats, people=people, names=NAMES, is_started=False, options=NO_CLOCK)

    return Moment("lobby", lay, (".lobby",))


MOMENTS = (
    memory(),
    turn(4),
    turn(6),
    turn(8),
    waiting(),
    holding(4),
    holding(8),
    penalties(),
    power(4),
    power(8),
    two_looks(),
    snapping(4),
    snapping(6),
    giving(),
    last_turns(4),
    last_turns(8),
    round_over(4),
    round_over(8),
    match_over(4),
    match_over(6),
    lobby(),
)
