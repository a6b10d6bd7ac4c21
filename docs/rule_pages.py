"""The pages about rules: docs/RULES.md with every option, and a page for each rule book."""

from __future__ import annotations

from cambio.options import CardTable, Option
from cambio.presets import SOURCES, Origin
from cambio.rulebook import AIM, answer, rule_book
from cambio.rules import OPTIONS, PRESETS, SECTIONS


def rule_book_page(preset: str) -> str:
    lines = [f"# Cambio: {preset}", "", AIM.en]
    for heading, sentences in rule_book(PRESETS[preset]).items():
        if sentences:
            lines += ["", f"## {heading}", "", *(f"- {said}" for said in sentences)]
    origin = SOURCES[preset].origin
    return "\n".join([*lines, *(_told_origin(origin) if origin else ()), ""])


def _told_origin(origin: Origin) -> list[str]:
    return [
        *("", "## Where these rules come from", "", origin.settled, ""),
        *(f"- {source}" for source in origin.sources),
        *("", "What the sources leave open or tell in several ways, and how it is played here:", ""),
        *(f"- {reading}" for reading in origin.readings),
    ]


def options_page() -> str:
    """docs/RULES.md: every option, and how the rule books answer it."""
    lines = [
        "# House rules",
        "",
        "Every option of `Rules`, by section. Rules are named by how they differ from a rule book, as in",
        "`cambia snap.penalty=1 jokers=0`: a preset, then options with other values. Short names do where they are",
        "unmistakable. This page is made by `make docs`; `cambio rules` prints the rule book of any mixture, and its",
        "code: `cambio rules CODE` reads it on any machine, and `/rules/CODE` opens it on any server.",
        "",
        "## The rule books",
        "",
        "| preset | in a sentence | its text's sections |",
        "|---|---|---|",
        *(
            f"| [{name}](rulebooks/{name}.md) | {preset.about.en} | {', '.join(preset.sections)} |"
            for name, preset in SOURCES.items()
        ),
    ]
    for section, title in SECTIONS.items():
        options = [option for option in OPTIONS.values() if option.section == section]
        lines += [
            *("", f"## {title.en}", ""),
            "| option | what it says | may be | classic | otherwise in |",
            "|---|---|---|---|---|",
            *(_option_row(option) for option in options),
        ]
    return "\n".join([*lines, ""])


def _option_row(option: Option) -> str:
    classic = PRESETS["classic"]
    usual = option.write(classic[option.name]) if isinstance(option, CardTable) else answer(classic, option, classic)
    needs = " and ".join(f"{need.what.en} ({_named((need.option, *need.others))})" for need in option.needs)
    about = f"{option.about.en} Needs {needs}." if needs else option.about.en
    return f"| `{option.name}` | {about} | {option.allowed()} | {usual} | {_other_answers(option)} |"


def _other_answers(option: Option) -> str:
    """The books that answer otherwise than classic, together where they agree; those in which it is idle left out."""
    classic = PRESETS["classic"]
    books: dict[str, list[str]] = {}
    for name, rules in PRESETS.items():
        if rules[option.name] != classic[option.name] or classic.is_idle(option.name):
            books.setdefault(answer(rules, option, classic), []).append(name)
    return "; ".join(f"{', '.join(names)}: {said}" for said, names in books.items() if said != "-")


def _named(options: tuple[str, ...]) -> str:
    names = [f"`{name}`" for name in options]
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
