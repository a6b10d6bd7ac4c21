"""What a link shows where it is shared: a title, a sentence and a picture, in the head of the page it leads to.

A link to a table tells whose table it is, as it does to everybody who opens it, and nothing else about it. Wrong codes
are limited here as they are everywhere: after too many, every code has the same preview. A link to house rules tells
the first of them, which the link itself holds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from html import escape

from starlette.requests import Request

from ...errors import RulesError
from ...languages import LANGUAGES, Language, Text
from ...presets import SOURCES
from ...rule_codes import rules_from_code
from ...rulebook import rule_book
from ...rules import PRESETS, Rules
from ..settings import Settings
from ..store.errors import NoSuchTable, StoreFailed
from ..tables.table_registry import TableRegistry
from ..tables.table_state import TableState
from .invitations import Invitations
from .request_checks import Problem, RequestChecks, language_of

PICTURE, PICTURE_TYPE, PICTURE_SIZE = "/preview.png", "image/png", (1200, 630)
PICTURE_TEXT = Text(
    "Four playing cards face down: three eyes are closed, one is open",
    "Cuatro cartas boca abajo: tres ojos cerrados y uno abierto",
)
LOCALES = {"en": "en_US", "es": "es_LA"}


@dataclass(frozen=True)
class LinkPreview:
    title: Text
    sentence: Text
    #: The page's own path, if anybody may find it: a link to a table is for those who were given it.
    path: str | None = None


HOME = LinkPreview(
    Text("Cambio", "Cambio"),
    Text(
        "The card game of memory, nerve and speed: play in your browser, with friends or against bots.",
        "El juego de cartas de memoria, nervios y velocidad: juega en tu navegador, con amigos o contra bots.",
    ),
    "/",
)
TUTORIAL = LinkPreview(
    Text("Learn Cambio in five minutes", "Aprende Cambio en cinco minutos"),
    Text("A first round, step by step, in your browser.", "Una primera ronda, paso a paso, en tu navegador."),
    "/tutorial",
)
#: Of any link to a finished round: whether there is such a link is told by the page alone.
SHARED_ROUND = LinkPreview(
    Text("A round of Cambio", "Una ronda de Cambio"),
    Text("Open the link to watch it step by step.", "Abre el enlace para verla paso a paso."),
)
DAILY = LinkPreview(
    Text("Cambio daily deal", "Reto del día de Cambio"),
    Text("The same cards for everybody, and one try.", "Las mismas cartas para todos, y un solo intento."),
    "/daily",
)
_TAKE_A_SEAT = Text("Open the link to take a seat at the table.", "Abre el enlace para sentarte a la mesa.")
_SEE_TABLE = Text("Open the link to see the table.", "Abre el enlace para ver la mesa.")
_INVITED = Text("{} invites you to Cambio", "{} te invita a jugar Cambio")
_BEGUN = Text("A game of Cambio with {}", "Una partida de Cambio con {}")
#: Of a table that is not found, or not told.
INVITATION = LinkPreview(Text("Come and play Cambio", "Ven a jugar Cambio"), _TAKE_A_SEAT)
_HOUSE_RULES = Text("House rules for Cambio", "Reglas de la casa para Cambio")
#: Of a code that says nothing here.
HOUSE_RULES = LinkPreview(
    _HOUSE_RULES, Text("Open the link to read and play them.", "Abre el enlace para leerlas y jugarlas.")
)
#: Sentences of house rules that are told.
MOST_SENTENCES = 3


class LinkPreviews:
    """Finds the preview of each page."""

    def __init__(self, registry: TableRegistry, checks: RequestChecks, invitations: Invitations) -> None:
        self._registry = registry
        self._checks = checks
        self._invitations = invitations

    async def head_of(self, request: Request) -> str:
        """The tags for the page that is asked for."""
        return write_tags(await self._find(request), request, self._registry.settings)

    async def _find(self, request: Request) -> LinkPreview:
        if request.path_params.keys() & {"code", "table"}:
            try:
                return await self._describe_table(request)
            except (Problem, NoSuchTable, StoreFailed):
                # The page itself says what is wrong.
                return INVITATION
        if "rule_code" in request.path_params:
            try:
                self._checks.check_rate(request)
                return describe_rules(rules_from_code(request.path_params["rule_code"]))
            except (Problem, RulesError):
                return HOUSE_RULES
        if "share" in request.path_params:
            return SHARED_ROUND
        if "day" in request.path_params:
            # Of whichever deal: its results are told by the page, to those who may see them.
            return replace(DAILY, path=None)
        return next((each for each in (TUTORIAL, DAILY) if request.url.path == each.path), HOME)

    async def _describe_table(self, request: Request) -> LinkPreview:
        self._checks.check_rate(request)
        code = request.path_params.get("code")
        if code is None:
            row = await self._registry.store.table(request.path_params["table"])
        else:
            row = await self._invitations.find_by_code(request, code)
        return INVITATION if row is None else describe(await self._registry.look_at(row.id))


def describe(table: TableState) -> LinkPreview:
    """By its host: that much is told to everybody who knows the link."""
    host = table.names().get(table.seat_of(table.host or ""))
    if host is None:
        return INVITATION
    if table.stage == "lobby":
        return LinkPreview(_INVITED.fill(host), _TAKE_A_SEAT)
    return LinkPreview(_BEGUN.fill(host), _SEE_TABLE)


def describe_rules(rules: Rules) -> LinkPreview:
    """By the first sentences that their rule book has and its preset's has not."""
    preset = str(rules).split()[0]
    told = {
        language: " ".join(_new_sentences(rules, PRESETS[preset], language)[:MOST_SENTENCES]) for language in LANGUAGES
    }
    return LinkPreview(_HOUSE_RULES, Text(**told) if told["en"] else SOURCES[preset].about)


def _new_sentences(rules: Rules, base: Rules, language: Language) -> list[str]:
    known = {sentence for said in rule_book(base, language).values() for sentence in said}
    return [sentence for said in rule_book(rules, language).values() for sentence in said if sentence not in known]


def write_tags(preview: LinkPreview, request: Request, settings: Settings) -> str:
    """The tags in the language of whoever asks; names in them are others' words, so everything is escaped."""
    language = language_of(request)
    properties = {
        "og:site_name": "Cambio",
        "og:type": "website",
        "og:title": preview.title.to(language),
        "og:description": preview.sentence.to(language),
        "og:locale": LOCALES[language],
    }
    base = base_of(request, settings)
    if base is not None:
        properties |= {
            "og:image": base + PICTURE,
            "og:image:type": PICTURE_TYPE,
            "og:image:width": str(PICTURE_SIZE[0]),
            "og:image:height": str(PICTURE_SIZE[1]),
            "og:image:alt": PICTURE_TEXT.to(language),
        }
    if base is not None and preview.path is not None:
        properties["og:url"] = base + preview.path
    tags = [f'<meta property="{name}" content="{escape(value)}" />' for name, value in properties.items()]
    tags.append('<meta name="twitter:card" content="summary_large_image" />')
    if preview.path is None:
        tags.append('<meta name="robots" content="noindex" />')
    return "".join(f"    {tag}\n" for tag in tags)


def base_of(request: Request, settings: Settings) -> str | None:
    """What absolute addresses begin with: the public address, or the name that this server was called by.

    That name is one of ours, or the request would have been refused; without one there are no absolute addresses.
    """
    if settings.public_url:
        return settings.public_url.rstrip("/")
    host = request.headers.get("host")
    if not host:
        return None
    return f"{'https' if settings.behind_proxy else request.url.scheme}://{host}"
