"""Charts: figures as dots with their intervals, cross tables as fields; for light and for dark pages."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .errors import LabError
from .findings import Chart, Dots, Matrix
from .statistics import Estimate


@dataclass(frozen=True)
class Theme:
    """The colours of a chart; those of the data are Okabe and Ito's, which colour-blind people can tell apart."""

    ground: str
    text: str
    faint: str
    grid: str
    ink: str
    line: str
    low: str
    high: str


LIGHT = Theme("#ffffff", "#1c1e21", "#5b6068", "#e3e5e8", "#0072b2", "#d55e00", "#d55e00", "#0072b2")
DARK = Theme("#16181c", "#e8eaed", "#a0a6ae", "#33373d", "#56b4e9", "#e69f00", "#e69f00", "#56b4e9")

PANEL_WIDTH = 5.2
#: Inches for the title, axis and margins of a panel, and for each of its rows.
PANEL_FRAME = 1.15
ROW = 0.36
MATRIX_ROW = 0.5
DOTS_PER_INCH = 160
LONGEST_LABEL = 26
#: What matplotlib writes besides: dots without a head, and text for a program that few have.
NO_PICTURES = {"raw", "rgba", "pgf"}
#: Letters of the title that fit above a panel.
TITLE_LETTERS = 46


def write_picture(charts: Sequence[Chart], title: str, file: str) -> None:
    """As what the file's name says."""
    Path(file).write_bytes(draw(charts, title, kind=check_picture(file)))


def check_picture(file: str) -> str:
    """The kind of picture that a file's name says, if it can be drawn."""
    kinds = sorted(set(import_matplotlib()[1].get_supported_filetypes()) - NO_PICTURES)
    kind = Path(file).suffix.removeprefix(".").lower()
    if kind not in kinds:
        raise LabError(f"--plot: expected a name that ends in one of .{', .'.join(kinds)}, but found {file}")
    return kind


def png(charts: Sequence[Chart], title: str = "", theme: Theme = LIGHT) -> bytes:
    return draw(charts, title, theme)


def draw(charts: Sequence[Chart], title: str = "", theme: Theme = LIGHT, *, kind: str = "png") -> bytes:
    """All charts as panels of one picture."""
    figure_class, canvas_class = import_matplotlib()
    columns = len(charts) if len(charts) <= 3 else 3
    rows = -(-len(charts) // columns)
    heights = [max(map(_height, charts[row * columns : (row + 1) * columns])) for row in range(rows)]
    head = 0.5 if title else 0.1
    figure = figure_class(figsize=(PANEL_WIDTH * columns, sum(heights) + head), dpi=DOTS_PER_INCH, layout="constrained")
    canvas_class(figure)
    figure.set_facecolor(theme.ground)
    figure.get_layout_engine().set(w_pad=0.12, h_pad=0.12)
    if title:
        words = _wrap(title, TITLE_LETTERS * columns)
        figure.suptitle(words, x=0.01, ha="left", color=theme.text, fontsize=12, fontweight="bold")
    grid = figure.add_gridspec(rows, columns, height_ratios=heights)
    for number, chart in enumerate(charts):
        axes = figure.add_subplot(grid[number // columns, number % columns])
        _prepare(axes, chart.title, theme)
        if isinstance(chart, Dots):
            _draw_dots(axes, chart, theme)
        else:
            _draw_matrix(axes, chart, theme)
    buffer = io.BytesIO()
    figure.savefig(buffer, format=kind, facecolor=theme.ground)
    return buffer.getvalue()


def import_matplotlib() -> tuple[Any, Any]:
    """The classes that draw into memory, without any window."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise LabError("pictures and reports need the extra lab: pip install 'cambio-game[lab]'") from None
    return Figure, FigureCanvasAgg


def _height(chart: Chart) -> float:
    if isinstance(chart, Matrix):
        return PANEL_FRAME + MATRIX_ROW * len(chart.names)
    return PANEL_FRAME + ROW * len(chart.labels)


def _prepare(axes: Any, title: str, theme: Theme) -> None:
    axes.set_title(title, loc="left", color=theme.text, fontsize=10.5, fontweight="bold", pad=8)
    axes.set_facecolor(theme.ground)
    axes.tick_params(colors=theme.faint, labelsize=8.5, length=0)
    for side in axes.spines.values():
        side.set_visible(False)


def _draw_dots(axes: Any, chart: Dots, theme: Theme) -> None:
    """A row for each figure: a dot with its value, and a line for its interval."""
    rows = range(len(chart.labels))
    is_share = any(figure.is_share for figure in chart.figures if figure is not None)
    times = 100 if is_share else 1
    axes.grid(axis="x", color=theme.grid, linewidth=0.8)
    axes.set_axisbelow(True)
    if chart.line is not None:
        axes.axvline(chart.line * times, color=theme.line, linewidth=1.2, linestyle=(0, (4, 3)))
        axes.annotate(
            chart.line_label,
            (chart.line * times, 1),
            xycoords=("data", "axes fraction"),
            xytext=(3, -1),
            textcoords="offset points",
            va="top",
            color=theme.line,
            fontsize=8,
        )
    for row, figure in zip(rows, chart.figures, strict=True):
        if figure is None:
            continue
        low, high = (bound if math.isfinite(bound) else figure.value for bound in figure.ci95)
        axes.plot([low * times, high * times], [row, row], color=theme.ink, linewidth=2.4, solid_capstyle="butt")
        axes.plot([figure.value * times], [row], "o", color=theme.ink, markersize=6.5, markeredgecolor=theme.ground)
        axes.annotate(
            _format_value(figure, times),
            (figure.value * times, row),
            xytext=(0, 6.5),
            textcoords="offset points",
            ha="center",
            color=theme.text,
            fontsize=8,
            bbox={"facecolor": theme.ground, "edgecolor": "none", "pad": 0.6},
        )
    axes.set_yticks(list(rows), [_shorten(label) for label in chart.labels], color=theme.text)
    axes.set_ylim(len(chart.labels) - 0.4, -0.85)
    axes.set_xlabel(f"{chart.unit}{', %' if is_share else ''}", color=theme.faint, fontsize=8.5)
    _set_limits(axes, chart, times, is_share=is_share)


def _set_limits(axes: Any, chart: Dots, times: int, *, is_share: bool) -> None:
    """Leave margins around the data, and a least width, so that small differences don't fill the picture."""
    drawn = [bound * times for figure in chart.figures if figure is not None for bound in (figure.value, *figure.ci95)]
    drawn = [value for value in drawn if math.isfinite(value)]
    if chart.line is not None:
        drawn.append(chart.line * times)
    if not drawn:
        axes.set_xticks([])
        return
    low, high = min(drawn), max(drawn)
    least = 6.0 if is_share else max(0.2, 0.1 * abs(high))
    margin = max(0.14 * (high - low), (least - (high - low)) / 2)
    left, right = low - margin, high + margin
    if low >= 0 and left < 0:
        left = -0.04 * right
    if is_share and right > 100:
        right = 100 + 0.04 * (100 - left)
    axes.set_xlim(left, right)
    axes.locator_params(axis="x", nbins=6)
    lowest = max(left, 0.0) if low >= 0 else left
    highest = min(right, 100.0) if is_share else right
    axes.set_xticks([tick for tick in axes.get_xticks() if lowest <= tick <= highest])
    axes.set_xlim(left, right)


def _draw_matrix(axes: Any, chart: Matrix, theme: Theme) -> None:
    """A cell for each pair, coloured by its share from one colour to the other, with the share in it."""
    size = len(chart.names)
    for row in range(size):
        for column in range(size):
            share = chart.shares[row][column]
            if share is None:
                continue
            ink = theme.high if share >= 0.5 else theme.low
            strength = 0.08 + 0.72 * abs(share - 0.5) * 2
            axes.add_patch(_cell(column, row, ink, strength))
            is_dark_ink = strength > 0.55
            text = theme.ground if is_dark_ink else theme.text
            axes.text(column, row, f"{share * 100:.1f}", ha="center", va="center", color=text, fontsize=9)
    names = [_shorten(name, 12) for name in chart.names]
    axes.set_xticks(list(range(size)), names, color=theme.text)
    axes.set_yticks(list(range(size)), names, color=theme.text)
    axes.xaxis.tick_top()
    axes.set_xlim(-0.5, size - 0.5)
    axes.set_ylim(size - 0.5, -0.5)
    axes.set_xlabel("share of rounds, %", color=theme.faint, fontsize=8.5)
    axes.xaxis.set_label_position("bottom")


def _cell(column: int, row: int, ink: str, strength: float) -> Any:
    from matplotlib.patches import Rectangle

    return Rectangle((column - 0.47, row - 0.46), 0.94, 0.92, facecolor=ink, alpha=strength, linewidth=0)


def _format_value(figure: Estimate, times: int) -> str:
    value = figure.value * times
    if abs(value) >= 1000:
        return f"{value:.0f}"
    return f"{value:.1f}" if times == 100 or abs(value) >= 10 else f"{value:.2f}"


def _shorten(label: str, longest: int = LONGEST_LABEL) -> str:
    return label if len(label) <= longest else f"{label[: longest - 1]}…"


def _wrap(title: str, width: int) -> str:
    lines: list[str] = [""]
    for word in title.split():
        if lines[-1] and len(lines[-1]) + len(word) >= width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return "\n".join(lines)
