"""The order of the pages: which page of the site has which pages below it.

Pages themselves are plain Markdown, which reads well without the site, too.
"""

from __future__ import annotations

import fnmatch
import html

from docutils import nodes
from sphinx.builders import Builder
from sphinx.environment import BuildEnvironment

#: What the front page has below it, in parts that have a heading.
PARTS: dict[str, tuple[str, ...]] = {
    "Start": ("start/play", "start/host", "start/build", "start/study", "GLOSSARY"),
    "Rule books": ("RULES", "ENGINE"),
    "How to": (
        "how-to/examples",
        "how-to/house-rules",
        "how-to/rule-book",
        "how-to/bot-in-ten-lines",
        "BOTS",
        "how-to/honest-search",
        "how-to/train-an-agent",
        "LAB",
        "RATINGS",
        "how-to/run-a-server",
        "SERVING",
        "OPERATING",
        "SCALE",
    ),
    "Reference": ("reference/README", "NOTATION", "PROTOCOL", "ENVIRONMENTS", "RESEARCH", "METRICS"),
    "Explanations": (
        "explanations/secrecy",
        "explanations/fair-snaps",
        "explanations/durability",
        "explanations/one-source-two-speeds",
        "SHUFFLES",
        "decisions/README",
    ),
    "Project": ("project/contributing", "project/roadmap", "project/changelog", "project/security", "project/conduct"),
}
#: What other pages have below them.
BELOW: dict[str, tuple[str, ...]] = {
    "RULES": ("rulebooks/*",),
    "reference/README": (
        "reference/game",
        "reference/match",
        "reference/rules",
        "reference/actions",
        "reference/events",
        "reference/views",
        "reference/outcome",
        "reference/errors",
        "reference/notation",
        "reference/replay",
        "reference/shuffles",
        "reference/bots",
        "reference/lab",
        "reference/environments",
        "reference/client",
    ),
    "decisions/README": ("decisions/0*",),
}


def contents_of(page: str) -> str:
    """What the site adds at the end of a page: the pages below it."""
    if page == "index":
        return "".join(_toctree(pages, caption) for caption, pages in PARTS.items())
    return _toctree(BELOW[page]) if page in BELOW else ""


def _toctree(pages: tuple[str, ...], caption: str = "") -> str:
    options = [":hidden:", ":glob:", *([f":caption: {caption}"] if caption else [])]
    return "\n".join(["\n\n```{toctree}", *options, "", *(f"/{page}" for page in pages), "```\n"])


def navigation_of(builder: Builder, page: str) -> str:
    """The list of all pages that stands beside a page, in the form that the theme expects.

    Sphinx would copy the headings of all pages for each page, and throw them away: a third of what the build costs.
    """
    pages = iter(builder.env.toctree_includes["index"])
    parts = [(caption, [next(pages) for _ in range(_count(builder, part))]) for caption, part in PARTS.items()]
    return "".join(
        f'<p class="caption" role="heading"><span class="caption-text">{caption}</span></p>'
        f"{_list_pages(builder, page, listed, 1)}"
        for caption, listed in parts
    )


def _count(builder: Builder, part: tuple[str, ...]) -> int:
    """How many pages a part has, where one entry may stand for many."""
    return sum(len(fnmatch.filter(builder.env.found_docs, entry)) for entry in part)


def _list_pages(builder: Builder, page: str, listed: list[str], level: int) -> str:
    entries = []
    for each in listed:
        below = builder.env.toctree_includes.get(each, [])
        current = " current" if page == each or page in below else ""
        link = "#" if page == each else builder.get_relative_uri(page, each)
        title = html.escape(builder.env.titles[each].astext().removeprefix("Cambio: "))
        entries.append(
            f'<li class="toctree-l{level}{current}"><a class="reference internal{current}" href="{link}">{title}</a>'
            f"{_list_pages(builder, page, below, level + 1) if below else ''}</li>"
        )
    return f"<ul>{''.join(entries)}</ul>"


def leave_out_attributes(environment: BuildEnvironment, page: str) -> None:
    """List classes, functions and methods beside a page of the reference, but not every field."""
    for item in list(environment.tocs[page].findall(nodes.list_item)):
        is_in_class = isinstance(item.parent.parent, nodes.list_item) and _is_code(item.parent.parent)
        if is_in_class and _is_code(item) and not item.children[0].astext().endswith("()"):
            item.parent.remove(item)
    for contents in list(environment.tocs[page].findall(nodes.bullet_list)):
        if not contents.children and contents.parent is not None:
            contents.parent.remove(contents)


def _is_code(item: nodes.list_item) -> bool:
    return next(iter(item.children[0].findall(nodes.literal)), None) is not None
