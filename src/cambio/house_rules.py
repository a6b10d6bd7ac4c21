"""Every house rule: one option each, by the sections of a rule book."""

from __future__ import annotations

from .core.engine.cards import KINDS
from .options import Aside, CardTable, Choice, Count, Flag, Need, Option, Values

SECTIONS = {
    "deck": "The deck",
    "deal": "The deal",
    "turn": "A turn",
    "powers": "Powers",
    "snap": "Snapping",
    "call": "Calling",
    "score": "Scoring",
    "match": "The match",
}


def _has_power(what: str, *powers: str) -> Need:
    def holds(values: Values) -> bool:
        table = values["powers.cards"]
        assert isinstance(table, tuple)
        in_the_deck = table if values["deck.jokers"] else table[: -len("br")]
        return any(power in powers for power in in_the_deck)

    return Need(what, "powers.cards", holds)


def _costs(values: Values) -> bool:
    return bool(values["snap.penalty"] or values["snap.late_penalty"] or values["snap.seize"])


SNAPPING = Need("snapping", "snap.who", lambda values: values["snap.who"] != "off")
OTHERS_SNAPPED = Need("snapping of others' cards", "snap.who", lambda values: values["snap.who"] == "any")
TAKING = Need("taking", "turn.take", lambda values: values["turn.take"] != "no")
ANY_POWER = _has_power("a card with a power", "peek", "spy", "trade", "look")
TRADING = _has_power("a card with the power to trade", "trade")
LOOKING = _has_power("a card with the power to look", "look")

POINTS = {"A": 1, "J": 10, "Q": 10, "Kb": 10, "Kr": -1, "X": 0} | {str(pip): pip for pip in range(2, 11)}
POWERS = {"7": "peek", "8": "peek", "9": "spy", "10": "spy", "J": "trade", "Q": "trade", "Kb": "look"}

DECK = (
    Count(
        "deck.decks",
        1,
        "How many packs are shuffled together.",
        {1: "One pack of 52 cards.", "other": "{} packs of 52 cards, shuffled together."},
        low=1,
        high=8,
    ),
    Count(
        "deck.jokers",
        2,
        "Jokers in each pack.",
        {0: "No jokers.", 1: "One joker in each pack.", "other": "{} jokers in each pack."},
        low=0,
        high=4,
    ),
    CardTable(
        "deck.values",
        tuple(POINTS.get(kind, POINTS.get(kind[:-1], 0)) for kind in KINDS),
        "What each card counts at the end, by rank and colour.",
        "",
        each=Count("points", 0, "Points.", "", low=-100, high=100),
    ),
)

DEAL = (
    Count("deal.min_seats", 2, "The fewest players.", "", low=2, high=26),
    Count("deal.max_seats", 26, "The most players; seats are lettered a to z.", "", low=2, high=26),
    Count(
        "deal.cards",
        4,
        "Cards dealt to each player, face down.",
        {1: "Everybody gets one card, face down.", "other": "Everybody gets {} cards, face down."},
        low=1,
        high=12,
    ),
    Choice(
        "deal.formation",
        "grid",
        "How the cards lie: in a grid with a bottom row, or as each player likes, and then fixed.",
        {
            "grid": "They lie in a grid, the last ones dealt at the bottom, nearest to the player.",
            "free": "Each player lays them out in any formation, which then stays as it is.",
        },
    ),
    Flag(
        "deal.opening",
        True,
        "Whether a card is turned up to start the discard pile.",
        {True: "One card is turned up to start the discard pile.", False: "The discard pile starts empty."},
    ),
    Count(
        "deal.memory_cards",
        2,
        "How many own cards may be looked at before play; none: play begins at once.",
        {
            0: "Nobody looks at any card before play.",
            1: "Before play everybody may look at one of their own cards, until they say that they are ready.",
            "other": "Before play everybody may look at {} of their own cards, until they say that they are ready.",
        },
        low=0,
        high=12,
    ),
    Choice(
        "deal.memory",
        "bottom",
        "Which of the own cards may be looked at before play: the bottom ones, or those that the player chooses.",
        {
            "bottom": "Those are the last ones dealt, at the bottom.",
            "choice": "Each player chooses which, and the choice is final.",
        },
        need=Need("a memory phase", "deal.memory_cards", lambda values: values["deal.memory_cards"] != 0),
        idle="bottom",
    ),
)

TURN = (
    Choice(
        "turn.take",
        "swap",
        "Whether the top discard may be taken instead of drawing from the stock.",
        {
            "swap": "Instead of drawing, a player may take the top discard, and must swap it for an own card. "
            "It fires no power.",
            "free": "Instead of drawing, a player may take the top discard, and swap it for an own card or throw it "
            "back. It fires no power.",
            "no": "Only the stock is drawn from.",
        },
    ),
    Choice(
        "turn.stock",
        "reshuffle",
        "What happens when the stock is used up.",
        {
            "reshuffle": "When a card is needed and the stock is empty, all discards but the top one are reshuffled. "
            "If there is still nothing to draw, the round ends.",
            "show": "When the last card of the stock has been played, the round ends.",
        },
    ),
    Choice(
        "turn.empty_hand",
        "play",
        "What a player without cards does when it is time to draw.",
        {
            "play": "A player without cards draws and throws like anybody.",
            "call": "A player who is to draw without a card left calls automatically, in any lap, unless somebody has "
            "called before; that costs and earns nothing.",
        },
        need=SNAPPING,
        idle="play",
    ),
)

POWER_OPTIONS: tuple[Option, ...] = (
    CardTable(
        "powers.cards",
        tuple(POWERS.get(kind, POWERS.get(kind[:-1], "none")) for kind in KINDS),
        "What each card can do when it is drawn from the stock and thrown at once, by rank and colour.",
        "",
        each=Choice("power", "none", "Power.", dict.fromkeys(("none", "peek", "spy", "trade", "look"), "")),
    ),
    Choice(
        "powers.use",
        "optional",
        "Whether a power may be left unused.",
        {
            "optional": "Nobody has to use a power.",
            "mandatory": "A power must be used, as far as it can be; the swap after a look stays optional.",
        },
        need=ANY_POWER,
        idle="optional",
    ),
    Flag(
        "powers.replaced",
        False,
        "Whether a card swapped out for one from the stock fires its power as well.",
        {
            True: "A card that is swapped out for one from the stock fires its power as well.",
            False: "Only a card drawn from the stock and thrown at once fires its power.",
        },
        need=ANY_POWER,
        idle=False,
    ),
    Choice(
        "powers.trade",
        "any",
        "Which two cards a blind swap exchanges.",
        {
            "any": "A blind swap exchanges any two cards on the table, unseen.",
            "own_other": "A blind swap exchanges one of the player's own cards with another player's, unseen.",
            "owners": "A blind swap exchanges two cards of different players, unseen.",
        },
        need=TRADING,
        idle="any",
    ),
    Count(
        "powers.looks",
        2,
        "How many cards the look-and-swap power may look at.",
        {
            1: "Look and swap first looks at one card",
            "other": "Look and swap first looks at up to {} cards",
        },
        need=LOOKING,
        idle=2,
        low=1,
        high=2,
    ),
    Choice(
        "powers.look_at",
        "any",
        "Whose cards the look-and-swap power looks at.",
        {
            "any": "anywhere on the table.",
            "own_other": "of which one is the player's own and one another player's.",
            "other": "of other players.",
        },
        need=LOOKING,
        idle="any",
    ),
    Choice(
        "powers.look_swap",
        "any",
        "Which two cards the look-and-swap power may then exchange.",
        {
            "any": "Then any two cards on the table may be exchanged, whether they were looked at or not.",
            "looked": "Then the two cards looked at may be exchanged.",
            "own": "Then the card looked at may be exchanged with one of the player's own.",
        },
        need=LOOKING,
        idle="any",
    ),
)

SNAP = (
    Choice(
        "snap.who",
        "off",
        "Whose cards may be snapped: nobody's, the own ones, or anybody's.",
        {
            "off": "There is no snapping.",
            "own": "When a card is discarded, everybody may race to lay a matching card of their own on it.",
            "any": "When a card is discarded, everybody may race to lay a matching card on it, their own or another "
            "player's.",
        },
    ),
    Choice(
        "snap.match",
        "rank",
        "What makes two cards match.",
        {"rank": "Cards of the same rank match.", "value": "Cards that count the same match."},
        need=SNAPPING,
        idle="rank",
    ),
    Choice(
        "snap.window",
        "draw",
        "When it is too late to snap a discard.",
        {
            "draw": "It is too late once the next player draws or takes.",
            "discard": "It is too late once that card is taken or the next one is discarded.",
            "dealer": "It is too late at the dealer's word, or once that card is taken or the next one is discarded.",
        },
        need=SNAPPING,
        idle="draw",
        aside=Aside("that card is taken or ", TAKING),
    ),
    Choice(
        "snap.winners",
        "one",
        "How many may snap the same discard.",
        {
            "one": "Only the first correct snap of a discard counts.",
            "chain": "After the first correct snap of a discard, that player alone may go on until the next draw.",
            "all": "Any number of players may snap the same discard.",
        },
        need=SNAPPING,
        idle="one",
    ),
    Flag(
        "snap.discarder",
        True,
        "Whether whoever discarded a card may snap it too.",
        {True: "Whoever discarded the card may snap too.", False: "Whoever discarded the card may not snap it."},
        need=SNAPPING,
        idle=True,
    ),
    Choice(
        "snap.give",
        "must",
        "Whether snapping another player's card is answered by giving that player one of the own.",
        {
            "must": "Whoever snaps another player's card must give that player one of their own in its place.",
            "may": "Whoever snaps another player's card may give that player one of their own in its place.",
            "no": "Nothing is given for another player's card.",
        },
        need=OTHERS_SNAPPED,
        idle="must",
    ),
    Count(
        "snap.cards",
        1,
        "How many cards may be snapped at once.",
        {
            1: "One card is snapped at a time.",
            2: "Two matching cards may be snapped at once, which counts as one snap.",
        },
        need=SNAPPING,
        idle=1,
        low=1,
        high=2,
    ),
    Count(
        "snap.penalty",
        1,
        "Penalty cards for a wrong snap.",
        {
            0: "A wrong snap costs no penalty cards.",
            1: "A wrong snap costs one penalty card, which nobody sees.",
            "other": "A wrong snap costs {} penalty cards, which nobody sees.",
        },
        need=SNAPPING,
        idle=0,
        low=0,
        high=10,
    ),
    Count(
        "snap.late_penalty",
        0,
        "Penalty cards for a snap that comes too late.",
        {
            0: "A snap that comes too late costs nothing.",
            1: "A snap that comes too late costs one penalty card.",
            "other": "A snap that comes too late costs {} penalty cards.",
        },
        need=SNAPPING,
        idle=0,
        low=0,
        high=10,
    ),
    Flag(
        "snap.shown",
        True,
        "Whether the whole table sees a card that was snapped wrongly.",
        {
            True: "A card that was snapped wrongly goes back, and everybody has seen it.",
            False: "A card that was snapped wrongly goes back, and nobody sees it.",
        },
        need=SNAPPING,
        idle=True,
    ),
    Flag(
        "snap.seize",
        False,
        "Whether a wrong snap of another player's card takes that card too.",
        {True: "But whoever wrongly snaps another player's card has to take that card.", False: ""},
        need=OTHERS_SNAPPED,
        idle=False,
    ),
    Count(
        "snap.hand_limit",
        0,
        "A penalty that leaves more cards than this puts the player out of the round; 0: no limit.",
        {0: "", "other": "A player whom a penalty leaves with more than {} cards is out of the round."},
        need=Need("a penalty", "snap.penalty", _costs),
        idle=0,
        low=0,
        high=60,
    ),
    Flag(
        "snap.final_window",
        False,
        "Whether the last discard may be snapped once more before the show, until the dealer says stop.",
        {True: "Before the show the last discard may be snapped once more, until the dealer says stop.", False: ""},
        need=SNAPPING,
        idle=False,
    ),
)

CALL = (
    Choice(
        "call.when",
        "start",
        "When a player may call: instead of drawing, or at the end of the own turn.",
        {
            "start": "A player who expects to be lowest may call at the start of a turn, instead of drawing.",
            "end": "A player who expects to be lowest may call at the end of a turn.",
        },
    ),
    Flag(
        "call.last_turns",
        True,
        "Whether everybody else gets one more turn after a call.",
        {
            True: "Everybody else gets one more turn, and nobody else may call. Then all cards are shown.",
            False: "The call ends the round, and all cards are shown.",
        },
    ),
    Flag(
        "call.lock",
        False,
        "Whether the caller's cards can't be touched any more.",
        {
            True: "The caller's cards are locked: nobody may move them or add to them, and the caller snaps no more.",
            False: "The caller's cards stay in play like everybody's.",
        },
        aside=Aside(", and the caller snaps no more", SNAPPING),
    ),
    Flag(
        "call.lock_looking",
        False,
        "Whether locked cards can't be looked at either.",
        {True: "Nor may anybody look at them.", False: "Powers may still look at them."},
        need=Need("locked hands", "call.lock", lambda values: bool(values["call.lock"])),
        idle=False,
    ),
    Count(
        "call.from_lap",
        1,
        "The first lap of the table in which somebody may call.",
        {1: "", "other": "Nobody may call before lap {} of the table."},
        low=1,
        high=20,
    ),
    Count(
        "call.limit",
        None,
        "The most points with which a call can be right; it is checked at the show.",
        {None: "", "other": "A call with more than {} on the hand is wrong, whatever the others have."},
        low=-20,
        high=200,
        may_be_none=True,
    ),
    Count(
        "call.wrong_points",
        0,
        "Points added for a wrong call.",
        {0: "A wrong call costs nothing extra.", "other": "A wrong call costs {} extra."},
        low=0,
        high=200,
    ),
    Flag(
        "call.wrong_doubles",
        False,
        "Whether a wrong call doubles the caller's own points, if they are above zero.",
        {True: "A wrong caller's own points are doubled, if they are above zero.", False: ""},
    ),
    Flag(
        "call.right_zero",
        False,
        "Whether a right caller scores zero (or the hand's points, if fewer).",
        {True: "A right caller scores zero, or the hand's points if those are fewer.", False: ""},
    ),
    Count(
        "call.right_bonus",
        0,
        "Points taken off for a right call.",
        {0: "", "other": "A right caller's score is lowered by {}."},
        low=0,
        high=200,
    ),
)

SCORE = (
    Choice(
        "score.caller_tie",
        "loses",
        "What becomes of a caller who ties for the fewest points.",
        {
            "loses": "A caller who ties for the fewest points loses the tie.",
            "wins": "A caller who ties for the fewest points wins the tie.",
            "level": "A caller who ties for the fewest points is treated like the others.",
        },
    ),
    Choice(
        "score.tie",
        "share",
        "Who wins among the others who tie for the fewest points.",
        {
            "share": "Others who tie share the win.",
            "most_cards": "Among those who tie, the player with the most cards wins; if that is level too, they share.",
            "fewest_cards": "Among those who tie, the player with the fewest cards wins; if that is level too, they "
            "share.",
        },
    ),
    Flag(
        "score.risky_fives",
        False,
        "Whether fives count together: each pair -25, an odd one +25.",
        {True: "Fives count together: each pair in a hand -25, an odd one 25.", False: ""},
    ),
)

MATCH = (
    Count(
        "match.rounds",
        1,
        "How many rounds a match has; 0: as many as the target takes, or the players like.",
        {
            0: "A match has as many rounds as it takes; the lowest tally of points wins.",
            1: "A match is a single round.",
            "other": "A match has {} rounds; the lowest tally of points wins.",
        },
        low=0,
        high=1000,
    ),
    Count(
        "match.target",
        0,
        "A match ends when somebody's tally reaches this; 0: no target.",
        {0: "", "other": "It ends when somebody's tally reaches {}."},
        need=Need("several rounds", "match.rounds", lambda values: values["match.rounds"] != 1),
        idle=0,
        low=0,
        high=10000,
    ),
    Count(
        "match.reset_at",
        None,
        "A tally of exactly this is set back.",
        {None: "", "other": "A tally of exactly {} is set back"},
        low=1,
        high=10000,
        may_be_none=True,
    ),
    Count(
        "match.reset_to",
        50,
        "What a tally is set back to.",
        "to {}.",
        need=Need("a tally that is set back", "match.reset_at", lambda values: values["match.reset_at"] is not None),
        idle=50,
        low=0,
        high=10000,
    ),
    Choice(
        "match.dealer",
        "rotates",
        "Who deals the next round.",
        {"rotates": "The deal passes to the left after each round.", "stays": "The same player deals every round."},
    ),
    Choice(
        "match.starter",
        "left",
        "Who has the first turn.",
        {
            "left": "The player to the dealer's left starts.",
            "right": "The player to the dealer's right starts.",
            "dealer": "The dealer starts.",
            "winner": "The winner of the last round starts; in the first round, the player to the dealer's left.",
        },
    ),
)

OPTIONS: dict[str, Option] = {
    option.name: option for option in (*DECK, *DEAL, *TURN, *POWER_OPTIONS, *SNAP, *CALL, *SCORE, *MATCH)
}
