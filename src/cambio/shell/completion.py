"""Completions: a script that lets bash, zsh or fish complete commands, flags, rule books and files."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from ..rules import PRESETS

#: Where each shell looks for completions.
PLACES = {
    "bash": "~/.local/share/bash-completion/completions/cambio",
    "zsh": "a folder of $fpath, as _cambio",
    "fish": "~/.config/fish/completions/cambio.fish",
}
#: How the help names what is a file, and what is a rule book.
FILES, RULE_BOOKS = ("FILE",), ("PRESET", "RULES")


def completion(parser: argparse.ArgumentParser, shell: str) -> str:
    """The script for a shell."""
    import shtab

    rule_books = shtab.cmd(f"printf '%s\\n' {' '.join(PRESETS)}")
    for action in _actions(parser):
        metavar = action.metavar if isinstance(action.metavar, str) else ""
        if metavar.startswith(FILES):
            action.complete = shtab.FILE  # type: ignore[attr-defined]
        elif metavar in RULE_BOOKS:
            action.complete = rule_books  # type: ignore[attr-defined]
    return str(shtab.complete(parser, shell)).rstrip("\n")


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            short = {each.dest: each.help for each in action._choices_actions}
            for name, command in action.choices.items():
                # What stands beside a word that may be chosen is better short.
                command.description = short.get(name) or command.description
                yield from _actions(command)
        else:
            yield action
