"""The web client's files: each as compressed as the browser takes it, and with what caches have to know about it.

They are read once. No path of a request ever reaches the disk, and a client that is built anew beside a running server
does not mix with the old one. The page alone is not always the same: its head tells what it is a page of.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePath

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

INDEX = "index.html"
#: Content codings by the ending of the file that the build has written beside the original, the best one first.
CODINGS = {".br": "br", ".gz": "gzip"}
IDENTITY = "identity"
MEDIA_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
}
#: The service worker, by which a browser has the page when there is no network.
SERVICE_WORKER = "service-worker.js"
#: What offline practice is played with, and the list of it. Its folder is named anew whenever something in it changes.
PRACTICE, PRACTICE_LIST = "practice/", "practice/practice.json"
#: Names of files in these folders change whenever their content does.
HASHED = ("assets/", PRACTICE)
#: Asked for anew each time, so that a new version is noticed.
ALWAYS_COMPARED = (INDEX, SERVICE_WORKER, PRACTICE_LIST)
#: The script of the worker that runs Python: there, and nowhere else, WebAssembly may be compiled.
PYTHON_WORKER = re.compile(r"assets/pythonWorker-[^/]+\.js")
PYTHON_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
FOREVER = "public, max-age=31536000, immutable"
AN_HOUR = "public, max-age=3600"
#: Kept by browsers, but compared with ours before each use.
COMPARED = "no-cache"
END_OF_HEAD = b"</head>"
#: Pages whose heads differ that are kept ready; each is a few kilobytes.
MAX_PAGES = 256

#: Tags for the head of the page that a request asks for.
HeadOf = Callable[[Request], Awaitable[str]]


@dataclass(frozen=True)
class WebFile:
    media_type: str
    cache_control: str
    #: By content coding, the best one first.
    bodies: Mapping[str, bytes]
    #: Two codings of one file are different bytes, so each has a tag of its own.
    tags: Mapping[str, str]
    #: The headers of a request, besides that for codings, by which one address may have different files.
    varies_by: str = ""
    #: What a script may do that is not a part of the page; empty: as everything else.
    policy: str = ""


async def no_tags(_request: Request) -> str:
    return ""


class WebFiles:
    def __init__(self, root: Path, head_of: HeadOf = no_tags) -> None:
        self._files = dict(_read_files(root))
        self._head_of = head_of
        self._page_with = lru_cache(MAX_PAGES)(self._make_page)

    async def serve_index(self, request: Request, status: int = 200) -> Response:
        """The page itself, whichever part of it the path stands for."""
        return respond(request, self._page_with(await self._head_of(request)), status)

    async def serve_file(self, request: Request) -> Response:
        name = request.path_params["path"]
        if name not in self._files and _asks_for_page(request):
            # The web client says that there is no such page, and shows the way on.
            return await self.serve_index(request, 404)
        file = self._files.get(name)
        if file is None:
            raise HTTPException(404)
        return respond(request, file)

    def _make_page(self, head: str) -> WebFile:
        """The page with more in its head. The build's compressed copies lack that, so it is compressed here."""
        index = self._files[INDEX]
        before, end, after = index.bodies[IDENTITY].partition(END_OF_HEAD)
        if not head or not end:
            return index
        page = before + head.encode() + end + after
        return make_page(page, index.cache_control)


def make_page(page: bytes, cache_control: str) -> WebFile:
    """A page that is made here, in the language that a request asks for."""
    # Without the time of day in it, so that it has the same tag wherever it is made.
    bodies = {"gzip": gzip.compress(page, mtime=0), IDENTITY: page}
    return WebFile(MEDIA_TYPES[".html"], cache_control, bodies, _tags_of(bodies), varies_by="accept-language")


def respond(request: Request, file: WebFile, status: int = 200) -> Response:
    """The file in full: parts of such small files are not worth asking for."""
    coding = choose_coding(request.headers.get("accept-encoding", ""), file.bodies)
    if coding not in file.bodies:
        raise HTTPException(406, f"expected a browser that takes {' or '.join(file.bodies)}")
    tag = file.tags[coding]
    headers = {"cache-control": file.cache_control, "etag": tag}
    if file.policy:
        headers["content-security-policy"] = file.policy
    varies_by = [*(["accept-encoding"] if len(file.bodies) > 1 else []), *([file.varies_by] if file.varies_by else [])]
    if varies_by:
        headers["vary"] = ", ".join(varies_by)
    if status == 200 and is_known(request.headers.get("if-none-match", ""), tag):
        return Response(status_code=304, headers=headers)
    body = file.bodies[coding]
    headers["content-length"] = str(len(body))
    if coding != IDENTITY:
        headers["content-encoding"] = coding
    return Response(b"" if request.method == "HEAD" else body, status, headers, file.media_type)


def _asks_for_page(request: Request) -> bool:
    """Whether somebody has opened an address in a browser; programs and scripts get a problem."""
    return not request.url.path.startswith("/api/") and "text/html" in request.headers.get("accept", "")


def _read_files(root: Path) -> Iterator[tuple[str, WebFile]]:
    """What lies in the folder, by its path there; links that lead out of it do not belong to it."""
    inside = root.resolve()
    paths = {path.relative_to(root).as_posix(): path for path in root.rglob("*") if path.is_file()}
    paths = {name: path for name, path in paths.items() if path.resolve().is_relative_to(inside)}
    # Of large files there may be a compressed copy alone.
    for name in {name.removesuffix(path.suffix) if path.suffix in CODINGS else name for name, path in paths.items()}:
        copies = {coding: paths.get(name + ending) for ending, coding in (*CODINGS.items(), ("", IDENTITY))}
        bodies = {coding: copy.read_bytes() for coding, copy in copies.items() if copy is not None}
        media_type = MEDIA_TYPES.get(PurePath(name).suffix, "application/octet-stream")
        policy = PYTHON_POLICY if PYTHON_WORKER.fullmatch(name) else ""
        yield name, WebFile(media_type, _cache_control(name), bodies, _tags_of(bodies), policy=policy)


def _tags_of(bodies: Mapping[str, bytes]) -> dict[str, str]:
    return {coding: f'"{hashlib.sha256(body).hexdigest()[:20]}"' for coding, body in bodies.items()}


def _cache_control(name: str) -> str:
    if name in ALWAYS_COMPARED:
        return COMPARED
    return FOREVER if name.startswith(HASHED) else AN_HOUR


def choose_coding(accepted: str, available: Mapping[str, bytes]) -> str:
    """The best of what an Accept-Encoding header allows.

    >>> bodies = dict.fromkeys(("br", "gzip", "identity"), b"")
    >>> [choose_coding(header, bodies) for header in ("gzip, deflate, br", "br;q=0, gzip;q=0.5", "*", "deflate", "")]
    ['br', 'gzip', 'br', 'identity', 'identity']
    """
    weights = {}
    for part in accepted.lower().split(","):
        coding, _, parameters = part.partition(";")
        weights[coding.strip()] = _weight(parameters)
    others = weights.get("*", 0.0)
    allowed = [coding for coding in available if coding != IDENTITY and weights.get(coding, others) > 0]
    return max(allowed, key=lambda coding: weights.get(coding, others), default=IDENTITY)


def _weight(parameters: str) -> float:
    """The q of a choice in a header; one that can't be read forbids it.

    >>> [_weight(text) for text in ("", "q=0.5", " q=0", "q=much")]
    [1.0, 0.5, 0.0, 0.0]
    """
    name, _, value = parameters.strip().partition("=")
    if name.strip() != "q":
        return 1.0
    try:
        return float(value)
    except ValueError:
        return 0.0


def is_known(condition: str, tag: str) -> bool:
    """Whether an If-None-Match header names this tag; proxies may have marked it as weak.

    >>> [is_known(condition, '"a"') for condition in ('"b", W/"a"', "*", '"b"', "")]
    [True, True, False, False]
    """
    return any(known.strip().removeprefix("W/") in (tag, "*") for known in condition.split(","))
