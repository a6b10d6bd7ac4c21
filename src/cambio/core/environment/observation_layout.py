"""The layout of an observation: which number stands where. Seats are counted from the observer, who is 0, clockwise."""

from typing import NamedTuple


class Field(NamedTuple):
    """A part of an observation: where it starts, in which shape it is written, and what it says."""

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


#: The fields of every observation, in their order. They are followed by the three fields of ``sized_fields``.
FIELDS: list[Field] = []


def add_field(name: str, about: str, *shape: int) -> int:
    FIELDS.append(Field(name, FIELDS[-1].stop if FIELDS else 0, shape or (1,), about))
    return FIELDS[-1].start


# One-hot: the number that is meant is 1, the others are 0.
QUESTION = add_field("question", "what you are asked", 8)
PHASE = add_field("phase", "where the round stands", 8)
POWER = add_field("power", "the pending power", 4)
# Cards, as one of the codes below.
TOP = add_field("top", "the top of the pile, as a card")
HELD = add_field("held", "the card that somebody holds, as a card")
# Yes or no.
TAKEN = add_field("taken", "that card was taken from the pile")
WINDOW = add_field("window", "the top of the pile may be snapped")
WON = add_field("won", "it has been snapped")
REOPENED = add_field("reopened", "the final window has come")
KNOCKED = add_field("knocked", "the caller called without cards")
# How many.
LAP = add_field("lap", "laps of the table, from 1")
SHUFFLES = add_field("shuffles", "reshuffles so far")
STOCK = add_field("stock", "cards in the stock: ones, 128s", 2)
PILE = add_field("pile", "cards on the pile: ones, 128s", 2)
# Places, as an owner and a slot, each counted from 1; 0 is nowhere.
PICKED = add_field("picked", "first pick of a trade, as a place", 2)
LOOKED = add_field("looked", "cards looked at by the pending power, as places", 2, 2)
LOOKED_TOO = LOOKED + 2
SNAPPED = add_field("snapped", "your first pick of a snap of two, as a place", 2)
# Gifts that are due.
GIFTS_TOLD = 4
GIFT_WIDTH = 3
GIFTS = add_field("gifts", "gifts due")
GIFT = add_field("gift", "the oldest of them: giver, and the gap as a place", GIFTS_TOLD, GIFT_WIDTH)

#: Then a record for each seat, with these columns.
SEATS = FIELDS[-1].stop
SEAT_COLUMNS: list[str] = []
#: Then a record for each place, by seat and slot, with these columns.
PLACE_COLUMNS: list[str] = []


def add_column(columns: list[str], about: str) -> int:
    columns.append(about)
    return len(columns) - 1


TO_ACT = add_column(SEAT_COLUMNS, "to act")
TURN = add_column(SEAT_COLUMNS, "turn")
CALLER = add_column(SEAT_COLUMNS, "caller")
OUT = add_column(SEAT_COLUMNS, "out")
IS_READY = add_column(SEAT_COLUMNS, "ready")
CHAIN = add_column(SEAT_COLUMNS, "chain")
DISCARDER = add_column(SEAT_COLUMNS, "discarder")
STARTER = add_column(SEAT_COLUMNS, "starter")
CARDS = add_column(SEAT_COLUMNS, "cards")
SLOTS = add_column(SEAT_COLUMNS, "slots")
GIVES = add_column(SEAT_COLUMNS, "gifts due from it")
SEAT_WIDTH = len(SEAT_COLUMNS)

#: How many seats share a number that has a bit for each of them.
SEATS_PER_NUMBER = 7
CARD = add_column(PLACE_COLUMNS, "card")
KEPT = add_column(PLACE_COLUMNS, "kept (1) or unwanted (-1)")
OLD = add_column(PLACE_COLUMNS, "from before the reshuffle")
#: The last column: it is as many numbers wide as the seats need.
SEEN = add_column(PLACE_COLUMNS, f"who has seen it ({SEATS_PER_NUMBER} seats a number, a bit each)")

#: Then, for each kind of card, how many the observer has not seen: of the latest shuffle, and of those before.
KINDS = 28

# Codes of cards: 0 where there is no slot, and FIRST_KIND and its kind for a card that the observer has seen.
GAP = 1
UNSEEN = 2
FIRST_KIND = 3

#: Larger numbers are written as this one, the largest that fits a signed byte.
MOST = 127


def place_width(seats: int) -> int:
    return SEEN + (seats + SEATS_PER_NUMBER - 1) // SEATS_PER_NUMBER


def sized_fields(seats: int, slots: int) -> tuple[Field, Field, Field]:
    """The fields whose size depends on the table: seats, places and unseen cards."""
    each_seat = f"each seat: {', '.join(SEAT_COLUMNS)}"
    each_place = f"each place: {', '.join(PLACE_COLUMNS)}"
    unseen = "cards that you have not seen, by kind: of the latest shuffle, of those before"
    seat_field = Field("seats", SEATS, (seats, SEAT_WIDTH), each_seat)
    place_field = Field("places", seat_field.stop, (seats, slots, place_width(seats)), each_place)
    return seat_field, place_field, Field("unseen", place_field.stop, (2, KINDS), unseen)
