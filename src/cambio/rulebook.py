"""Rule books in plain English, written from the rules themselves, and what makes two of them differ."""

from __future__ import annotations

from .core.engine.cards import RANKS
from .options import CardTable, Option
from .places import join_names
from .presets import SOURCES
from .rules import OPTIONS, PRESETS, SECTIONS, Rules

RANK_NAMES = {"A": "aces", "J": "jacks", "Q": "queens", "K": "kings", "X": "jokers"}
POWER_SENTENCES = {
    "peek": "look at one of the player's own cards",
    "spy": "look at one of another player's cards",
    "trade": "make a blind swap",
    "look": "look and swap",
}
TURN = (
    "A player whose turn it is draws the top card of the stock, looks at it, and either swaps it for one of their own "
    "cards, which is discarded, or throws it on the discard pile."
)
AIM = "Everybody has cards that they may not look at. Whoever has the fewest points at the end of the round wins."


def rule_book(rules: Rules) -> dict[str, list[str]]:
    """The sentences of each section, by the section's title; options without a say are left out."""
    return {title: _section(rules, section) for section, title in SECTIONS.items()}


def _section(rules: Rules, section: str) -> list[str]:
    sentences: list[str] = [TURN] if section == "turn" else []
    for name, option in OPTIONS.items():
        if option.section != section or rules.is_idle(name):
            continue
        for said in sentences_on(rules, option):
            if said[0].islower():
                sentences[-1] = f"{sentences[-1]} {said}"
            else:
                sentences.append(said)
    return sentences


def sentences_on(rules: Rules, option: Option) -> list[str]:
    """What the rules say about an option; one that begins in lower case goes on with the sentence before."""
    if option.name == "deck.values":
        return [f"{join_names(_values(rules))}."]
    if option.name == "powers.cards":
        return _powers(rules) or ["No card has a power."]
    if option.name == "deal.max_seats":
        return [_players(rules)]
    said = rules.say(option.name)
    return [said] if said else []


def _players(rules: Rules) -> str:
    low, high = rules["deal.min_seats"], rules["deal.max_seats"]
    if low == high:
        return f"For {low} players."
    return (
        f"For {low} players or more." if high == OPTIONS["deal.max_seats"].default else f"For {low} to {high} players."
    )


def _values(rules: Rules) -> list[str]:
    """Points, with the cards that count their number taken together."""
    values = rules["deck.values"]
    left_out = [rank for rank, is_out in (("X", not rules["deck.jokers"]), ("5", rules["score.risky_fives"])) if is_out]
    pips = [rank for rank in RANKS if rank.isdigit() and rank not in left_out]
    by_number = [rank for rank in pips if set(values[2 * RANKS.index(rank) :][:2]) == {int(rank)}]
    together = "2 to 10" if len(by_number) == len(range(2, 11)) else join_names(by_number)
    parts = [f"{together} count their number"] if by_number else []
    for index, rank in enumerate(RANKS):
        black, red = values[2 * index : 2 * index + 2]
        if rank in by_number or rank in left_out:
            continue
        name = RANK_NAMES.get(rank, f"{rank}s")
        if black == red:
            parts.append(f"{name} {black}")
        else:
            parts += [f"black {name} {black}", f"red {name} {red}"]
    parts[0] = parts[0].capitalize()
    return parts


def _powers(rules: Rules) -> list[str]:
    sentences = []
    for power, words in POWER_SENTENCES.items():
        cards = _cards_with(rules, power)
        if cards:
            sentences.append(f"{join_names(cards).capitalize()} let a player {words}.")
    return sentences


def _cards_with(rules: Rules, power: str) -> list[str]:
    table = rules["powers.cards"]
    names = []
    for index, rank in enumerate(RANKS):
        black, red = (table[2 * index] == power, table[2 * index + 1] == power)
        name = RANK_NAMES.get(rank, f"{rank}s")
        if rank == "X" and not rules["deck.jokers"]:
            continue
        if black and red:
            names.append(name)
        elif black or red:
            names.append(f"{'black' if black else 'red'} {name}")
    return names


def as_text(rules: Rules, title: str) -> str:
    """A rule book for the terminal."""
    lines = [title, "", AIM]
    for heading, sentences in rule_book(rules).items():
        if sentences:
            lines += ["", heading, *(f"  {said}" for said in sentences)]
    return "\n".join(lines)


def as_markdown(rules: Rules, title: str) -> str:
    lines = [f"# {title}", "", AIM]
    for heading, sentences in rule_book(rules).items():
        if sentences:
            lines += ["", f"## {heading}", "", *(f"- {said}" for said in sentences)]
    return "\n".join([*lines, ""])


def differences(rules: Rules, base: Rules) -> list[tuple[str, str, str]]:
    """Each option in which rules differ: its name, what the base says and what these say, idle options left out."""
    found = []
    for name, option in OPTIONS.items():
        if rules[name] == base[name] or (rules.is_idle(name) and base.is_idle(name)):
            continue
        found.append((name, _answer(base, option, rules), _answer(rules, option, base)))
    return found


def _answer(rules: Rules, option: Option, other: Rules) -> str:
    """What the rules say to an option; of a table, only where another rule book says something else."""
    if rules.is_idle(option.name):
        return "-"
    value = rules[option.name]
    if isinstance(option, CardTable):
        entries = option.differing_entries(value, other[option.name])
        return " ".join(f"{key}={option.each.write(entry)}" for key, entry in entries.items())
    return option.write(value)


def options_page() -> str:
    """docs/RULES.md: every option, and how the five rule books answer it."""
    lines = [
        "# House rules",
        "",
        "Every option of `Rules`, by section. Rules are named by how they differ from a rule book, as in",
        "`cambia snap.penalty=1 jokers=0`: a preset, then options with other values. Short names do where they are",
        "unmistakable. This page is made by `make docs`; `cambio rules` prints the rule book of any mixture.",
        "",
        "## The rule books",
        "",
        "| preset | in a sentence | source's sections |",
        "|---|---|---|",
        *(
            f"| [{name}](rulebooks/{name}.md) | {preset.about} | {', '.join(preset.sections)} |"
            for name, preset in SOURCES.items()
        ),
    ]
    for section, title in SECTIONS.items():
        options = [option for option in OPTIONS.values() if option.section == section]
        lines += [
            "",
            f"## {title}",
            "",
            f"| option | what it says | may be | {' | '.join(PRESETS)} |",
            "|---|---|---|" + "---|" * len(PRESETS),
        ]
        lines += [_option_row(option) for option in options]
    return "\n".join([*lines, ""])


def _option_row(option: Option) -> str:
    classic = PRESETS["classic"]
    answers = [_answer(rules, option, classic) or "as classic" for rules in PRESETS.values()]
    if isinstance(option, CardTable):
        answers[0] = option.write(classic[option.name])
    needs = " and ".join(f"{need.what} (`{need.option}`)" for need in option.needs)
    about = f"{option.about} Needs {needs}." if needs else option.about
    return f"| `{option.name}` | {about} | {option.allowed()} | {' | '.join(answers)} |"
