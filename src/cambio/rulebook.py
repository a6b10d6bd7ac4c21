"""Rule books in plain words, written from the rules themselves, and what makes two of them differ."""

from __future__ import annotations

from typing import Any

from .core.engine.cards import KINDS, RANKS
from .house_rules.clauses import CLAUSES
from .house_rules.kinds import kinds_in_deck, most_seats, pack_size
from .house_rules.powers import CARD_POWER
from .languages import Language, Text, join_words
from .options import CardTable, Option, digits, number_word
from .rules import OPTIONS, SECTIONS, Rules
from .wording import forms, reword

__all__ = ["answer", "as_text", "differences", "rule_book", "sentences_on"]

#: Several cards of a rank: without a colour, black ones, red ones.
CARD_NAMES = {
    "A": (Text("aces", "los ases"), Text("black aces", "los ases negros"), Text("red aces", "los ases rojos")),
    "J": (Text("jacks", "las jotas"), Text("black jacks", "las jotas negras"), Text("red jacks", "las jotas rojas")),
    "Q": (
        Text("queens", "las reinas"),
        Text("black queens", "las reinas negras"),
        Text("red queens", "las reinas rojas"),
    ),
    "K": (Text("kings", "los reyes"), Text("black kings", "los reyes negros"), Text("red kings", "los reyes rojos")),
    "X": (
        Text("jokers", "los comodines"),
        Text("black jokers", "los comodines negros"),
        Text("red jokers", "los comodines rojos"),
    ),
}
PIP_NAMES = (Text("{}s", "los {}"), Text("black {}s", "los {} negros"), Text("red {}s", "los {} rojos"))
POWER_SENTENCES = {
    "peek": Text("{} let a player look at one of their own cards.", "Con {} se mira una carta propia."),
    "spy": Text("{} let a player look at one of another player's cards.", "Con {} se mira una carta de otro jugador."),
    "trade": Text("{} let a player make a blind swap.", "Con {} se hace un intercambio a ciegas."),
    "look": Text("{} let a player look and swap.", "Con {} se puede mirar e intercambiar."),
}
NO_POWERS = Text("No card has a power.", "Ninguna carta tiene poder.")
OWN_SCOPE = Text("With {}: {}", "Con {}: {}")
PACK = Text("One pack of {} cards.", "Una baraja de {} cartas.")
PACKS = Text("{} packs of {} cards, shuffled together.", "{} barajas de {} cartas, mezcladas.")
SOME_OF = Text("{} of the {}", "{} de {}")
NONE_OF = Text("none of the {}", "ninguna de {}")
THE_REST = Text("{} of every other rank", "{} cartas de cada número o figura restante")
NOTHING_ELSE = Text("nothing else", "nada más")
PACK_HOLDS = Text("A pack has {}.", "Cada baraja tiene {}.")
PIPS_COUNT = Text("{} count their number", "{} valen su número")
PIPS_FROM_TO = Text("{} to {}", "del {} al {}")
PLAYERS = Text("For {} players.", "Para {} jugadores.")
PLAYERS_OR_MORE = Text("For {} players or more.", "Para {} jugadores o más.")
PLAYERS_FROM_TO = Text("For {} to {} players.", "Para {} a {} jugadores.")
ONE_PACK_FOR = Text("One pack is enough for up to {} players.", "Una baraja alcanza para {} jugadores como máximo.")
PACKS_FOR = Text("{} packs are enough for up to {} players.", "{} barajas alcanzan para {} jugadores como máximo.")
FIVES_MATCH = Text("For a match, {}.", "Para ver si coinciden, {}.")
AIM = Text(
    "Everybody has cards that they may not look at. Whoever has the fewest points at the end of the round wins.",
    "Todos tienen cartas que no pueden mirar. Gana quien menos puntos suma al final de la ronda.",
)


def rule_book(rules: Rules, language: Language = "en") -> dict[str, list[str]]:
    """The sentences of each section, by the section's title; options without a say are left out."""
    words = forms(rules, language)
    return {
        reword(title.to(language), words): [reword(said, words) for said in _section(rules, section, language)]
        for section, title in SECTIONS.items()
    }


def _section(rules: Rules, section: str, language: Language) -> list[str]:
    sentences = _clauses(rules, section, language)
    for name, option in OPTIONS.items():
        if option.section != section:
            continue
        for said in [] if rules.is_idle(name) else sentences_on(rules, option, language):
            if said[0].islower():
                sentences[-1] = f"{sentences[-1]} {said}"
            else:
                sentences.append(said)
        sentences += _clauses(rules, name, language)
    return sentences


def _clauses(rules: Rules, place: str, language: Language) -> list[str]:
    """What several options say together, after one of them or at the beginning of a section."""
    said = [
        clause.say(rules.answers, language)
        for clause in CLAUSES
        if clause.after == place and clause.holds(rules.answers)
    ]
    if place == "powers.look_swap":
        said += _own_scopes(rules, language)
    if place == "snap.match":
        said += _fives(rules, language)
    return said


def sentences_on(rules: Rules, option: Option, language: Language = "en") -> list[str]:
    """What the rules say about an option; one that begins in lower case goes on with the sentence before."""
    if option.name == "deck.values":
        return [f"{_capitalise(join_words(_values(rules, language), language))}."]
    if option.name == "deck.decks":
        return [_packs(rules, language)]
    if option.name == "deck.counts":
        return _counts(rules, language)
    if option.name == "powers.cards":
        return _powers(rules, language) or [NO_POWERS.to(language)]
    if option.name == "deal.max_seats":
        return [_players(rules).to(language), *_most_players(rules, language)]
    said = rules.say(option.name, language)
    return [said] if said else []


def _capitalise(text: str) -> str:
    return text[:1].upper() + text[1:]


def _players(rules: Rules) -> Text:
    low, high = rules["deal.min_seats"], rules["deal.max_seats"]
    if low == high:
        return PLAYERS.fill(low)
    return PLAYERS_OR_MORE.fill(low) if high == OPTIONS["deal.max_seats"].default else PLAYERS_FROM_TO.fill(low, high)


def _most_players(rules: Rules, language: Language) -> list[str]:
    """How many the deck is enough for, if the rules are for more."""
    packs, most = rules["deck.decks"], most_seats(rules.answers)
    if most >= rules["deal.max_seats"]:
        return []
    if packs == 1:
        return [ONE_PACK_FOR.fill(most).to(language)]
    return [_capitalise(PACKS_FOR.fill(number_word(packs, language), most).to(language))]


def _card_names(rank: str) -> tuple[Text, Text, Text]:
    """Both colours, black ones, red ones."""
    if rank in CARD_NAMES:
        return CARD_NAMES[rank]
    both, black, red = (name.fill(rank) for name in PIP_NAMES)
    return both, black, red


def _values(rules: Rules, language: Language) -> list[str]:
    """Points, with the cards that count their number taken together."""
    values = rules["deck.values"]
    left_out = [rank for rank in RANKS if rank not in _ranks_in_deck(rules)]
    left_out += ["5"] if rules["score.risky_fives"] else []
    pips = [rank for rank in RANKS if rank.isdigit() and rank not in left_out]
    by_number = [rank for rank in pips if set(values[2 * RANKS.index(rank) :][:2]) == {int(rank)}]
    parts = [PIPS_COUNT.fill(_pips(by_number, language)).to(language)] if by_number else []
    for rank in RANKS:
        if rank not in by_number and rank not in left_out:
            parts += [f"{name} {digits(points)}" for name, points in _values_of(rules, rank, language)]
    return parts


def _values_of(rules: Rules, rank: str, language: Language) -> list[tuple[str, int]]:
    """The points of a rank, of each colour apart where they differ."""
    black, red = rules["deck.values"][2 * RANKS.index(rank) :][:2]
    both, *colours = (name.to(language) for name in _card_names(rank))
    return [(both, black)] if black == red else list(zip(colours, (black, red), strict=True))


def _fives(rules: Rules, language: Language) -> list[str]:
    """What a five counts for a match, where fives have no points of their own at the end."""
    if not rules["score.risky_fives"] or rules["snap.match"] != "value" or "5" not in _ranks_in_deck(rules):
        return []
    counts = "count" if language == "en" else "valen"
    told = [f"{name} {counts} {digits(points)}" for name, points in _values_of(rules, "5", language)]
    return [FIVES_MATCH.fill(join_words(told, language)).to(language)]


def _pips(ranks: list[str], language: Language) -> str:
    """Numbers in a row are named by the first and the last."""
    if len(ranks) == 1:
        return _card_names(ranks[0])[0].to(language)
    first, last = int(ranks[0]), int(ranks[-1])
    if len(ranks) > 2 and last - first == len(ranks) - 1:
        return PIPS_FROM_TO.fill(first, last).to(language)
    return join_words(ranks, language)


def _packs(rules: Rules, language: Language) -> str:
    size = pack_size(rules.answers)
    if rules["deck.decks"] == 1:
        return PACK.fill(size).to(language)
    return _capitalise(PACKS.fill(number_word(rules["deck.decks"], language), size).to(language))


def _counts(rules: Rules, language: Language) -> list[str]:
    """What a pack holds, if it is not the usual one: what is missing from it, or what little it has."""
    counts = rules["deck.counts"]
    usual: Any = OPTIONS["deck.counts"].default
    if counts == usual:
        return []
    by_rank = {rank: counts[2 * index : 2 * index + 2] for index, rank in enumerate(RANKS[:-1])}
    is_small = 2 * sum(not any(pair) for pair in by_rank.values()) > len(by_rank)
    parts: list[str] = []
    for rank, pair in by_rank.items():
        if any(pair) if is_small else pair != usual[:2]:
            parts += [text.to(language) for text in _count_of(rank, pair[0], pair[1], language)]
    ending = NOTHING_ELSE if is_small else THE_REST.fill(number_word(sum(usual[:2]), language))
    return [PACK_HOLDS.fill(join_words([*parts, ending.to(language)], language)).to(language)]


def _count_of(rank: str, black: int, red: int, language: Language) -> list[Text]:
    both, *colours = (name.to(language) for name in _card_names(rank))
    counted = [(both, black + red)] if black == red else list(zip(colours, (black, red), strict=True))
    return [
        SOME_OF.fill(number_word(count, language), name) if count else NONE_OF.fill(name) for name, count in counted
    ]


def _ranks_in_deck(rules: Rules) -> list[str]:
    return list(dict.fromkeys(KINDS[kind][:-1] for kind in kinds_in_deck(rules.answers)))


def _powers(rules: Rules, language: Language) -> list[str]:
    sentences = []
    for power, sentence in POWER_SENTENCES.items():
        kinds = [kind for kind in kinds_in_deck(rules.answers) if rules.power_of(kind)[0] == power]
        if kinds:
            sentences.append(_capitalise(sentence.fill(_names_of(kinds, language)).to(language)))
    return sentences


def _own_scopes(rules: Rules, language: Language) -> list[str]:
    """What cards with a scope of their own do otherwise than others with that power."""
    by_entry: dict[str, list[int]] = {}
    for kind in kinds_in_deck(rules.answers):
        entry = rules["powers.cards"][kind]
        if ":" in entry:
            by_entry.setdefault(entry, []).append(kind)
    return [_own_scope(rules, kinds, language) for kinds in by_entry.values()]


def _own_scope(rules: Rules, kinds: list[int], language: Language) -> str:
    power, scope = rules.power_of(kinds[0])
    said = " ".join(option.say(scope, language) for option in CARD_POWER.scopes[power])
    return OWN_SCOPE.fill(_names_of(kinds, language), said[0].lower() + said[1:]).to(language)


def _names_of(kinds: list[int], language: Language) -> str:
    """Kinds of card in words, both colours of a rank together."""
    names = []
    for index, rank in enumerate(RANKS):
        black, red = 2 * index in kinds, 2 * index + 1 in kinds
        of_both, of_black, of_red = _card_names(rank)
        if black or red:
            names.append(of_both if black and red else of_black if black else of_red)
    return join_words([name.to(language) for name in names], language)


def as_text(rules: Rules, title: str) -> str:
    """A rule book for the terminal."""
    lines = [title, "", AIM.en]
    for heading, sentences in rule_book(rules).items():
        if sentences:
            lines += ["", heading, *(f"  {said}" for said in sentences)]
    return "\n".join(lines)


def differences(rules: Rules, base: Rules) -> list[tuple[str, str, str]]:
    """Each option in which rules differ: its name, what the base says and what these say, idle options left out."""
    found = []
    for name, option in OPTIONS.items():
        if rules[name] == base[name] or (rules.is_idle(name) and base.is_idle(name)):
            continue
        found.append((name, answer(base, option, rules), answer(rules, option, base)))
    return found


def answer(rules: Rules, option: Option, other: Rules) -> str:
    """What the rules say to an option; of a table, only where another rule book says something else."""
    if rules.is_idle(option.name):
        return "-"
    value = rules[option.name]
    if isinstance(option, CardTable):
        entries = option.differing_entries(value, other[option.name])
        return " ".join(f"{key}={option.each.write(entry)}" for key, entry in entries.items())
    return option.write(value)
