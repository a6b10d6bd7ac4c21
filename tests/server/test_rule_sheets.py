"""Rule sheets over HTTP: any rules as a page to print, and a kind word for rules that can't be."""

from __future__ import annotations

from urllib.parse import quote

import pytest

from tests.server.raw_client import Answer, LocalServer, run, running_server


async def ask(target: LocalServer, rules: str | None, language: str | None = None, **headers: str) -> Answer:
    asked = {"rules": rules, "language": language}
    query = "&".join(f"{name}={quote(value)}" for name, value in asked.items() if value is not None)
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    return await target.request("GET", f"/rules/print?{query}", headers=named)


def test_a_sheet_is_served_in_the_language_of_its_address_or_of_the_browser() -> None:
    async def look() -> None:
        async with running_server() as target:
            english = await ask(target, "camp snap.penalty=2")
            assert english.status == 200 and english.header("content-type").startswith("text/html")
            assert "A wrong burn costs two penalty cards" in english.body.decode()
            for spanish in (
                await ask(target, "camp snap.penalty=2", "es"),
                await ask(target, "camp snap.penalty=2", accept_language="es-MX"),
                await ask(target, "camp snap.penalty=2", "klingon", accept_language="es-MX"),
            ):
                assert "Quemar mal cuesta dos cartas de castigo" in spanish.body.decode()
            assert "Cambia rules" in (await ask(target, None)).body.decode()

    run(look())


def test_a_sheet_may_run_nothing_and_fetch_nothing_and_sets_no_cookie() -> None:
    async def look() -> None:
        async with running_server() as target:
            answer = await ask(target, "camp", accept_encoding="gzip")
            policy = answer.header("content-security-policy")
            assert "default-src 'none'" in policy and "'self'" not in policy and "script" not in policy
            assert answer.header("x-content-type-options") == "nosniff"
            assert answer.header("set-cookie") == ""
            # Kept by browsers, and compared before it is used again.
            assert (answer.header("cache-control"), answer.header("content-encoding")) == ("no-cache", "gzip")
            again = await ask(target, "camp", accept_encoding="gzip", if_none_match=answer.header("etag"))
            assert (again.status, again.body) == (304, b"")

    run(look())


@pytest.mark.parametrize(
    "rules",
    ["nowhere", "camp snap.penalty=many", "<script>alert(1)</script>", "camp x=\"'><img src=x>", "x" * 5000, "\x00"],
    ids=["unknown", "wrong", "script", "picture", "long", "control"],
)
def test_rules_that_cannot_be_get_a_page_that_says_so(rules: str) -> None:
    async def look() -> None:
        async with running_server() as target:
            answer = await ask(target, rules)
            page = answer.body.decode()
            assert answer.status == 422 and answer.header("content-type").startswith("text/html")
            assert "There are no such rules" in page and "Traceback" not in page
            assert "<script" not in page and "<img" not in page
            assert answer.header("cache-control") == "no-store"
            assert "No existen esas reglas" in (await ask(target, rules, "es")).body.decode()

    run(look())


def test_sheets_count_as_requests_of_their_address() -> None:
    async def attack() -> None:
        async with running_server(requests_per_minute=3) as target:
            answers = [await ask(target, "camp") for _ in range(5)]
            assert [answer.status for answer in answers] == [200, 200, 200, 429, 429]

    run(attack())
