"""docs/PROTOCOL.md, made from the types in cambio.server.protocol.messages: the file of messages is the protocol."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from itertools import takewhile
from types import UnionType
from typing import get_args

import msgspec
from msgspec import Struct

from cambio.server.protocol import (
    client_messages,
    daily_messages,
    match_messages,
    message_fields,
    messages,
    replay_messages,
    table_options,
)

HEAD = f"""# What a table and its guests say to each other

Made from `messages.py`, `client_messages.py` and `match_messages.py` in `src/cambio/server` by `make docs`. This is
version {messages.VERSION} of the protocol.

A guest has a session (a cookie, from `POST /api/session` with a name), asks `POST /api/tables/ID/ticket` for a
ticket, opens a WebSocket at `/socket`, and says `hello` with the ticket. Each message is one JSON object in one text
frame, its kind under `type`. Frames from a client have at most {messages.LONGEST_FRAME} bytes; fields that are
not listed here are refused.

## What is promised

- **Written first.** A move is told, or acknowledged by `done`, only when it is in the log for good.
- **No gap.** What happens at a table is numbered from 1. Everybody is told every number, in order; what is not for
  you is the bare number. After a lost connection, `hello` with `last_seq` brings everything since, or a whole
  snapshot.
- **Faces once.** A face is in the one event that shows it, and nowhere else: no snapshot holds a card that you should
  remember, except the one in your hand and those that a pending power still lets you look at. At a table that is
  played on from a replay somebody else may have looked: there `welcome` tells all that your seat has seen (`known`).
- **Once.** A command is carried out once, however often it is sent with the same `cmd_id`; the answer comes each
  time.
- **Never refused for being late alone.** A command says what it takes for granted: a snap its discard (`snap b3
  #17`), a decision its `question`, taking the height of the `pile`. It is refused only if that is no longer so, or by
  a rule.
- **You know no rules.** `yours.legal` and `yours.snaps` are all that may be done now, and each refusal brings the
  rule's sentence.

## Snap races

The client measures `claimed`: milliseconds from the frame that shows the discard to the gesture. The server knows when
it sent the discard and when the gesture came, and measures the round trip by pings, which a kernel's own measurement
bounds. What the way took is taken off, as far as it can be believed; `racing` says that the verdict is held until
nobody still to come could win. Gaps up to 8 ms are ties, broken by a key of the round that nobody knows before.
Whatever would close the window races, too. Of whoever loses the time is told, as everybody at a table sees who reached
for a card; which card it was is not. Clocks, delays and windows are in `cambio serve --help`.

When a clock runs out, a cautious stand-in decides: it gets ready, draws, keeps a low card or throws, skips powers,
and never calls early; a card that is owed is settled by the dealer. After two such decisions in a row, or when a
player has been away for longer than the server's grace, the stand-in plays on until the player is back.
"""
REPLAYS = """## Finished rounds over REST

`GET /api/games/ID/replay?as=VIEWPOINT` answers those who played the round with a `Replay`; to others there is no such
round. `POST /api/replay?as=VIEWPOINT` with `{"text": "..."}` does the same for a `.cambio` file; of a
match's file `round=N` names the round. A viewpoint is `table`
(what everybody saw; the default for a file), a seat's letter (what that player knew then; whoever played sees the round
as they knew it unless they ask otherwise), or `all` (every card open). A player's own copy has no viewpoints but that
player's and the table's. A round that is not over is refused (`not_over`), as are
files that don't replay (`notation`), that are too long (`too_long`), and viewpoints that there are not (`viewpoint`).
What stands at its default is left out, as everywhere.

Whoever played a round may share it. `POST /api/games/ID/shares` with `{"scope": "..."}` answers with a link
(`ShareInfo`), the same one again for the same scope; `GET /api/games/ID/shares` lists the own ones (`ShareList`), and
`DELETE /api/games/ID/shares/TOKEN` revokes one. The scope is `table` (what everybody saw), a seat's letter (what that
player knew then, and the table), or `all`. `GET /api/shared/TOKEN/replay?as=VIEWPOINT` answers anybody, without a
session, with a `Replay` whose `shared` says by whom and what, from the viewpoints of the scope alone (`viewpoint` for
any other); the page is `/replay/s/TOKEN`. Of races it tells who was how fast (`after`), and nothing about connections:
`delay`, `claimed` and `round_trip` are left out. A token that was revoked, whose round or maker is gone, or that never
was, is refused in the same words (`no_share`).
"""

MATCHES = """## Matches

`GET /api/matches` lists the matches of whoever asks, over or not, those played last first; its query may have the
fields of `MatchQuery` (`/api/matches?book=camp&people=true`). `GET /api/matches/ID.cambio` is a match as one file, with
all rounds that are over (docs/NOTATION.md), and `GET /api/games/ID.cambio` one round. Only those who played get them;
to others there is no such match. Nothing is told of a round that is being played.

`GET /api/statistics` tells whoever asks what their own play adds up to (`Statistics`), of all rule books or of one
(`StatisticsQuery`).

`GET /api/me/copy` is a zip file with all that is kept about whoever asks: `about.json` (name, dates of sessions,
matches, links, statistics) and each finished round as a .cambio file. `DELETE /api/me` forgets them: sessions end,
stand-ins take their seats, and where others' games had their name there is "somebody".
"""

DAILY = """## Daily deals

There is one deal a day (UTC) by each rule book: the same cards and the same luck of the bots for everybody, and one
try. `GET /api/daily` is a `DailyOverview`, for guests with a session or without. `POST /api/daily/BOOK` opens today's
deal and answers `{"table": ID}`, the first time and every time after that; who has no session is asked for one. The
table begins at once, is its host's alone (others get `bye` with the code `daily_alone`), and has no rematch.

`GET /api/daily/DAY/BOOK` is a `DailyResults`. Its list is told to those who have played the deal to its end, and to
everybody when its day is over: an hour after midnight, so that a round that was begun before may end. From then on
`GET /api/daily/DAY/BOOK/ROUND/replay?as=VIEWPOINT`, `GET /api/daily/DAY/BOOK/ROUND.cambio` and
`GET /api/daily/DAY/BOOK/compare?round=ROUND` (a `DailyComparison`) are for everybody, too. Before that, and for a day
to come, there is no such round or deal.
"""


def page() -> str:
    comments = dict(field_comments())
    parts = [
        HEAD,
        "## From a client\n",
        *(_message(kind, comments) for kind in kinds_in(messages.FromClient)),
        "## From the server\n",
        *(_message(kind, comments) for kind in kinds_in(messages.FromServer)),
        "## What messages are made of\n",
        *(_message(kind, comments) for kind in shared_parts()),
        MATCHES,
        *(_message(kind, comments) for kind in kinds_of_matches()),
        REPLAYS,
        *(_message(kind, comments) for kind in replay_parts()),
        DAILY,
        *(_message(kind, comments) for kind in daily_parts()),
    ]
    return "\n".join(parts)


def kinds_in(union: object) -> list[type[Struct]]:
    assert isinstance(union, UnionType)
    return [kind for kind in get_args(union) if issubclass(kind, Struct)]


def kinds_of_matches() -> list[type[Struct]]:
    kinds = [kind for kind in vars(match_messages).values() if inspect.isclass(kind) and issubclass(kind, Struct)]
    return [kind for kind in kinds if kind is not Struct]


def shared_parts() -> list[type[Struct]]:
    described = {*kinds_in(messages.FromClient), *kinds_in(messages.FromServer), Struct}
    bases = (messages.ClientMessage, messages.ServerMessage)
    own = [kind for kind in vars(messages).values() if inspect.isclass(kind) and issubclass(kind, Struct)]
    return [kind for kind in own if kind not in described and not issubclass(kind, bases)]


def replay_parts() -> list[type[Struct]]:
    """What only a replay is made of, the replay itself first."""
    own = [kind for kind in vars(replay_messages).values() if inspect.isclass(kind) and issubclass(kind, Struct)]
    return [kind for kind in reversed(own) if kind.__module__ == replay_messages.__name__]


def daily_parts() -> list[type[Struct]]:
    own = [kind for kind in vars(daily_messages).values() if inspect.isclass(kind) and issubclass(kind, Struct)]
    return [kind for kind in own if kind.__module__ == daily_messages.__name__]


def _message(kind: type[Struct], comments: dict[tuple[str, str], str]) -> str:
    tag = kind.__struct_config__.tag
    title = f"### `{tag}`" if tag is not None else f"### {kind.__name__}"
    about = inspect.cleandoc(kind.__doc__ or "")
    rows = [
        f"| `{name}` | {_type_text(kind, name)} | {_default(kind, name)} | {_about(kind, name, comments)} |"
        for name in kind.__struct_fields__
    ]
    table = ["| field | type | default | |", "|---|---|---|---|", *rows, ""] if rows else []
    return "\n".join([title, "", about, "", *table])


def _default(kind: type[Struct], name: str) -> str:
    field = next(field for field in msgspec.structs.fields(kind) if field.name == name)
    if field.default is not msgspec.NODEFAULT:
        return "none" if field.default is None else f"`{msgspec.json.encode(field.default).decode()}`"
    if field.default_factory is not msgspec.NODEFAULT:
        return "empty"
    return "required"


def _annotation(kind: type[Struct], name: str) -> str:
    owner = next(base for base in kind.__mro__ if name in vars(base).get("__annotations__", {}))
    return str(vars(owner)["__annotations__"][name])


def _type_text(kind: type[Struct], name: str) -> str:
    """The annotation, without its bounds."""
    text = re.sub(r"Annotated\[(\w+), (?:Meta\(.*?\)|\w+)\]", r"\1", _annotation(kind, name))
    return text.replace(" | None", "").replace("|", "or")


def _about(kind: type[Struct], name: str, comments: dict[tuple[str, str], str]) -> str:
    for base in kind.__mro__:
        if (base.__name__, name) in comments:
            return comments[base.__name__, name]
    alias = getattr(message_fields, _annotation(kind, name).split(" ")[0], None)
    for meta in getattr(alias, "__metadata__", ()):
        if meta.description:
            return str(meta.description)
    return ""


def field_comments() -> Iterator[tuple[tuple[str, str], str]]:
    """The comments above fields in the source, by class and field."""
    for module in (client_messages, messages, table_options, match_messages, replay_messages, daily_messages):
        yield from _comments_in(inspect.getsource(module))


def _comments_in(source: str) -> Iterator[tuple[tuple[str, str], str]]:
    lines = source.splitlines()
    for node in ast.parse(source).body:
        if not isinstance(node, ast.ClassDef):
            continue
        for item in node.body:
            if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
                above = list(takewhile(_is_comment, reversed(lines[: item.lineno - 1])))
                if above:
                    yield (
                        (node.name, item.target.id),
                        " ".join(line.strip().removeprefix("#: ") for line in reversed(above)),
                    )


def _is_comment(line: str) -> bool:
    return line.strip().startswith("#: ")
