"""REST under fire: whatever is asked, the server answers with what was expected, and never breaks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cambio.bots.levels import LADDER
from cambio.rules import PRESETS
from tests.playthroughs.write import HERE as PLAYTHROUGHS
from tests.server.raw_client import Answer, RawClient, SharedServer

METHODS = ("GET", "POST", "DELETE", "PUT", "PATCH", "HEAD", "OPTIONS", "TRACE", "QUERY")
PATHS = (
    "/api/session",
    "/api/presets",
    "/api/levels",
    "/api/rules/schema",
    "/api/rules",
    "/api/rules/gallery",
    "/api/rules/codes/{}",
    "/api/tables",
    "/api/tables/{}",
    "/api/tables/{}/ticket",
    "/api/tables/{}/newcomers",
    "/api/tables/nowhere/newcomers/{}",
    "/api/codes/{}",
    "/api/me/tables",
    "/api/choices",
    "/api/quick",
    "/api/games",
    "/api/games?before={}",
    "/api/games/{}.cambio",
    "/api/games/{}/replay",
    "/api/games/{}/replay?as=all",
    "/api/games/{}/shares",
    "/api/games/nothing/shares/{}",
    "/api/shared/{}/replay",
    "/api/shared/{}/replay?as=all",
    "/api/replay",
    "/api/replay?as={}",
    "/rules/print?rules={}",
    "/healthz",
    "/metrics",
    "/",
    "/table/{}",
    "/join/{}",
    "/rules/{}",
    "/replay/s/{}",
    "/{}",
)
BODIES = {
    "/api/session": ("name",),
    "/api/rules": ("rules", "changes", "seats"),
    "/api/tables": ("rules", "changes", "seats", "options", "bots", "start"),
    "/api/quick": ("rules", "level", "seats"),
    "/api/replay": ("text",),
}
ROUND = (PLAYTHROUGHS / "cambia.cambio").read_text(encoding="utf-8")
OPTION_NAMES = [*PRESETS["classic"]]

texts = st.text(max_size=30) | st.sampled_from(["", "..", "../../etc/passwd", "\x00", "a;b", "%00", "<b>", "'--", "🂡"])
numbers = st.integers() | st.sampled_from([-1, 0, 1, 2, 9, 2**31, 2**63, 2**64, 10**40]) | st.floats()
scalars = st.none() | st.booleans() | numbers | texts
documents = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)
rule_words = st.sampled_from([*PRESETS, *OPTION_NAMES, *(f"{name}=" for name in OPTION_NAMES), "=", "+", ","]) | texts
rule_texts = st.lists(rule_words, max_size=4).map(" ".join) | st.builds(
    "{} {}={}".format, st.sampled_from([*PRESETS]), st.sampled_from(OPTION_NAMES), scalars
)
changes = st.dictionaries(st.sampled_from(OPTION_NAMES) | texts, documents, max_size=3)
options = st.fixed_dictionaries(
    {},
    optional={
        "clock": scalars,
        "relaxed": scalars,
        "snaps": texts,
        "bot_wait": scalars,
        "public": scalars,
        "aids": texts,
        "x": scalars,
    },
)
likely = {
    "name": texts,
    "rules": rule_texts,
    "changes": changes,
    "seats": st.integers(1, 9),
    "options": options,
    "bots": st.lists(st.sampled_from(["casual", "random", "solid", "?"]), max_size=8),
    "start": st.booleans(),
    "level": st.sampled_from(["casual", "nobody"]),
    "text": st.lists(st.sampled_from(ROUND.splitlines()) | texts, max_size=9).map("\n".join),
}


@st.composite
def near_misses(draw: st.DrawFn) -> tuple[str, bytes]:
    """A request that is right, but for one or two things."""
    path = draw(st.sampled_from([*BODIES]))
    fields = draw(st.lists(st.sampled_from(BODIES[path]), unique=True))
    document: dict[str, Any] = {
        field: draw(likely[field] if draw(st.integers(0, 4)) else documents) for field in fields
    }
    if not draw(st.integers(0, 9)):
        document[draw(texts)] = draw(documents)
    return path, json.dumps(document).encode()


fuzzed = settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)


@pytest.fixture(scope="module")
def shared() -> Iterator[SharedServer]:
    with SharedServer() as shared:
        yield shared


@pytest.fixture(scope="module")
def ana(shared: SharedServer) -> RawClient:
    return shared.wait_for(shared.target.guest())


def check(shared: SharedServer, answer: Answer, method: str = "POST") -> None:
    """No failure: an answer, or a problem with its code and its sentence, and none of it in the log."""
    assert answer.status < 500, answer
    assert answer.header("x-content-type-options") == "nosniff"
    if answer.status >= 400 and method != "HEAD":
        assert answer.code
    assert shared.target.failures() == []


@fuzzed
@given(request=near_misses())
def test_a_document_that_is_not_quite_right_is_a_problem_with_a_sentence(
    shared: SharedServer, ana: RawClient, request: tuple[str, bytes]
) -> None:
    path, body = request
    check(shared, shared.wait_for(ana.post(path, body=body)))


@fuzzed
@given(path=st.sampled_from([*BODIES]), body=st.binary(max_size=200) | documents.map(json.dumps).map(str.encode))
def test_any_bytes_may_come_as_a_body(shared: SharedServer, ana: RawClient, path: str, body: bytes) -> None:
    check(shared, shared.wait_for(ana.post(path, body=body)))


@fuzzed
@given(method=st.sampled_from(METHODS), path=st.sampled_from(PATHS), name=texts)
def test_any_method_on_any_path_is_answered(
    shared: SharedServer, ana: RawClient, method: str, path: str, name: str
) -> None:
    asked = path.format(quote(name, safe="/%"))
    check(shared, shared.wait_for(ana.request(method, asked)), method)


latin = st.text(st.characters(min_codepoint=33, max_codepoint=255, exclude_characters="\x7f"), max_size=40)


@fuzzed
@given(cookie=latin, kind=latin, agent=latin, host=latin)
def test_any_headers_may_come(
    shared: SharedServer, ana: RawClient, cookie: str, kind: str, agent: str, host: str
) -> None:
    headers = {"Cookie": f"cambio={cookie}", "Content-Type": kind, "User-Agent": agent, "Host": host}
    check(shared, shared.wait_for(ana.get("/api/session", headers=headers)))


@fuzzed
@given(path=st.binary(min_size=1, max_size=40))
def test_any_bytes_may_come_as_a_path(shared: SharedServer, ana: RawClient, path: bytes) -> None:
    asked = "/" + quote(path, safe="/%?&")
    check(shared, shared.wait_for(ana.get(asked)))


def test_the_levels_are_those_of_the_ladder_from_the_weakest_up(shared: SharedServer, ana: RawClient) -> None:
    levels = shared.wait_for(ana.get("/api/levels")).json()["levels"]
    assert {level["name"] for level in levels} == set(LADDER)
    assert [(level["name"], level["rank"]) for level in (levels[0], *levels[-2:])] == [
        ("beginner", 1),
        ("champion", len(LADDER) - 1),
        ("random", 0),
    ]
    assert all(level["about"].endswith(".") for level in levels)


@pytest.mark.parametrize(("language", "needs"), [("en", "more than one round"), ("es", "más de una ronda")])
def test_rules_that_change_nothing_are_told_with_what_they_lack(
    shared: SharedServer, ana: RawClient, language: str, needs: str
) -> None:
    asked = shared.wait_for(
        ana.post("/api/rules", {"rules": "cambia", "changes": {}}, headers={"Accept-Language": language})
    ).json()
    assert asked["idle"]["match.target"] == needs
    assert "snap.penalty" not in asked["idle"]


@pytest.mark.parametrize(("language", "burned", "knocked"), [("en", "burned", "knocked"), ("es", "quemada", "golpeó")])
def test_rules_are_told_with_the_words_of_their_table(
    shared: SharedServer, ana: RawClient, language: str, burned: str, knocked: str
) -> None:
    words = {
        preset: shared.wait_for(
            ana.post("/api/rules", {"rules": preset, "changes": {}}, headers={"Accept-Language": language})
        ).json()["words"]
        for preset in ("cambia", "camp")
    }
    assert words["cambia"] == {}
    assert {burned, knocked} < set(words["camp"].values())


def test_the_server_is_well_after_all_that(shared: SharedServer) -> None:
    bob = shared.wait_for(shared.target.guest("Bob"))
    assert shared.wait_for(bob.get("/healthz")).json() == {"status": "ok"}
    assert shared.wait_for(bob.get("/api/session")).json()["name"] == "Bob"
    assert shared.wait_for(bob.open_table(rules="cambia", bots=["casual"], start=True))
