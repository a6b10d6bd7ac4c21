"""Link previews: what a link tells where it is shared, in the head of its page; and the icons that the page names."""

from __future__ import annotations

import io
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlsplit

import pytest
from PIL import Image

from cambio.server.http.link_previews import PICTURE_SIZE
from tests.server.raw_client import Answer, LocalServer, run, running_server


class Head(HTMLParser):
    """The tags of a page's head, as whoever shows previews reads them."""

    def __init__(self, answer: Answer) -> None:
        super().__init__()
        self.properties: dict[str, str] = {}
        self.links: list[dict[str, str | None]] = []
        self.tags: list[str] = []
        self.feed(answer.body.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append(tag)
        if tag == "meta":
            name = given.get("property") or given.get("name")
            assert name is None or name not in self.properties, f"{name} is told twice"
            self.properties[name or ""] = given.get("content") or ""
        elif tag == "link":
            self.links.append(given)


async def head(target: LocalServer, path: str, **headers: str) -> Head:
    answer = await target.request("GET", path, headers={name.replace("_", "-"): text for name, text in headers.items()})
    assert answer.status == 200
    return Head(answer)


async def open_table(target: LocalServer, name: str = "Ana", **how: Any) -> tuple[str, str]:
    """The paths of a table: for those who know its code, and its own."""
    host = await target.guest(name)
    table_id = await host.open_table(**how)
    code = (await host.get(f"/api/tables/{table_id}")).json()["code"]
    return f"/join/{code}", f"/table/{table_id}"


def test_the_home_page_tells_what_cambio_is_and_shows_a_picture() -> None:
    async def look() -> None:
        async with running_server() as target:
            told = (await head(target, "/")).properties
            assert told["og:title"] == "Cambio"
            assert "memory, nerve and speed" in told["og:description"]
            assert told["og:url"] == f"{target.base}/"
            assert told["twitter:card"] == "summary_large_image"
            assert "robots" not in told
            assert told["og:image"] == f"{target.base}/preview.png"
            picture = await target.request("GET", urlsplit(told["og:image"]).path)
            assert picture.header("content-type") == told["og:image:type"] == "image/png"
            assert Image.open(io.BytesIO(picture.body)).size == PICTURE_SIZE
            assert (told["og:image:width"], told["og:image:height"]) == tuple(map(str, PICTURE_SIZE))
            assert len(picture.body) < 300_000, "expected a picture that every messenger takes"

    run(look())


def test_a_daily_deal_tells_what_it_is_and_no_result() -> None:
    async def look() -> None:
        async with running_server() as target:
            of_all = (await head(target, "/daily")).properties
            of_one = (await head(target, "/daily/2026-11-17/cambia")).properties
            assert of_all["og:title"] == of_one["og:title"] == "Cambio daily deal"
            assert of_all["og:url"] == f"{target.base}/daily" and "robots" not in of_all
            assert of_one["robots"] == "noindex"

    run(look())


def test_an_invitation_tells_who_invites_and_is_for_no_search_engine() -> None:
    async def look() -> None:
        async with running_server() as target:
            for path in await open_table(target, "Ana"):
                told = (await head(target, path)).properties
                assert told["og:title"] == "Ana invites you to Cambio"
                assert told["robots"] == "noindex"
                assert "og:url" not in told
            told = (await head(target, path, accept_language="es-MX,es;q=0.9")).properties
            assert (told["og:title"], told["og:locale"]) == ("Ana te invita a jugar Cambio", "es_LA")

    run(look())


def test_a_match_that_has_begun_invites_nobody_to_a_seat() -> None:
    async def look() -> None:
        async with running_server() as target:
            _, path = await open_table(target, "Ana", seats=2, bots=["casual"], start=True)
            told = (await head(target, path)).properties
            assert told["og:title"] == "A game of Cambio with Ana"
            assert "seat" not in told["og:description"]

    run(look())


@pytest.mark.parametrize("name", ['"><script>alert(1)', "A&B <b>", "{0} {x} %s", "'\"`"])
def test_a_name_is_text_and_nothing_else(name: str) -> None:
    async def look() -> None:
        async with running_server() as target:
            harmless = await head(target, "/join/NOBODY")
            for path in await open_table(target, name):
                found = await head(target, path)
                assert found.properties["og:title"] == f"{name} invites you to Cambio"
                assert found.tags == harmless.tags

    run(look())


def test_what_is_not_found_tells_nothing_and_repeats_nothing() -> None:
    async def look() -> None:
        async with running_server() as target:
            for path in ("/join/NOBODY", "/table/nowhere", "/join/%22%3E%3Cscript%3E", "/table/" + "x" * 3000):
                answer = await target.request("GET", path)
                assert Head(answer).properties["og:title"] == "Come and play Cambio"
                assert answer.body == (await target.request("GET", "/join/NOBODY")).body

    run(look())


def test_who_has_tried_too_many_codes_gets_the_page_but_is_told_nothing() -> None:
    async def attack() -> None:
        async with running_server(codes_per_minute=3) as target:
            path, _ = await open_table(target, "Ana")
            # Right ones don't count.
            for _ in range(5):
                assert (await head(target, path)).properties["og:title"] == "Ana invites you to Cambio"
            for number in range(3):
                await head(target, f"/join/WRONG{number}")
            assert (await head(target, path)).properties["og:title"] == "Come and play Cambio"
            # The same limit for a page and for the request that it makes.
            code = path.rpartition("/")[2]
            assert (await target.request("GET", f"/api/codes/{code}")).status == 429

    run(attack())


def test_too_many_requests_get_the_page_without_a_name() -> None:
    async def attack() -> None:
        async with running_server(requests_per_minute=8) as target:
            _, path = await open_table(target, "Ana")
            titles = [(await head(target, path)).properties["og:title"] for _ in range(12)]
            assert titles[0] == "Ana invites you to Cambio"
            assert titles[-1] == "Come and play Cambio"

    run(attack())


def test_addresses_in_a_preview_begin_with_the_public_one_or_with_the_name_that_was_called() -> None:
    async def look() -> None:
        async with running_server(names="cards.example") as target:
            for host in ("cards.example", "cards.example:8080", "192.168.1.20:8000", "[::1]:8000"):
                assert (await head(target, "/", Host=host)).properties["og:image"] == f"http://{host}/preview.png"
            refused = await target.request("GET", "/", headers={"Host": "evil.example"})
            assert refused.status == 421
            assert b"og:image" not in refused.body
        async with running_server(public_url="https://cambio.example/") as target:
            assert (await head(target, "/")).properties["og:image"] == "https://cambio.example/preview.png"
        async with running_server(behind_proxy=True, names="cards.example") as target:
            told = (await head(target, "/", Host="cards.example", X_Forwarded_For="203.0.113.7")).properties
            assert told["og:image"] == "https://cards.example/preview.png"

    run(look())


def test_a_page_with_its_own_head_is_compressed_compared_and_kept_apart_by_language() -> None:
    async def look() -> None:
        async with running_server() as target:
            path, _ = await open_table(target, "Ana")

            async def ask(**headers: str) -> Answer:
                named = {name.replace("_", "-"): text for name, text in headers.items()}
                return await target.request("GET", path, headers=named)

            plain = await ask(accept_encoding="identity")
            packed = await ask(accept_encoding="gzip, br")
            assert packed.header("content-encoding") == "gzip"
            assert packed.header("vary") == plain.header("vary") == "accept-encoding, accept-language"
            assert packed.header("cache-control") == "no-cache"
            tags = {plain.header("etag"), packed.header("etag")}
            assert len(tags) == 2
            again = await ask(accept_encoding="gzip, br", if_none_match=packed.header("etag"))
            assert (again.status, again.body) == (304, b"")
            spanish = await ask(accept_encoding="gzip", accept_language="es", if_none_match=packed.header("etag"))
            assert spanish.status == 200
            # Somebody else's table has another page.
            other, _ = await open_table(target, "Ben")
            answer = await target.request("GET", other, headers={"if-none-match": packed.header("etag")})
            assert answer.status == 200

    run(look())


def test_the_page_and_its_manifest_name_icons_that_are_there_in_those_sizes() -> None:
    async def look() -> None:
        async with running_server() as target:

            async def size_of(path: str) -> str:
                answer = await target.request("GET", path)
                assert answer.status == 200, path
                if path.endswith(".svg"):
                    assert answer.body.startswith(b"<svg")
                    return "any"
                width, height = Image.open(io.BytesIO(answer.body)).size
                return f"{width}x{height}"

            links = {str(link["rel"]): str(link["href"]) for link in (await head(target, "/")).links}
            assert await size_of(links["apple-touch-icon"]) == "180x180"
            icon = Image.open(io.BytesIO((await target.request("GET", "/favicon.ico")).body))
            assert icon.info["sizes"] == {(16, 16), (32, 32), (48, 48)}
            manifest = (await target.request("GET", links["manifest"])).json()
            assert {"name", "short_name", "start_url", "display", "theme_color", "background_color"} <= manifest.keys()
            for entry in manifest["icons"]:
                assert await size_of(entry["src"]) == entry["sizes"]
            offered = {(entry["purpose"], entry["sizes"]) for entry in manifest["icons"]}
            assert offered >= {(use, size) for use in ("any", "maskable") for size in ("192x192", "512x512")}

    run(look())


def test_a_maskable_icon_is_full_to_its_corners_and_has_its_mark_in_the_middle() -> None:
    async def look() -> None:
        async with running_server() as target:
            answer = await target.request("GET", "/icon-maskable-512.png")
            icon = Image.open(io.BytesIO(answer.body)).convert("RGBA")
            night = icon.getpixel((0, 0))
            assert night == (0x0D, 0x13, 0x30, 255)
            outside = [
                icon.getpixel((x, y))
                for x in range(0, 512, 4)
                for y in range(0, 512, 4)
                if (x - 256) ** 2 + (y - 256) ** 2 > (0.4 * 512) ** 2
            ]
            assert set(outside) == {night}
            assert icon.getpixel((256, 256)) != night

    run(look())
