"""Link previews and icons, as a browser finds them: the head of a page that was opened by a link, and what it names."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from .live_server import CALM
from .visitor import PHONE, Guests, Visitor

PUBLIC_URL = CALM["public_url"]
#: A picture's width and height once it has been decoded; a broken one is an error.
SIZE_OF = """async (address) => {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  return [picture.naturalWidth, picture.naturalHeight];
}"""


def content(visitor: Visitor, name: str) -> str:
    return visitor.page.locator(f"head meta[property='{name}']").get_attribute("content") or ""


def test_an_invitation_s_page_tells_who_invites_and_its_picture_can_be_seen(guests: Guests) -> None:
    table = guests.server.lay("cambia", seats=4, people="a", is_started=False)
    visitor = guests.come(PHONE).go(f"/join/{table.code}")
    expect(visitor.page.get_by_role("heading", name="Ana invites you to a table")).to_be_visible()
    assert content(visitor, "og:title") == "Ana invites you to Cambio"
    address = content(visitor, "og:image")
    assert address == f"{PUBLIC_URL}/preview.png"
    assert visitor.page.evaluate(SIZE_OF, address.removeprefix(PUBLIC_URL)) == [1200, 630]


def test_the_page_can_be_installed_and_all_its_icons_can_be_seen(guests: Guests) -> None:
    visitor = guests.come().go()
    expect(visitor.button("Play now")).to_be_visible()
    developer_tools = visitor.page.context.new_cdp_session(visitor.page)
    manifest: dict[str, Any] = developer_tools.send("Page.getAppManifest")
    assert manifest["errors"] == []
    found = developer_tools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # Tests browse in private, where nothing is ever installed.
    assert [error["errorId"] for error in found if error["errorId"] != "in-incognito"] == []
    icons = visitor.page.locator("head link[rel~='icon'], head link[rel='apple-touch-icon']")
    sizes = [visitor.page.evaluate(SIZE_OF, icon.get_attribute("href")) for icon in icons.all()]
    assert len(sizes) == 3
    assert [180, 180] in sizes
    assert all(width > 0 for width, _ in sizes)
