"""A report: one HTML page that holds every table and picture, and loads nothing else."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

from .charts import DARK, LIGHT, png
from .findings import Chart, DataTable, Findings

STYLE = """
:root {
  color-scheme: light dark; --ground: #ffffff; --text: #1c1e21; --faint: #5b6068; --grid: #e3e5e8; --ink: #0072b2;
}
@media (prefers-color-scheme: dark) {
  :root { --ground: #16181c; --text: #e8eaed; --faint: #a0a6ae; --grid: #33373d; --ink: #56b4e9; }
}
body { background: var(--ground); color: var(--text); font: 16px/1.5 system-ui, sans-serif; margin: 0 auto;
  max-width: 62rem; padding: 1rem; }
h1 { font-size: 1.35rem; line-height: 1.3; overflow-wrap: anywhere; }
h2 { font-size: 1.05rem; margin-top: 2rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 0.92rem; }
th, td { border-bottom: 1px solid var(--grid); padding: 0.35rem 0.7rem; text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
.bar { background: var(--grid); display: inline-block; height: 0.7rem; width: 8rem; }
.bar i { background: var(--ink); display: block; height: 100%; }
img { display: block; height: auto; margin: 1rem 0; max-width: 100%; }
pre, code { background: var(--grid); border-radius: 4px; overflow-x: auto; padding: 0.2rem 0.4rem; }
pre { padding: 0.7rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.faint { color: var(--faint); font-size: 0.9rem; }
"""


def write_report(findings: Findings, command: str, file: str) -> None:
    Path(file).write_text(page(findings, command), encoding="utf-8")


def page(findings: Findings, command: str) -> str:
    document = findings.document
    cut = "<p><strong>Interrupted: what was played until then counts.</strong></p>" if findings.is_interrupted else ""
    parts = [
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(findings.title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>",
        f"<h1>{escape(findings.title)}</h1>\n{cut}",
        *map(_table, findings.tables),
        *(f"<p>{escape(note)}</p>" for note in findings.notes),
        *(_picture([chart]) for chart in findings.charts),
        "<h2>How it was made</h2>",
        f"<pre>{escape(command)}</pre>",
        f'<p class="faint">{escape(_describe_origin(document))} '
        "Intervals hold the true value 95 times in 100; all rounds of one deal count as one observation.</p>",
        *_faults(findings),
        "</body>\n</html>\n",
    ]
    return "\n".join(parts)


def _describe_origin(document: Mapping[str, Any]) -> str:
    return (
        f"Seed {document['seed']}, {document['games']:,} games in {document['seconds']:.1f} s by Cambio "
        f"{document['version']} ({document['engine']} engine), Python {document['python']}, {document['machine']}."
    )


def _table(table: DataTable) -> str:
    head = "".join(f"<th>{escape(word)}</th>" for word in [*table.head, *([""] if table.bars else [])])
    rows = []
    for number, row in enumerate(table.rows):
        cells = "".join(f"<td>{escape(word)}</td>" for word in row)
        if table.bars:
            share = min(1.0, max(0.0, table.bars[number]))
            cells += f'<td><span class="bar"><i style="width:{share:.1%}"></i></span></td>'
        rows.append(f"<tr>{cells}</tr>")
    title = f"<h2>{escape(table.title)}</h2>\n" if table.title else ""
    lines = [f"<thead><tr>{head}</tr></thead>", "<tbody>", *rows, "</tbody>"]
    return "\n".join([f'{title}<div class="wide"><table>', *lines, "</table></div>"])


def _picture(charts: list[Chart]) -> str:
    """Drawn for light and for dark pages; the browser shows the one for the reader's setting."""
    dark, light = (base64.b64encode(png(charts, theme=theme)).decode() for theme in (DARK, LIGHT))
    described = escape("; ".join(chart.title for chart in charts), quote=True)
    return (
        f'<picture><source media="(prefers-color-scheme: dark)" srcset="data:image/png;base64,{dark}">'
        f'<img alt="{described}" width="620" src="data:image/png;base64,{light}"></picture>'
    )


def _faults(findings: Findings) -> list[str]:
    if not findings.faults:
        return []
    faults = escape("\n".join(findings.faults))
    return ["<h2>What bots did wrong</h2>", f"<pre>{faults}</pre>"]
