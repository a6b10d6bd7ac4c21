"""Presets: the rule books that people play by, each by what it sets and where its text says so."""

from __future__ import annotations

from dataclasses import dataclass

from .languages import Text


@dataclass(frozen=True)
class Origin:
    """Where rules without a book of our own come from, and how far the texts that were found can be trusted."""

    #: Addresses, each with what was found there.
    sources: tuple[str, ...]
    #: What they agree on.
    settled: str
    #: What they leave open or tell in several ways, and how it is played here.
    readings: tuple[str, ...]


#: The rule book of whoever names none: docs/decisions/0033.
DEFAULT_RULES = "cambia"
#: What people who play by these books call the game: the headings under which the books are listed.
CAMBIO = Text("Cambio", "Cambio")
CABO_AND_KIN = Text("Cabo and its kin", "Cabo y sus parientes")


@dataclass(frozen=True)
class Preset:
    """A rule book, in a few words, in a sentence, and by its differences from classic."""

    family: Text
    #: What sets it apart, short enough to choose by.
    gist: Text
    about: Text
    settings: str
    #: The parts of its text, which tests cite.
    sections: tuple[str, ...]
    origin: Origin | None = None


SOURCES: dict[str, Preset] = {
    "classic": Preset(
        CAMBIO,
        Text("Nobody snaps", "No se caza"),
        Text(
            "No snapping; black kings look at two cards and then swap any two; the caller loses ties.",
            "Sin cazar; los reyes negros miran dos cartas y luego intercambian dos cualesquiera; quien canta pierde "
            "los empates.",
        ),
        "",
        ("Setup", "Card Point Values", "Turn Structure", "Special Card Effects", "Ending the Round", "Edge Cases"),
    ),
    "flip": Preset(
        CAMBIO,
        Text("Flip cards of equal value", "Se voltea lo que vale igual"),
        Text(
            "Flip any card of the same value; queens look at two cards and may swap them; a seventh card puts you out.",
            "Se voltea cualquier carta que valga lo mismo; las reinas miran dos cartas y pueden intercambiarlas; con "
            "la séptima carta quedas fuera.",
        ),
        """
        deck.values.J=11 deck.values.Q=12 deck.values.Kb=13 deck.values.Kr=-2 deck.values.X=-1
        deal.max_seats=8 deal.opening=no
        turn.take=free
        powers.cards.Q=look powers.cards.K=none powers.look_swap=looked
        snap.who=any snap.match=value snap.window=discard snap.hand_limit=6 snap.word=flip
        call.lock=yes
        """,
        ("Basic Rules", "Playing a Turn", "Card Flipping", "At the End of the Game"),
    ),
    "cambia": Preset(
        CAMBIO,
        Text("Snap any matching card", "Se caza lo que coincida"),
        Text(
            "Snap any matching card, but a wrong snap costs two cards; every king looks and swaps; the caller wins "
            "ties.",
            "Se caza cualquier carta que coincida, y cazar mal cuesta dos cartas; todos los reyes miran e "
            "intercambian; quien canta gana los empates.",
        ),
        """
        deck.values.J=11 deck.values.Q=12 deck.values.Kb=13
        deal.max_seats=6
        powers.cards.K=look powers.trade=own_other powers.look_at=own_other powers.look_swap=looked
        snap.who=any snap.penalty=2
        call.lock=yes
        score.caller_tie=wins
        """,
        (
            "1. Card Values",
            "2. The Setup",
            "3. The Turn",
            "4. Special Abilities",
            "5. Snapping",
            "6. Winning & Scoring",
        ),
    ),
    "stick": Preset(
        CAMBIO,
        Text("Stick it, then give a card", "Se pega y se da una carta"),
        Text(
            "Stick any matching card before the next draw, and give one of yours if you like; no taking from the "
            "discard pile.",
            "Se pega cualquier carta que coincida antes del siguiente robo, y si quieres das una de las tuyas; el "
            "descarte no se toma.",
        ),
        """
        deal.max_seats=8 deal.opening=no
        turn.take=no
        powers.trade=owners powers.looks=1 powers.look_at=other powers.look_swap=own
        snap.who=any snap.give=may snap.word=stick
        call.lock=yes
        """,
        ("Goal", "Beginning", "On your turn", "Ending the game", "Sticking", "Card values"),
    ),
    "camp": Preset(
        CAMBIO,
        Text("Burn and knock, up to 100", "Quemar y golpear, hasta 100"),
        Text(
            "Burn cards, two at once if you can; queens look and swap; a wrong knock costs 20 points; whoever has the "
            "most cards wins ties.",
            "Se queman cartas, dos a la vez si puedes; las reinas miran e intercambian; golpear mal cuesta 20 puntos; "
            "en los empates gana quien tiene más cartas.",
        ),
        """
        deck.jokers=0 deck.values.J=11 deck.values.Q=12 deck.values.Kb=13 deck.values.Kr=-2
        deal.formation=free deal.opening=no deal.memory=choice
        turn.take=no turn.empty_hand=call
        powers.cards.Q=look powers.cards.K=none powers.looks=1
        snap.who=any snap.window=discard snap.give=may snap.cards=2 snap.late_penalty=1 snap.word=burn
        call.lock=yes call.lock_looking=yes call.wrong_points=20 call.word=knock
        score.caller_tie=level score.tie=most_cards
        match.rounds=0 match.target=100
        """,
        ("Objective", "Points", "Dealing", "Play 1", "Play 2", "Play 3", "Play 4", "Play 5", "Play 6"),
    ),
    "cabo": Preset(
        CABO_AND_KIN,
        Text("Swap equal cards together", "Las iguales se cambian juntas"),
        Text(
            "Swap equal cards together; no snapping; a right call of Cabo scores nothing, a wrong one 10 more; to "
            "101 points.",
            "Las cartas iguales se cambian juntas; sin cazar; cantar Cabo bien no suma nada, y mal, 10 más; hasta 101 "
            "puntos.",
        ),
        """
        deck.counts.K=1 deck.values.J=11 deck.values.Q=12 deck.values.K=13
        deal.max_seats=4 deal.formation=free deal.memory=choice
        turn.taken_face_up=yes turn.exchange=equal turn.mismatch=face_up turn.mismatch_penalty=1 turn.mismatch_from=3
        turn.stock=show
        powers.cards.K=none powers.trade=own_other
        call.right_zero=yes call.wrong_points=10 call.word=cabo
        score.caller_tie=wins score.kamikaze=50
        match.rounds=0 match.target=101 match.reset_at=100 match.reset_to=50 match.reset_times=once
        """,
        ("Cards", "Setup", "Turn", "Exchange", "Powers", "Cabo", "Scoring", "Game end"),
        Origin(
            (
                "https://sirsquaretoes.com.au/collections/card-games-1/products/cabo: the publisher's list of what the "
                "second edition changed",
                "https://zatrolene-hry.cz/spolecenska-hra/kabo-8341/recenze/9434: both editions side by side, in Czech",
                "https://zatrolene-hry.cz/spolecenska-hra/kabo-8341/rozdily-pravidel-25138: the Czech edition, Kabo",
                "https://thefamilygamers.com/?p=7979 and https://boardgameguys.com/?p=56757: reviews with the turn",
            ),
            "Cabo, second edition (2019), for ordinary cards: jokers are the zeros, aces the ones, jacks, queens and "
            "kings 11 to 13. The cards, the turn, the powers, swaps of several cards, what a call earns and costs, "
            "the kamikaze hand, the one fall from 100 to 50 and the end beyond 100 are told alike by at least two of "
            "the sources. The printed rules themselves were not at hand.",
            (
                "Cards lie in a row there; here each player may lay them as they like.",
                "A failed swap of four cards costs one penalty card, as of three; one source could mean two.",
                "A card from the stock that is kept after a failed swap lies face down; a taken one lies face up.",
                "A second total of exactly 100 stays 100, and the match goes on, since it ends beyond 100; one program "
                "ends it there.",
                "When the stock is used up the next turn does not begin, even if it were a last one.",
                "Nobody says that the caller's cards are locked, so they are not.",
                "The kamikaze hand needs no call, and comes before what the call earns or costs.",
                "Who starts later rounds is not told: the deal passes to the left.",
            ),
        ),
    ),
    "cabo1": Preset(
        CABO_AND_KIN,
        Text("The milder rules of 2010", "Las reglas de 2010, más suaves"),
        Text(
            "Cabo's first edition: whoever is lowest scores nothing, a wrong call costs 5, a failed swap only the "
            "drawn card.",
            "La primera edición de Cabo: quien tiene menos no suma nada, cantar mal cuesta 5, y un cambio fallido, "
            "solo la robada.",
        ),
        """
        deck.counts.K=1 deck.values.J=11 deck.values.Q=12 deck.values.K=13
        deal.max_seats=5 deal.formation=free deal.memory=choice
        turn.exchange=equal
        powers.cards.K=none powers.trade=own_other
        call.wrong_points=5 call.word=cabo
        score.caller_tie=level score.winner_zero=yes score.kamikaze=50
        match.rounds=0 match.target=101 match.reset_at=100 match.reset_to=50 match.starter=winner
        """,
        ("Cards", "Setup", "Turn", "Exchange", "Powers", "Cabo", "Scoring", "Game end"),
        Origin(
            (
                "http://www.playcabo.com/instructions.html: the designers' own page",
                "https://github-wiki-see.page/m/flixcoo/Cabo-Counter/wiki/CABO-Rules-(German): the German rules",
                "https://sirsquaretoes.com.au/collections/card-games-1/products/cabo: the publisher's list of what the "
                "second edition changed",
                "https://zatrolene-hry.cz/spolecenska-hra/kabo-8341/recenze/9434: both editions side by side, in Czech",
            ),
            "Cabo, first edition (2010), for ordinary cards: jokers are the zeros, aces the ones, jacks, queens and "
            "kings 11 to 13. The cards, the turn, the powers, swaps of several cards with either source of the new "
            "card, zero points for the lowest hand whoever called, 5 more for a wrong call, the kamikaze hand, the "
            "fall from 100 to 50 and the end beyond 100 are told alike by at least two of the sources.",
            (
                "Cards lie in a row there; here each player may lay them as they like.",
                "After a failed swap the drawn card is discarded, as most sources say; copies made at home keep it.",
                "A card from the discard pile goes back there after a failed swap.",
                "A blind swap is of an own card with another player's; one encyclopaedia has any two cards.",
                "A caller who ties for the lowest hand scores nothing like everybody who ties.",
                "When the stock is used up all discards but the top one are shuffled.",
                "Nobody says that the caller's cards are locked, so they are not.",
                "The winner of a round starts the next; of several, the one with the lowest total. Where chance would "
                "then decide, it is the one nearest to the dealer's left.",
            ),
        ),
    ),
    "golf": Preset(
        CABO_AND_KIN,
        Text("No powers, nine rounds", "Sin poderes, nueve rondas"),
        Text(
            "Four cards and no powers: draw or take, swap or throw, and knock when you think that you are lowest; nine "
            "rounds.",
            "Cuatro cartas y ningún poder: se roba o se toma, se cambia o se tira, y golpea quien cree tener lo más "
            "bajo; nueve rondas.",
        ),
        """
        deck.jokers=0 deck.values.K=0
        deal.max_seats=8
        powers.cards.7=none powers.cards.8=none powers.cards.9=none powers.cards.10=none powers.cards.J=none
        powers.cards.Q=none powers.cards.K=none
        call.word=knock
        score.caller_tie=level
        match.rounds=9
        """,
        ("Cards", "Deal", "Play", "Knocking", "Scoring"),
        Origin(
            (
                "https://www.pagat.com/draw/golf.html: Golf with four cards (read in copies of its text)",
                "http://gamerulesguru.com/golfcards.shtml: deal, turn and points",
                "https://nickandrileyblack.com/games: the same with a table of points",
                "http://wiki.thorx.net/wiki/Four: a game for four cards with the same turn",
            ),
            "Four-card Golf with a knock. Four cards in a square of which the two nearest are looked at once, the "
            "opening discard, a taken card that must be swapped in, the knock instead of a turn with one more turn for "
            "everybody else, kings for nothing and nine deals are told alike by at least two of the sources.",
            (
                "Pairs do not cancel each other: tables differ on which ones would.",
                "A knock that was wrong costs nothing; where it does, tables differ on how much.",
                "A tie is shared, the knocker's too.",
                "When the stock is used up all discards but the top one are shuffled.",
            ),
        ),
    ),
    "tamalou": Preset(
        CABO_AND_KIN,
        Text("France: call with five or less", "Francia: canta con cinco o menos"),
        Text(
            "From France: call with five points at most, snap what others discard; black kings count 15, jokers 20.",
            "De Francia: se canta con cinco puntos como máximo y se caza lo de los demás; los reyes negros valen 15, "
            "los comodines 20.",
        ),
        """
        deck.values.Kb=15 deck.values.Kr=0 deck.values.X=20
        deal.max_seats=8 deal.opening=no
        powers.trade=own_other powers.looks=1 powers.look_at=other powers.look_swap=own
        snap.who=any snap.discarder=no
        call.limit=5 call.word=tamalou
        score.caller_tie=level score.winner_zero=yes
        match.rounds=5
        """,
        ("Cards", "Deal", "Turn", "Snapping", "Powers", "End", "Points"),
        Origin(
            (
                "https://fr.wikipedia.org/wiki/Tamalou: the rules in French; a whole copy is "
                "https://github.com/Pixnop/Tamalou",
                "https://gamelia.net/blog/regles-du-tamalou-jeu-de-cartes/: deal and turn, with small differences",
            ),
            "One text tells the whole game; points, deal, turn, powers, snapping and giving are as it says.",
            (
                "Jokers are in the deck: the text says 54 cards in one place and 52 in another.",
                "Every discard may be snapped, thrown ones too, but not by whoever discarded it.",
                "That a call needs five points or fewer is checked when the cards are shown.",
                "Everybody else always gets one more turn. The text ends the round at once unless the caller has the "
                "fewest cards; that rule is left out.",
                "Whoever has the fewest points scores nothing. The text also spares a beaten caller and everybody with "
                "no more points than the caller; here theirs count.",
                "The player to the dealer's left starts; the text lets the players agree on left or right.",
                "The players agree on the number of rounds; five unless they say otherwise.",
                "When the stock is used up all discards but the top one are shuffled. A misused power, which "
                "there voids the turn and costs a card, cannot happen here.",
            ),
        ),
    ),
    "kabul": Preset(
        CABO_AND_KIN,
        Text("Sweden: powers from six up", "Suecia: poderes desde el seis"),
        Text(
            "From Sweden: cards from six up have powers, queens and kings look at two cards and swap them; snap your "
            "own cards only.",
            "De Suecia: del seis en adelante hay poderes, reinas y reyes miran dos cartas y las cambian; solo se "
            "cazan las propias.",
        ),
        """
        deck.values.Kr=0 deck.values.X=-1
        turn.take=free
        powers.cards.6=spy powers.cards.7=spy powers.cards.8=peek powers.cards.9=peek powers.cards.10=trade
        powers.cards.Q=look powers.cards.K=look powers.look_swap=looked
        snap.who=own
        call.lock=yes call.lock_looking=yes call.word=kabul
        score.caller_tie=level
        """,
        ("Card values", "Card effects", "Setup", "Aim of the game", "Gameplay"),
        Origin(
            (
                "https://gist.github.com/bag-man/803c4a85ab3a07c2cc5d036738ec8802: the rules as friends in Sweden "
                "taught them; a copy is https://github.com/poggufanz/kabul",
            ),
            "One text tells the whole game; deal, turn, powers, snapping and the locked hand are as it says.",
            (
                "Jacks, queens and black kings count 10: the text names only jokers, red kings and aces.",
                "Queens and kings look at both cards before they are swapped, and may leave them where they are.",
                "A card from the discard pile may be thrown back, and then has no effect.",
                "Locked cards cannot be touched, so nobody may look at them, either.",
                "Only the first card that matches is snapped, until a card is drawn or taken; the card turned up at "
                "the start may be snapped, too.",
                "A tie is shared, the caller's too; a match is one round. The text does not say how many may play.",
                "When the stock is used up all discards but the top one are shuffled.",
            ),
        ),
    ),
}
