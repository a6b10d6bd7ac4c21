"""The command that tunes: it shows the generations as they come, and keeps the traits in a file."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path

from .. import bots
from ..bots.styles import nearest_preset
from ..rules import Rules
from .adaptation.traits_file import seats_key
from .errors import LabError
from .progress import Interruption, Progress
from .tune import Generation, tune

DIGITS = 4


def tune_with_progress(
    rules: Rules,
    seats: int,
    seed: int,
    generations: int,
    deals: int,
    jobs: int,
    start: Mapping[str, float],
    against: str | None = None,
) -> tuple[Generation | None, bool]:
    """Tune, and print each generation: the last one, and whether the run was interrupted before the end."""
    _check_cma()
    progress = Progress(generations, "generations")
    latest: Generation | None = None
    with Interruption() as interruption:
        tuning = tune(
            rules, seats, seed=seed, generations=generations, deals=deals, jobs=jobs, start=start, against=against
        )
        for latest in tuning:
            progress.end()
            print(f"generation {latest.number}: {latest.margin:+.1%} over an even share", file=sys.stderr)
            progress.step(1)
            if interruption.is_requested:
                break
        progress.end()
    is_interrupted = interruption.is_requested and (latest is None or latest.number < generations)
    return latest, is_interrupted


def _check_cma() -> None:
    try:
        import cma  # noqa: F401
    except ImportError:
        raise LabError("tuning needs the extra lab: pip install 'cambio-game[lab]'") from None


def tuned_file() -> Path:
    """The file from which the ladder takes its tuned traits, in a checkout of the source."""
    file = Path(bots.__file__).with_name("tuned.json")
    if not (file.parents[3] / "pyproject.toml").is_file():
        raise LabError("--save writes into a checkout of Cambio's source, but this one is installed: use --out FILE")
    return file


def as_document(rules: str, seats: int, traits: Mapping[str, float]) -> dict[str, dict[str, dict[str, float]]]:
    """The traits as files have them: by rules, for two seats or for more."""
    rounded = {name: round(value, DIGITS) for name, value in traits.items()}
    return {rules: {seats_key(seats): rounded}}


def save_traits(rules: Rules, seats: int, traits: Mapping[str, float], file: Path) -> None:
    """Write the traits into the ladder's file, which has them by preset, beside those of other presets and tables."""
    kept: dict[str, dict[str, dict[str, float]]] = {}
    if file.is_file():
        kept = json.loads(file.read_text(encoding="utf-8"))
    for preset, by_seats in as_document(nearest_preset(rules), seats, traits).items():
        kept[preset] = dict(sorted({**kept.get(preset, {}), **by_seats}.items()))
    file.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")
