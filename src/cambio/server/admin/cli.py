"""The command cambio admin."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

from ..setting_flags import DATABASE, add_settings, read_settings
from ..settings import Settings
from ..store.contract import Store
from ..store.errors import StoreError
from ..store.operations import TableStage
from .opening import AdminError, open_as_operator

DEFAULT_LIMIT = 50
MAX_LIMIT = 1_000_000
EXAMPLES = """examples:
  cambio admin tables --state playing
  cambio admin people mallory                     by a part of the name, an id, or the digest that logs have
  cambio admin ban PERSON --days 7 --reason "insults at the table"
  cambio admin ban 203.0.113.7 --days 1           an address; of IPv6 its first 64 bits
  cambio admin export PERSON --file copy.zip
  cambio admin delete PERSON
"""


def add_admin(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    admin = commands.add_parser(
        "admin",
        help="see and change what a server keeps: tables, people, sessions, bans",
        description="See and change what a server keeps, on its database, whether it runs or not. A server that runs "
        "knows of every change within two seconds.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    kinds = admin.add_subparsers(title="what to do", required=True, metavar="WHAT")
    _add_lists(kinds)
    _add_actions(kinds)


def _add_lists(kinds: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    tables = _add(kinds, "tables", "list tables, those played last first", _run_list)
    tables.add_argument("--state", choices=[str(each) for each in TableStage], help="only those in this state")
    people = _add(kinds, "people", "list people, those who came last first", _run_list)
    people.add_argument("text", nargs="?", metavar="TEXT", help="a part of the name, an id, or a digest from the log")
    sessions = _add(kinds, "sessions", "list sessions, those used last first", _run_list)
    sessions.add_argument("person", nargs="?", metavar="PERSON", help="of this person alone")
    for parser in (tables, people, sessions):
        parser.add_argument("--limit", type=int, default=DEFAULT_LIMIT, metavar="N", help=f"default: {DEFAULT_LIMIT}")
    _add(kinds, "bans", "list bans that are not over", _run_list)


def _add_actions(kinds: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    close = _add(kinds, "close", "close a table for good; its finished rounds stay", _run_action)
    close.add_argument("table", metavar="TABLE", help="its id, its code, or its digest from the log")
    ban = _add(kinds, "ban", "keep somebody out, by person or by address", _run_action)
    ban.add_argument("who", metavar="PERSON|ADDRESS", help="an id, a digest from the log, a whole name; or a network")
    ban.add_argument("--days", type=float, required=True, metavar="N", help="for how long")
    ban.add_argument("--reason", default="", metavar="TEXT", help="why; the server's answer tells them")
    unban = _add(kinds, "unban", "let somebody in again", _run_action)
    unban.add_argument("who", metavar="PERSON|ADDRESS")
    rename = _add(kinds, "rename", "give a person another name, wherever the old one stands", _run_action)
    rename.add_argument("person", metavar="PERSON")
    rename.add_argument("name", metavar="NAME")
    for name, about in (
        ("end-sessions", "sign a person out everywhere"),
        ("export", "write all that is kept about a person to a zip file"),
        ("delete", "forget a person; what others have of their games stays"),
    ):
        _add(kinds, name, about, _run_action).add_argument("person", metavar="PERSON")
    kinds.choices["export"].add_argument("--file", type=Path, metavar="FILE", help="default: a new one in this folder")
    kinds.choices["delete"].add_argument("--yes", action="store_true", help="don't ask: there is no way back")


def _add(
    kinds: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    about: str,
    run: Callable[[argparse.Namespace], Awaitable[str]],
) -> argparse.ArgumentParser:
    parser = kinds.add_parser(name, help=about, description=f"{about[0].upper()}{about[1:]}.")
    add_settings(parser, DATABASE)
    parser.add_argument("--json", action="store_true", help="print JSON for programs")
    parser.set_defaults(run=run_admin, what=name, admin_run=run)
    return parser


def run_admin(options: argparse.Namespace) -> int:
    try:
        print(asyncio.run(options.admin_run(options)))
    except (AdminError, StoreError, ValueError) as error:
        print(f"cambio: {error}", file=sys.stderr)
        return 1
    return 0


async def _run_list(options: argparse.Namespace) -> str:
    from . import lists
    from .output import format_rows

    limit = _limit(options)
    async with open_as_operator(read_settings(options).database) as store:
        match options.what:
            case "tables":
                rows = await lists.list_tables(store, options.state, limit)
            case "people":
                rows = await lists.list_people(store, options.text, limit)
            case "sessions":
                rows = await lists.list_sessions(store, options.person, limit)
            case _:
                rows = await lists.list_bans(store)
    return format_rows(rows, is_json=options.json, nothing=f"no {options.what}")


def _limit(options: argparse.Namespace) -> int:
    """Of a list that has one."""
    limit = int(getattr(options, "limit", DEFAULT_LIMIT))
    if not 1 <= limit <= MAX_LIMIT:
        raise AdminError(f"expected a limit from 1 to {MAX_LIMIT}, but found {limit}")
    return limit


async def _run_action(options: argparse.Namespace) -> str:
    settings = read_settings(options)
    if options.what == "delete":
        said, facts = await _delete(options, settings)
    else:
        async with open_as_operator(settings.database) as store:
            said, facts = await _act(options, store)
    return json.dumps(facts, ensure_ascii=False) if options.json else said


async def _act(options: argparse.Namespace, store: Store) -> tuple[str, dict[str, object]]:
    from . import actions

    match options.what:
        case "close":
            return await actions.close_table(store, options.table)
        case "end-sessions":
            return await actions.end_sessions(store, options.person)
        case "ban":
            return await actions.ban(store, options.who, options.days, options.reason)
        case "unban":
            return await actions.unban(store, options.who)
        case "rename":
            return await actions.rename(store, options.person, options.name)
        case _:
            file = options.file or actions.new_file_name(options.person)
            return await actions.export(store, options.person, file)


async def _delete(options: argparse.Namespace, settings: Settings) -> tuple[str, dict[str, object]]:
    from . import actions

    if not options.yes:
        if not sys.stdin.isatty():
            raise AdminError("there is no way back from this: say --yes")
        if input(f"Forget {options.person} for good? Type yes: ").strip().lower() != "yes":
            raise AdminError("nothing was done")
    return await actions.delete(settings, options.person)
