"""The end of a round: who won, what I did well or badly, and a picture of it to take along."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from cambio.errors import Refused
from cambio.game import Game
from cambio.highlights import find_highlights

from .conftest import Shoot
from .deck_search import Condition
from .fixtures import TableFixture
from .screens import scores
from .test_screen_sizes import resize
from .visitor import DESK, PHONE, Guests, Visitor, like

CALLED = ("a ready", "b ready", "a call", "b draw")
SNAPPED = ("a ready", "b ready", "a snap a1", "a draw", "a throw", "b call", "a draw")
#: Width and height stand at the same place in every PNG.
PNG = b"\x89PNG\r\n\x1a\n"
#: How many colours the picture in the sheet has, looked at every few points.
COLOURS = """async (picture) => {
  await picture.decode();
  const canvas = new OffscreenCanvas(picture.naturalWidth, picture.naturalHeight);
  const context = canvas.getContext("2d");
  context.drawImage(picture, 0, 0);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  const colours = new Set();
  for (let at = 0; at < data.length; at += 4 * 97) colours.add(data.slice(at, at + 4).join());
  return colours.size;
}"""


def ends_with(actor: str, kind: str, winner: str) -> Condition:
    """Once the card that was drawn is thrown, the winner is that one, and that is to be told of seat a."""

    def condition(game: Game) -> bool:
        twin = game.copy()
        try:
            twin.play(actor, "throw")
            if not twin.is_over:
                twin.play("dealer", "close")
        except Refused:
            return False
        outcome = twin.outcome()
        told = find_highlights(twin) if outcome is not None and outcome.winners == (winner,) else {}
        return "a" in told and told["a"].kind == kind

    return condition


def lay_called(guests: Guests, rules: str = "classic match.rounds=2") -> TableFixture:
    """Ana has called with the lowest hand, and Ben is about to throw the last card."""
    return guests.server.lay(rules, *CALLED, people="ab", condition=ends_with("b", "called_lowest", "a"))


def finish(guests: Guests, table: TableFixture) -> None:
    guests.at(table, "b").choice("Throw it").click()


def result_of(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("region", name=re.compile("^(Round \\d|The match is over)$"))


@pytest.mark.parametrize("device", ["desk", "phone"])
def test_the_end_of_a_round_names_the_winner_and_what_i_did(guests: Guests, shoot: Shoot, device: str) -> None:
    table = lay_called(guests)
    ana = guests.at(table, screen=DESK if device == "desk" else PHONE)
    finish(guests, table)
    result = result_of(ana)
    expect(result.get_by_role("heading", level=1)).to_have_text("You win!")
    expect(result).to_contain_text(
        re.compile(r"You called with the lowest hand, (\d+ points? ahead of|level with) Ben")
    )
    shoot(ana, f"round won on a {device}")


def test_the_reasons_are_read_whole_on_a_low_desk(guests: Guests) -> None:
    visitor = scores(guests, DESK)
    result = result_of(visitor)
    for width, height in ((1024, 768), (1280, 800)):
        resize(visitor, width, height)
        texts = [box for box in (text.bounding_box() for text in result.locator("p").all()) if box is not None]
        way_on = result.get_by_role("button", name="Next round").bounding_box()
        assert way_on is not None and len(texts) > 2
        assert max(box["y"] + box["height"] for box in texts) <= way_on["y"], f"{width}x{height}"


def test_the_line_is_about_whoever_reads_it(guests: Guests) -> None:
    """Ben, who lost, is told something else, or nothing."""
    table = lay_called(guests)
    ben = guests.at(table, "b")
    ben.choice("Throw it").click()
    result = result_of(ben)
    expect(result.get_by_role("heading", level=1)).to_have_text("Ana wins")
    expect(result).not_to_contain_text("You called")


def test_a_snap_that_saved_points_is_told(guests: Guests) -> None:
    table = guests.server.lay("cambia", *SNAPPED, people="ab", condition=ends_with("a", "snapped", "b"))
    ana = guests.at(table)
    ana.choice("Throw it").click()
    expect(result_of(ana)).to_contain_text(re.compile(r"Your snap saved \d+ points?\."))


@pytest.mark.parametrize("device", ["desk", "phone"])
def test_the_winner_s_moment_covers_no_card(guests: Guests, shoot: Shoot, device: str) -> None:
    table = lay_called(guests, "classic match.rounds=1")
    ana = guests.at(table, screen=DESK if device == "desk" else PHONE, reduced_motion="no-preference")
    finish(guests, table)
    result = result_of(ana)
    expect(result.get_by_role("heading", level=1)).to_have_text("You win!")
    ana.page.wait_for_timeout(1500)
    shoot(ana, f"match won on a {device}")
    panel = result.bounding_box()
    assert panel is not None
    for place in ("a1", "a2", "a3", "a4", "b1", "b2", "b3", "b4"):
        card = ana.card(place).bounding_box()
        assert card is not None
        is_beside = card["x"] + card["width"] <= panel["x"] or panel["x"] + panel["width"] <= card["x"]
        is_above = card["y"] + card["height"] <= panel["y"] + 1 or panel["y"] + panel["height"] <= card["y"] + 1
        assert is_beside or is_above, place
    expect(result.get_by_role("button", name="Play again")).to_be_in_viewport()
    expect(result.get_by_role("button", name="Share")).to_be_in_viewport()


@pytest.mark.parametrize("device", ["desk", "phone"])
def test_the_result_is_shared_as_a_picture(guests: Guests, shoot: Shoot, tmp_path: Path, device: str) -> None:
    table = lay_called(guests)
    ana = guests.at(table, screen=DESK if device == "desk" else PHONE)
    scripts: list[str] = []
    ana.page.on("request", lambda request: scripts.append(request.url))
    finish(guests, table)
    assert not any("SharePicture" in url for url in scripts), "it is fetched when it is wanted"
    result_of(ana).get_by_role("button", name="Share").click()
    sheet = ana.page.get_by_role("dialog", name="Share the result")
    picture = sheet.get_by_role("img", name="A picture of the result: Ana wins")
    expect(picture).to_be_visible()
    shoot(ana, f"share on a {device}")
    assert picture.evaluate(COLOURS) > 200, "expected a picture that is not blank"
    with ana.page.expect_download() as download:
        sheet.get_by_role("link", name="Save picture").click()
    assert re.fullmatch(r"cambio-\d{4}-\d\d-\d\d-ana-ben\.png", download.value.suggested_filename)
    download.value.save_as(tmp_path / "result.png")
    png = (tmp_path / "result.png").read_bytes()
    assert png.startswith(PNG)
    assert (int.from_bytes(png[16:20]), int.from_bytes(png[20:24])) == (1080, 1350)


def test_the_picture_stays_open_when_the_next_round_is_dealt(guests: Guests) -> None:
    table = lay_called(guests)
    ana, ben = guests.at(table), guests.at(table, "b")
    ben.choice("Throw it").click()
    result_of(ana).get_by_role("button", name="Next round").click()
    result_of(ana).get_by_role("button", name="Share").click()
    picture = ana.page.get_by_role("dialog", name="Share the result").get_by_role("img", name="Ana wins")
    expect(picture).to_be_visible()
    result_of(ben).get_by_role("button", name="Next round").click()
    expect(result_of(ana)).to_have_count(0)
    expect(picture).to_be_visible()


def test_nobody_s_result_is_taken_away_by_another_who_wants_to_play_again(guests: Guests) -> None:
    table = lay_called(guests, "classic match.rounds=1")
    ana, ben = guests.at(table), guests.at(table, "b")
    ben.choice("Throw it").click()
    result_of(ben).get_by_role("button", name="Play again").click()
    expect(result_of(ben).get_by_role("button", name="Waiting for the others")).to_be_visible()
    expect(result_of(ana)).to_contain_text("Ben wants to play again")
    expect(result_of(ana).get_by_role("timer")).to_contain_text("New match in")
    result_of(ana).get_by_role("button", name="Play again").click()
    for visitor in (ana, ben):
        expect(visitor.choice("Ready")).to_be_visible()


def test_the_picture_can_be_copied(guests: Guests) -> None:
    table = lay_called(guests)
    ana = guests.at(table)
    ana.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    finish(guests, table)
    result_of(ana).get_by_role("button", name="Share").click()
    sheet = ana.page.get_by_role("dialog", name="Share the result")
    sheet.get_by_role("button", name="Copy picture").click()
    expect(sheet.get_by_role("button", name="Copied")).to_be_visible()
    kinds: list[str] = ana.page.evaluate("async () => (await navigator.clipboard.read()).flatMap((item) => item.types)")
    assert kinds == ["image/png"]


def test_where_a_device_shares_files_the_picture_is_offered_to_it(guests: Guests) -> None:
    """Chromium on a desk has no such sheet of its own: the page is told that it has one."""
    table = lay_called(guests)
    ana = guests.at(table)
    ana.page.evaluate("""() => {
      navigator.canShare = ({ files }) => files.length === 1;
      navigator.share = async ({ files }) => { window.shared = `${files[0].name} ${files[0].type}`; };
    }""")
    finish(guests, table)
    result_of(ana).get_by_role("button", name="Share").click()
    ana.page.get_by_role("dialog").get_by_role("button", name="Share picture").click()
    shared: str = ana.page.evaluate("window.shared")
    assert re.fullmatch(r"cambio-[\d-]+-ana-ben\.png image/png", shared)


def test_the_result_in_spanish(guests: Guests, shoot: Shoot) -> None:
    table = lay_called(guests)
    ana = guests.come(token=table.tokens["a"], locale="es-MX").go(f"/table/{table.id}")
    expect(ana.page.get_by_text("Ben", exact=True).first).to_be_visible()
    finish(guests, table)
    expect(ana.page.get_by_text(like("Cantaste con la mano más baja"))).to_be_visible()
    ana.button("Compartir").click()
    expect(ana.page.get_by_role("img", name="Una imagen del resultado: Gana Ana")).to_be_visible()
    shoot(ana, "share in spanish")
