"""How Sphinx builds the site; docs/decisions/0034 says why it is Sphinx."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx

from cambio.version import VERSION
from docs.site.contents import contents_of, leave_out_attributes, navigation_of

project = "Cambio"
version = release = VERSION
copyright = "the Cambio maintainers"  # noqa: A001 (Sphinx has this name for it)
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["site", "**/__pycache__"]

myst_heading_anchors = 4
myst_enable_extensions = ["attrs_block", "attrs_inline", "colon_fence"]

autodoc_default_options = {"members": True}
autodoc_member_order = "bysource"
autodoc_class_signature = "mixed"
autodoc_preserve_defaults = True
autodoc_use_type_comments = False
add_module_names = False
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = f"Cambio {VERSION}"
html_logo = "static/mark.svg"
html_favicon = "static/mark.svg"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_domain_indices = False
html_use_index = False
# A page that was opened from a disk may not fetch the text of others.
html_show_search_summary = False
html_show_sphinx = False
html_theme_options: dict[str, list[str]] = {"top_of_page_buttons": []}
smartquotes = False
pygments_style = "friendly"
pygments_dark_style = "native"

#: Characters of a constant's value that the reference shows.
LONGEST_VALUE = 60


def setup(app: Sphinx) -> None:
    """Give Sphinx the order of the pages, where it looks for it, and shorten what stands beside them."""
    app.connect("source-read", _add_contents)
    # After Sphinx itself has listed what is on the page.
    app.connect("doctree-read", _tidy_page, priority=900)
    app.connect("object-description-transform", _leave_out_long_value)
    # Before the theme asks for it.
    app.connect("html-page-context", _list_pages, priority=400)
    app.connect("autodoc-process-signature", _leave_out_signature)


def _add_contents(_app: Sphinx, page: str, source: list[str]) -> None:
    source[0] += contents_of(page)


def _tidy_page(app: Sphinx, page: nodes.document) -> None:
    leave_out_attributes(app.env, app.env.docname)
    # Where Python is run by the tests, an empty line ends what it should print.
    for block in page.findall(nodes.literal_block):
        block[:] = [nodes.Text(block.astext().rstrip())]


def _leave_out_long_value(_app: Sphinx, _domain: str, _kind: str, content: addnodes.desc_content) -> None:
    assert content.parent is not None
    for signature in [each for each in content.parent.children if isinstance(each, addnodes.desc_signature)]:
        for part in [part for part in signature.children if isinstance(part, addnodes.desc_annotation)]:
            if len(part.astext()) > LONGEST_VALUE and part.astext().lstrip().startswith("="):
                signature.remove(part)


def _list_pages(
    app: Sphinx, page: str, _template: str, context: dict[str, Any], _doctree: nodes.document | None
) -> None:
    context["toctree"] = lambda **_: navigation_of(app.builder, page)


def _leave_out_signature(
    _app: Sphinx, what: str, _name: str, documented: object, _options: object, *_signature: str
) -> tuple[str, str] | None:
    """A protocol is not called, so it has no arguments."""
    return ("", "") if what == "class" and getattr(documented, "_is_protocol", False) else None
