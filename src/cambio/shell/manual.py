"""The manual page: every command with its flags and examples, as roff, made from the help that each command prints."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from ..version import VERSION

EXIT_STATUS = (
    ("0", "everything went well"),
    ("1", "it did not, and a line on the error output says why"),
    ("2", "the command was not understood"),
    ("130", "it was interrupted"),
)


def manual(parser: argparse.ArgumentParser) -> str:
    """The page, section 1."""
    about = (parser.description or "").removeprefix("Cambio, ").rstrip(".")
    lines = [
        f'.TH CAMBIO 1 "" "Cambio {_escape(VERSION)}" "User Commands"',
        ".SH NAME",
        f"cambio \\- {_escape(about)}",
        ".SH SYNOPSIS",
        ".B cambio",
        "COMMAND [OPTION]...",
        ".SH OPTIONS",
        *_arguments(parser),
        ".SH COMMANDS",
        *_commands(parser),
        ".SH EXIT STATUS",
        *(line for status, meaning in EXIT_STATUS for line in (".TP", f".B {status}", _escape(meaning))),
        ".SH EXAMPLES",
        *_epilog(parser),
    ]
    return "\n".join(lines)


def _commands(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Each command that can be run, those within others too."""
    for action in parser._actions:
        if not isinstance(action, argparse._SubParsersAction):
            continue
        for command in action.choices.values():
            if any(isinstance(each, argparse._SubParsersAction) for each in command._actions):
                yield from _commands(command)
                continue
            yield f".SS {_escape(command.prog)}{_synopsis(command)}"
            yield _escape(command.description or "")
            yield from _arguments(command)
            yield from _epilog(command)


def _synopsis(command: argparse.ArgumentParser) -> str:
    words = []
    for action in command._actions:
        if not action.option_strings:
            name = _metavar(action)
            words.append({"?": f"[{name}]", "*": f"[{name} ...]", "+": f"{name} ..."}.get(str(action.nargs), name))
        elif action.required:
            words.append(f"{action.option_strings[-1]} {_metavar(action)}")
    return _escape("".join(f" {word}" for word in words))


def _arguments(command: argparse.ArgumentParser) -> Iterator[str]:
    for action in command._actions:
        if isinstance(action, argparse._SubParsersAction | argparse._HelpAction):
            continue
        name = _metavar(action)
        if action.option_strings:
            name = ", ".join(action.option_strings) + (f" {name}" if action.nargs != 0 else "")
        yield from (".TP", f".B {_escape(name)}", _escape((action.help or "").replace("%%", "%")))


def _metavar(action: argparse.Action) -> str:
    if action.choices is not None:
        return "{" + ",".join(map(str, action.choices)) + "}"
    return str(action.metavar or action.dest.upper())


def _epilog(command: argparse.ArgumentParser) -> Iterator[str]:
    """As it stands, line by line; the page has a heading for examples of the whole."""
    text = (command.epilog or "").removeprefix("examples:\n") if command.prog == "cambio" else command.epilog or ""
    if text:
        yield from (".PP", ".nf", *map(_escape, text.rstrip("\n").splitlines()), ".fi")


def _escape(text: str) -> str:
    """Hyphens that can be copied, and no line that roff takes for a request."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped
