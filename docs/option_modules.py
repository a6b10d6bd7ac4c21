"""Modules of the core that are made from the house rules: each option as a field, each choice as a code.

The core imports nothing from the rest of the package, so what it needs of the options is written into it, by
``python -m docs.option_modules`` before the core is compiled, and by ``make docs``.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from cambio.house_rules import OPTIONS, SECTIONS
from cambio.house_rules.powers import CARD_POWER
from cambio.options import CardTable, Choice, Count, Option, Word

ENGINE = Path(__file__).parents[1] / "src/cambio/core/engine"
CODES = '''"""The choices of each option as numbers, in the order in which the option lists them.

Made from house_rules by ``make docs``.
"""
'''
FIELDS = '''"""Every option as a number. What each kind of card has, such as points or a power, is not in here.

Made from house_rules by ``make docs``.
"""

from __future__ import annotations

from collections.abc import Mapping


class RuleOptions:
    """The field of an option is named after it; where an option may be none, a second field says whether it is not."""

    __slots__ = (
{slots}
    )

    def __init__(self, options: Mapping[str, int]) -> None:
        """Options by full name; those that are none are left out."""
{calls}
'''


def modules() -> dict[Path, str]:
    """Every module that is made, and its text."""
    return {ENGINE / "option_codes.py": option_codes(), ENGINE / "rule_options.py": rule_options()}


def option_codes() -> str:
    paragraphs = [CODES]
    for option in OPTIONS.values():
        choice = option.each if isinstance(option, CardTable) else option
        if isinstance(choice, Choice) and not isinstance(choice, Word):
            lines = [f"{identifier(choice.name, value).upper()} = {choice.number(value)}" for value in choice.choices]
            paragraphs.append("\n".join([*lines, ""]))
    return "\n".join(paragraphs)


def rule_options() -> str:
    sections = {section: options for section in SECTIONS if (options := number_options(section))}
    fields = sorted(field for options in sections.values() for option in options for field in assignments(option))
    text = FIELDS.format(
        slots="\n".join(f'        "{field}",' for field in fields),
        calls="\n".join(f"        self.read_{section}(options)" for section in sections),
    )
    for section, options in sections.items():
        lines = [f"    def read_{section}(self, options: Mapping[str, int]) -> None:"]
        for option in options:
            lines += [f"        self.{field} = {value}" for field, value in assignments(option).items()]
        text += "\n".join(["", *lines, ""])
    return text


def number_options(section: str) -> list[Option]:
    """Options that are one number: no tables by kind of card, nor what a card's power may say for itself, nor words."""
    return [
        option
        for option in OPTIONS.values()
        if option.section == section
        and not isinstance(option, CardTable | Word)
        and option not in CARD_POWER.all_scopes
    ]


def assignments(option: Option) -> dict[str, str]:
    """The fields of an option, and what each is set to."""
    field = identifier(option.name)
    if isinstance(option, Count) and option.may_be_none:
        return {f"has_{field}": f'"{option.name}" in options', field: f'options.get("{option.name}", 0)'}
    return {field: f'options["{option.name}"]'}


def identifier(*names: str) -> str:
    """Option names and choices as one Python name.

    >>> identifier("snap.who", "any")
    'snap_who_any'
    """
    return "_".join(names).replace(".", "_")


def write_changed(files: Mapping[Path, str]) -> None:
    """Write what has changed; the rest keeps its date, so that the core need not be compiled again."""
    for path, text in files.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_changed(modules())
