"""The rules in a minute: the goal, a turn, powers, snapping and the call, a short paragraph each.

It leaves out what is rare. What it says is what the rules say, for any mixture of them.
"""

from __future__ import annotations

from typing import Any

from ..languages import Language, Text
from ..options import number_word
from ..rules import Rules
from ..wording import forms, reword
from .card_groups import groups_by_power, names_of
from .power_words import describe_power

TITLES = {
    "goal": Text("The goal", "El objetivo"),
    "turn": Text("Your turn", "Tu turno"),
    "powers": Text("Powers", "Los poderes"),
    "snap": Text("Snapping", "Cazar"),
    "call": Text("Calling Cambio", "Cantar Cambio"),
}

ONE_CARD = Text("You have one card, face down.", "Tienes una carta boca abajo.")
CARDS = Text("You have {} cards, face down.", "Tienes {} cartas boca abajo.")
NO_MEMORY = Text("Nobody looks at any card before play.", "Antes de jugar no se mira ninguna carta.")
MEMORY_OF_ALL = Text("Before play you may look at all of them.", "Antes de jugar puedes mirarlas todas.")
MEMORY_OF_IT = Text("Before play you may look at it.", "Antes de jugar puedes mirarla.")
MEMORY = {
    "bottom": (
        Text("Before play you may look at the bottom one.", "Antes de jugar puedes mirar la de abajo."),
        Text("Before play you may look at the bottom {}.", "Antes de jugar puedes mirar las {} de abajo."),
    ),
    "choice": (
        Text("Before play you may look at one that you choose.", "Antes de jugar puedes mirar una, la que elijas."),
        Text("Before play you may look at {} that you choose.", "Antes de jugar puedes mirar {}, las que elijas."),
    ),
}
AIM = Text(
    "Whoever has the fewest points at the end wins the round.", "Gana la ronda quien menos puntos tiene al final."
)
TARGET = Text(
    "The match goes on until somebody’s total reaches {}; then the lowest total wins.",
    "La partida sigue hasta que el total de alguien llega a {}; entonces gana el total más bajo.",
)
ROUNDS = Text("After {} rounds the lowest total wins the match.", "Después de {} rondas gana el total más bajo.")
ROUNDS_OR_TARGET = Text(
    "After {} rounds, or once somebody’s total reaches {}, the lowest total wins the match.",
    "Después de {} rondas, o cuando el total de alguien llega a {}, gana el total más bajo.",
)
MANY_ROUNDS = Text(
    "Play as many rounds as you like: the lowest total wins the match.",
    "Jueguen las rondas que quieran: al final gana el total más bajo.",
)

DRAW = Text(
    "Draw the top card of the stock and look at it. Swap it for one of your own, which is discarded, or throw it on "
    "the discard pile.",
    "Roba la carta de arriba del mazo y mírala. Cámbiala por una de las tuyas, que va a la pila de descarte, o tírala "
    "a esa pila.",
)
TAKE = {
    "swap": Text(
        "Or take the top discard instead, and swap it for one of yours.",
        "O toma el último descarte, y cámbialo por una de las tuyas.",
    ),
    "free": Text(
        "Or take the top discard instead, and swap it for one of yours or throw it back.",
        "O toma el último descarte, y cámbialo por una de las tuyas o devuélvelo.",
    ),
}
SEVERAL_FOR_ONE = Text(
    "Several of your cards may go for that one, if they are equal.",
    "Puedes cambiar varias tuyas por esa sola, si son iguales.",
)
MISMATCH = {
    "discard": Text("If they differ, that one is discarded.", "Si son distintas, esa se descarta."),
    "keep": Text("If they differ, you keep them all.", "Si son distintas, te quedas con todas."),
    "face_up": Text(
        "If they differ, you keep them all, and yours lie face up from then on.",
        "Si son distintas, te quedas con todas, y las tuyas quedan boca arriba.",
    ),
}
NO_TAKING_POWERS = Text("A discard with a power can’t be taken.", "Un descarte con poder no se puede tomar.")

NO_POWERS = Text("No card has a power.", "Ninguna carta tiene poder.")
#: By whether a card that is swapped out uses its power, too.
FIRE = {
    False: Text(
        "If you throw a card right after drawing it from the stock, you {} use its power.",
        "Si tiras una carta recién robada del mazo, {} usar su poder.",
    ),
    True: Text(
        "If you draw from the stock, you {} use the power of the card that you discard, whether you throw the new one "
        "or swap it in.",
        "Si robas del mazo, {} usar el poder de la carta que va al descarte, tires la nueva o la cambies por una tuya.",
    ),
}
MAY_OR_MUST = {"optional": Text("may", "puedes"), "mandatory": Text("must", "tienes que")}
POWER = Text("{}: {}.", "{}: {}.")

NO_SNAPPING = Text("There is no snapping.", "No se caza.")
MATCHING = {
    ("own", "rank"): Text("one of your own cards of the same rank", "una carta tuya del mismo número o figura"),
    ("own", "value"): Text("one of your own cards that counts the same", "una carta tuya que valga los mismos puntos"),
    ("any", "rank"): Text(
        "a card of the same rank, yours or another player’s",
        "una carta del mismo número o figura, tuya o de otro jugador",
    ),
    ("any", "value"): Text(
        "a card that counts the same, yours or another player’s",
        "una carta que valga los mismos puntos, tuya o de otro jugador",
    ),
}
RACE = Text(
    "When a card is discarded, be the first to lay on it {}.",
    "Cuando alguien tira una carta, pon encima, antes que nadie, {}.",
)
SNAP = {
    "one": RACE,
    "chain": RACE,
    "all": Text(
        "When a card is discarded, you may lay on it {}, and so may everybody else.",
        "Cuando alguien tira una carta, puedes poner encima {}; los demás también.",
    ),
}
CHAIN = Text(
    "Whoever was first may go on until the next draw.", "Quien llega primero puede seguir hasta que alguien robe."
)
NOT_THE_DISCARDER = Text("Whoever discarded it may not.", "Quien la tiró no puede cazarla.")
GIVE = {
    "must": Text(
        "For another player’s card you give that player one of yours.", "Por la de otro jugador le das una tuya."
    ),
    "may": Text(
        "For another player’s card you may give that player one of yours.",
        "Por la de otro jugador le puedes dar una tuya.",
    ),
    "no": Text("For another player’s card you give nothing.", "Por la de otro jugador no das nada."),
}
TWO_AT_ONCE = Text("Two matching cards may go at once.", "Se pueden cazar dos que coincidan a la vez.")
WRONG_SNAP = Text("A wrong snap costs {}.", "Cazar mal cuesta {}.")
FREE_SNAP = Text("A wrong snap costs no penalty card.", "Cazar mal no cuesta cartas de castigo.")
LATE_SNAP = Text("A snap that comes too late costs {}.", "Cazar tarde cuesta {}.")
PENALTY_CARDS = (Text("one penalty card", "una carta de castigo"), Text("{} penalty cards", "{} cartas de castigo"))
SEIZE = Text(
    "Another player’s card that you snap wrongly becomes yours.",
    "La carta ajena que caces mal te la tienes que quedar.",
)
HAND_LIMIT = Text(
    "If a penalty leaves you with more than {}, you are out of the round.",
    "Si por un castigo pasas de {}, quedas fuera de la ronda.",
)
CARDS_IN_HAND = (Text("one card", "una carta"), Text("{} cards", "{} cartas"))

CALL = {
    "start": Text(
        "If you think that you have the fewest points, call Cambio at the start of your turn, instead of drawing.",
        "Si crees que tienes menos puntos que nadie, canta Cambio al empezar tu turno, en vez de robar.",
    ),
    "end": Text(
        "If you think that you have the fewest points, call Cambio at the end of your turn.",
        "Si crees que tienes menos puntos que nadie, canta Cambio al terminar tu turno.",
    ),
}
FROM_LAP = Text("Nobody may call before lap {} of the table.", "Nadie puede cantar antes de la vuelta {} a la mesa.")
AFTER_CALL = {
    True: Text(
        "Everybody else has one more turn, then all cards are shown.",
        "Los demás tienen un turno más, y después se muestran todas las cartas.",
    ),
    False: Text(
        "That ends the round, and all cards are shown.", "Ahí termina la ronda, y se muestran todas las cartas."
    ),
}
LOCK = Text("Your own cards are locked.", "Tus cartas quedan bloqueadas.")
LIMIT = Text(
    "A call with more than {} is always wrong.",
    "Cantar con más de {} siempre es un error.",
)
WRONG_CALL = Text("A wrong call adds {} to your score.", "Cantar mal te suma {}.")
DOUBLED = Text(
    "A wrong call doubles your own points, if they are above zero.",
    "Cantar mal duplica tus puntos, si pasan de cero.",
)
RIGHT_ZERO = Text("If you are right, you score zero at most.", "Si aciertas, sumas cero a lo mucho.")
RIGHT_BONUS = Text("A right call lowers your score by {}.", "Cantar bien te resta {}.")
WINNER_ZERO = Text("Whoever wins the round scores no more than zero.", "Quien gana la ronda no suma más de cero.")
KAMIKAZE = Text(
    "Exactly two queens and two kings win: zero for you, and everybody else scores {}.",
    "Exactamente dos reinas y dos reyes ganan: cero para ti, y los demás suman {}.",
)
POINTS = (Text("one point", "un punto"), Text("{} points", "{} puntos"))
CALLER_TIE = {
    "loses": Text("If you tie for the fewest, you lose the tie.", "Si empatas con la suma más baja, pierdes."),
    "wins": Text("If you tie for the fewest, you win the tie.", "Si empatas con la suma más baja, ganas."),
}


def summarize(rules: Rules, language: Language = "en") -> dict[str, str]:
    """The paragraphs by their titles, in the order in which a newcomer needs them."""
    paragraphs = {
        "goal": _goal(rules, language),
        "turn": _turn(rules),
        "powers": _powers(rules, language),
        "snap": _snap(rules, language),
        "call": _call(rules, language),
    }
    words = forms(rules, language)
    return {
        reword(TITLES[name].to(language), words): reword(" ".join(text.to(language) for text in texts), words)
        for name, texts in paragraphs.items()
    }


def capitalize(words: str) -> str:
    """As a sentence begins; the other letters stay as they are."""
    return words[:1].upper() + words[1:]


def _count(forms: tuple[Text, Text], number: int, language: Language) -> Text:
    """So many of something, in words up to ten, with a true minus sign."""
    one, several = forms
    return one if number == 1 else several.fill(number_word(number, language).replace("-", "\N{MINUS SIGN}"))


def _goal(rules: Rules, language: Language) -> list[Text]:
    return [
        _count((ONE_CARD, CARDS), rules["deal.cards"], language),
        _memory(rules, language),
        AIM,
        *_match(rules, language),
    ]


def _memory(rules: Rules, language: Language) -> Text:
    dealt, looked_at = rules["deal.cards"], rules["deal.memory_cards"]
    if looked_at == 0:
        return NO_MEMORY
    if looked_at == dealt:
        return MEMORY_OF_IT if dealt == 1 else MEMORY_OF_ALL
    return _count(MEMORY[rules["deal.memory"]], looked_at, language)


def _match(rules: Rules, language: Language) -> list[Text]:
    rounds, target = rules["match.rounds"], rules["match.target"]
    if rounds == 1:
        return []
    number = number_word(rounds, language)
    if target:
        return [ROUNDS_OR_TARGET.fill(number, target) if rounds else TARGET.fill(target)]
    return [ROUNDS.fill(number) if rounds else MANY_ROUNDS]


def _turn(rules: Rules) -> list[Text]:
    take = rules["turn.take"]
    texts = [DRAW, *([TAKE[take]] if take in TAKE else [])]
    texts += [] if rules["turn.take_powers"] else [NO_TAKING_POWERS]
    if rules["turn.exchange"] == "one":
        return texts
    return [*texts, SEVERAL_FOR_ONE, MISMATCH[rules["turn.mismatch"]]]


def _powers(rules: Rules, language: Language) -> list[Text]:
    texts = [power_lead(rules)]
    for group in groups_by_power(rules):
        names = capitalize(names_of(group.cards, language))
        texts.append(POWER.fill(names, describe_power(group.power, group.scope)))
    return texts


def power_lead(rules: Rules) -> Text:
    """When powers are used."""
    if not groups_by_power(rules):
        return NO_POWERS
    return FIRE[rules["powers.replaced"]].fill(MAY_OR_MUST[rules["powers.use"]])


def _snap(rules: Rules, language: Language) -> list[Text]:
    if rules["snap.who"] == "off":
        return [NO_SNAPPING]
    matching = MATCHING[rules["snap.who"], rules["snap.match"]]
    texts = [SNAP[rules["snap.winners"]].fill(matching)]
    texts += [CHAIN] if rules["snap.winners"] == "chain" else []
    texts += [] if rules["snap.discarder"] else [NOT_THE_DISCARDER]
    texts += [TWO_AT_ONCE] if rules["snap.cards"] == 2 else []
    texts += [GIVE[rules["snap.give"]]] if rules["snap.who"] == "any" else []
    return texts + _snap_costs(rules, language)


def _snap_costs(rules: Rules, language: Language) -> list[Text]:
    wrong, late, limit = rules["snap.penalty"], rules["snap.late_penalty"], rules["snap.hand_limit"]
    texts = [WRONG_SNAP.fill(_count(PENALTY_CARDS, wrong, language)) if wrong else FREE_SNAP]
    texts += [SEIZE] if rules["snap.seize"] else []
    texts += [LATE_SNAP.fill(_count(PENALTY_CARDS, late, language))] if late else []
    texts += [HAND_LIMIT.fill(_count(CARDS_IN_HAND, limit, language))] if limit else []
    return texts


def _call(rules: Rules, language: Language) -> list[Text]:
    texts = [CALL[rules["call.when"]]]
    texts += [FROM_LAP.fill(rules["call.from_lap"])] if rules["call.from_lap"] > 1 else []
    texts += [AFTER_CALL[rules["call.last_turns"]]]
    texts += [LOCK] if rules["call.lock"] else []
    return texts + _call_consequences(rules, language)


def _call_consequences(rules: Rules, language: Language) -> list[Text]:
    def points(option: str) -> Text:
        number: Any = rules[option]
        return _count(POINTS, number, language)

    texts = [LIMIT.fill(points("call.limit"))] if rules["call.limit"] is not None else []
    texts += [DOUBLED] if rules["call.wrong_doubles"] else []
    texts += [WRONG_CALL.fill(points("call.wrong_points"))] if rules["call.wrong_points"] else []
    texts += [RIGHT_ZERO] if rules["call.right_zero"] else []
    texts += [RIGHT_BONUS.fill(points("call.right_bonus"))] if rules["call.right_bonus"] else []
    texts += [WINNER_ZERO] if rules["score.winner_zero"] else []
    tie = rules["score.caller_tie"]
    texts += [CALLER_TIE[tie]] if tie in CALLER_TIE else []
    return [*texts, KAMIKAZE.fill(rules["score.kamikaze"])] if rules["score.kamikaze"] else texts
