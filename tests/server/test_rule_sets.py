"""Shared rule sets: codes that are opened in a form, the gallery, and what their links tell."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

import pytest

from cambio.gallery import GALLERY
from cambio.rule_codes import code_of
from cambio.rules import Rules
from tests.server.raw_client import RawClient, SharedServer, run, running_server
from tests.server.test_link_previews import head


@pytest.fixture(scope="module")
def shared() -> Iterator[SharedServer]:
    with SharedServer() as server:
        yield server


@pytest.fixture(scope="module")
def ana(shared: SharedServer) -> RawClient:
    return shared.wait_for(shared.target.guest())


def test_checked_rules_come_with_their_code(shared: SharedServer, ana: RawClient) -> None:
    changes = {"score.risky_fives": True}
    answer = shared.wait_for(ana.post("/api/rules", {"rules": "cambia", "changes": changes})).json()
    assert answer["code"] == "2QR8-S0"


def test_a_code_is_a_preset_and_what_is_changed_in_it(shared: SharedServer, ana: RawClient) -> None:
    text = "cambia deck.jokers=0 deck.counts.8=0 powers.J=spy snap.penalty=1"
    code = code_of(Rules.parse(text))
    found = shared.wait_for(ana.get(f"/api/rules/codes/{code.lower()}")).json()
    assert (found["preset"], found["rules"], found["code"]) == ("cambia", text, code)
    assert set(found["changes"]) == {"deck.jokers", "deck.counts", "powers.cards", "snap.penalty"}
    assert found["changes"]["deck.counts"]["8r"] == 0
    again = shared.wait_for(ana.post("/api/rules", {"rules": found["preset"], "changes": found["changes"]})).json()
    assert again["rules"] == text and again["code"] == code


@pytest.mark.parametrize(
    ("code", "language", "told"),
    [
        ("2QR8-S1", "en", "There is a typing mistake in this code: compare it letter by letter."),
        ("2QR8-S1", "es", "Hay un error en este código: compáralo letra por letra."),
        ("<b>", "en", "A code has digits and letters (never U), but here is “<”."),
        ("0" * 3000, "en", "This is too long for a code of house rules."),
        ("U\x00", "en", "A code has digits and letters (never U), but here is “U”."),
    ],
)
def test_what_is_no_code_is_told_kindly(
    shared: SharedServer, ana: RawClient, code: str, language: str, told: str
) -> None:
    answer = shared.wait_for(ana.get(f"/api/rules/codes/{quote(code)}", headers={"Accept-Language": language}))
    assert answer.status == 422
    assert answer.json()["sentence"] == told


def test_the_gallery_is_told_in_the_language_that_is_asked_for(shared: SharedServer, ana: RawClient) -> None:
    for language in ("en", "es"):
        answer = shared.wait_for(ana.get("/api/rules/gallery", headers={"Accept-Language": language})).json()
        assert [each["id"] for each in answer["gallery"]] == list(GALLERY)
        first = answer["gallery"][0]
        assert first["name"] == getattr(GALLERY["risky_fives"].name, language)
        assert (first["rules"], first["code"]) == ("cambia score.risky_fives=yes", "2QR8-S0")


def test_a_link_to_house_rules_tells_the_first_of_them() -> None:
    async def look() -> None:
        async with running_server() as target:
            told = (await head(target, "/rules/2QR8-S0")).properties
            assert told["og:title"] == "House rules for Cambio"
            fives = "Fives count together: each pair in a hand counts −25, and a five left over counts 25."
            assert told["og:description"].endswith(fives)
            assert told["robots"] == "noindex"
            told = (await head(target, "/rules/25CP", accept_language="es")).properties
            assert told["og:description"].startswith("Se caza cualquier carta que coincida")
            for wrong in ("/rules/2QR8-S1", f"/rules/{quote('<script>')}", "/rules/" + "0" * 2000):
                told = (await head(target, wrong)).properties
                assert told["og:description"] == "Open the link to read and play them."

    run(look())
