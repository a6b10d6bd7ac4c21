"""The icons of the web table, and the picture that a link to it shows: all of them drawn from the mark.

``make icons`` draws them into web/public with a Chromium, and they are kept in the repository: whoever builds the pages
needs no browser for it.
"""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Callable
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

import browsers

PUBLIC = Path("web/public")
MARK = PUBLIC / "mark.svg"
TOKENS = Path("web/src/tokens.css")
TILE = Path("web/src/tile.svg")
FONT = Path("web/node_modules/@fontsource/caprasimo/files/caprasimo-latin-400-normal.woff2")
FAVICON_SIZES = (16, 32, 48)
PREVIEW_SIZE = (1200, 630)
#: Pixels on a side of the drawing from which each icon is scaled down.
DRAWN = 1024
#: How much of an icon's width the mark takes. Whatever masks an icon leaves a circle of four fifths of it at least.
OF_ICON, OF_MASKED_ICON = 0.86, 0.72
#: Pixels below which the arrows of the mark are a blur.
MIN_SIZE_WITH_ARROWS = 24

Draw = Callable[[str, int, int], Image.Image]


def main() -> None:
    with sync_playwright() as playwright:
        program = browsers.find_chromium()
        if program is None:
            raise SystemExit(browsers.CHROMIUM.missing)
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])

        def draw(html: str, width: int, height: int) -> Image.Image:
            page = browser.new_page(viewport={"width": width, "height": height})
            page.set_content(f"<!doctype html><style>*{{margin:0;padding:0}}</style>{html}")
            page.evaluate("document.fonts.ready")
            picture = page.screenshot(omit_background=True)
            page.close()
            return Image.open(io.BytesIO(picture)).convert("RGBA")

        write_icons(draw)
        write_preview(draw)
        browser.close()


def write_icons(draw: Draw) -> None:
    (PUBLIC / "icon.svg").write_text(f"{svg_icon(OF_MASKED_ICON)}\n")
    square = draw(svg_icon(OF_MASKED_ICON, DRAWN), DRAWN, DRAWN)
    rounded = draw(svg_icon(OF_ICON, DRAWN, corner=112), DRAWN, DRAWN)
    save(scale(draw(svg_icon(OF_ICON, DRAWN), DRAWN, DRAWN), 180), "apple-touch-icon.png")
    for size in (192, 512):
        save(scale(rounded, size), f"icon-{size}.png")
        save(scale(square, size), f"icon-maskable-{size}.png")
    favicons = [scale(draw(svg_favicon(size), DRAWN, DRAWN), size) for size in FAVICON_SIZES]
    save(favicons[-1], "icon-48.png")
    favicons[-1].save(
        PUBLIC / "favicon.ico", sizes=[(size, size) for size in FAVICON_SIZES], append_images=favicons[:-1]
    )


def mark() -> str:
    """The mark without its frame, in a square of 64."""
    found = re.fullmatch(r"<svg[^>]*>(.*)</svg>\s*", MARK.read_text(), re.DOTALL)
    assert found is not None, f"expected one drawing in {MARK}"
    return found[1]


def svg_icon(share: float, size: int | None = None, corner: int = 0) -> str:
    """The mark on the night, in a square of 512."""
    scaled = 512 * share / 64
    edge = (512 - 64 * scaled) / 2
    sides = f' width="{size}" height="{size}"' if size else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"{sides}>'
        f'<rect width="512" height="512" rx="{corner}" fill="{token("night")}"/>'
        f'<g transform="translate({edge:g} {edge:g}) scale({scaled:g})">{mark()}</g></svg>'
    )


def svg_favicon(size: int) -> str:
    """The mark alone, as wide as there is room; the smallest one has a pupil in place of the arrows."""
    drawing = mark()
    if size < MIN_SIZE_WITH_ARROWS:
        *rest, _arrows = re.findall(r"<[^>]+/>", drawing)
        drawing = "".join(rest) + f'<circle cx="32" cy="32" r="6.500" fill="{token("ink")}"/>'
    return f'<svg viewBox="2 2 60 60" width="{DRAWN}" height="{DRAWN}">{drawing}</svg>'


def write_preview(draw: Draw) -> None:
    """The name and a hand of four, three asleep and one awake: it has no words, so it needs no language."""
    width, height = PREVIEW_SIZE
    cards = "".join(card(is_awake=number == 1) for number in range(4))
    style = f"""
      @font-face {{ font-family: Caprasimo; src: url({data_of(FONT, "font/woff2")}) }}
      main {{
        width: {width}px; height: {height}px; position: relative; overflow: hidden; color: {token("paper")};
        background: url({data_of(TILE, "image/svg+xml")}) 24px 27px / 108px,
          {token("felt")};
      }}
      .name {{ position: absolute; left: 84px; top: 148px; font: 138px/1 Caprasimo }}
      .name svg {{ display: block; width: 210px; height: 210px; margin: 0 0 -22px -8px }}
      .hand {{
        position: absolute; right: 130px; top: 36px; display: grid; grid-template-columns: 192px 192px; gap: 18px;
        transform: rotate(4deg);
      }}
      .card {{
        width: 192px; height: 270px; box-sizing: border-box; border-radius: 20px; position: relative;
        border: 9px solid {token("paper")}; background: {token("coral")}; color: {token("ink")};
        box-shadow: 0 14px 28px #0008;
      }}
      .awake {{ box-shadow: 0 0 0 7px {token("marigold")}, 0 14px 34px #000a; }}
      .card::before {{
        content: ""; position: absolute; inset: 10px; border-radius: 12px; box-shadow: inset 0 0 0 2px #171a3340;
        background: radial-gradient(circle, transparent 0 27%, #171a3326 27.5% 29%, transparent 29.5%),
          repeating-conic-gradient(from 0deg at 50% 50%, #171a3318 0 7.5deg, transparent 7.5deg 15deg);
      }}
      .card svg {{
        position: absolute; left: 19%; top: 50%; width: 62%; transform: translateY(-50%); overflow: visible;
        fill: none; stroke: currentColor; stroke-width: 8; stroke-linecap: round;
      }}
    """
    name = f'<div class="name"><svg viewBox="0 0 64 64">{mark()}</svg>cambio</div>'
    html = f'<style>{style}</style><main>{name}<div class="hand">{cards}</div></main>'
    save(draw(html, width, height), "preview.png")


def card(*, is_awake: bool) -> str:
    """The back of a card, as Back.svelte draws it."""
    asleep = '<path d="M8 16c20 28 64 28 84 0"/><path d="M20 31 11 42M38 39l-4 14M62 39l4 14M80 31l9 11"/>'
    awake = (
        f'<path d="M4 30C24 0 76 0 96 30 76 60 24 60 4 30z" fill="{token("paper")}" stroke-width="6"/>'
        f'<circle cx="50" cy="30" r="16" fill="{token("ink")}" stroke="none"/>'
        f'<circle cx="56" cy="25" r="5" fill="{token("paper")}" stroke="none"/>'
    )
    eye = awake if is_awake else asleep
    return f'<div class="card{" awake" if is_awake else ""}"><svg viewBox="0 0 100 60">{eye}</svg></div>'


def token(name: str) -> str:
    """A colour of the web table."""
    found = re.search(rf"--{name}: (#[0-9a-f]{{6}});", TOKENS.read_text())
    assert found is not None, f"expected a colour named {name} in {TOKENS}"
    return found[1]


def data_of(path: Path, media_type: str) -> str:
    return f"data:{media_type};base64,{base64.b64encode(path.read_bytes()).decode()}"


def scale(picture: Image.Image, size: int) -> Image.Image:
    return picture.resize((size, size), Image.Resampling.LANCZOS)


def save(picture: Image.Image, name: str) -> None:
    """In 256 colours, which is all that such pictures have."""
    if picture.getextrema()[-1] == (255, 255):
        drawn = picture.convert("RGB").quantize(256, dither=Image.Dither.NONE)
    else:
        drawn = picture.quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        colours = bytearray(drawn.getpalette("RGBA") or b"")
        # Colours that were mixed are a little transparent, where they should not be at all.
        colours[3::4] = bytes(255 if alpha > 250 else alpha for alpha in colours[3::4])
        drawn.putpalette(bytes(colours), "RGBA")
    drawn.save(PUBLIC / name, optimize=True)
    print(f"{(PUBLIC / name).stat().st_size / 1000:7.1f} kB  {PUBLIC / name}")


if __name__ == "__main__":
    main()
