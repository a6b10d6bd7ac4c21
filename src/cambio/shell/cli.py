"""The commands cambio completion and cambio man."""

from __future__ import annotations

import argparse
from functools import partial

from .completion import PLACES, completion
from .manual import manual


def add_shell(commands: argparse._SubParsersAction[argparse.ArgumentParser], whole: argparse.ArgumentParser) -> None:
    """Of the whole command line, with all commands that are added before or after these."""
    scripts = commands.add_parser(
        "completion",
        help="print a script that lets your shell complete commands, flags and files",
        description="Print a script that lets a shell complete the words of every command.",
        epilog="examples:\n"
        '  eval "$(cambio completion bash)"                in this shell only\n'
        f"  cambio completion bash > {PLACES['bash']}\n"
        f'  cambio completion zsh > "${{fpath[1]}}/_cambio"   then start zsh again\n'
        f"  cambio completion fish > {PLACES['fish']}\n",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    scripts.add_argument("shell", choices=tuple(PLACES), help="which one you use")
    scripts.set_defaults(run=partial(_print_completion, whole))
    page = commands.add_parser(
        "man",
        help="print the manual page of all commands",
        description="Print a manual page, in the language of man, of this very version with all its commands.",
        epilog="examples:\n"
        "  cambio man | man -l -\n"
        "  cambio man > ~/.local/share/man/man1/cambio.1   so that man cambio shows it\n",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    page.set_defaults(run=partial(_print_manual, whole))


def _print_completion(whole: argparse.ArgumentParser, options: argparse.Namespace) -> int:
    print(completion(whole, options.shell))
    return 0


def _print_manual(whole: argparse.ArgumentParser, _options: argparse.Namespace) -> int:
    print(manual(whole))
    return 0
