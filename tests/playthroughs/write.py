"""Play a recorded round again and tell everything about it: events, what everybody may do, what everybody sees."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from cambio import DEALER, PRESETS, Game
from cambio.demo import play_demonstration
from cambio.notation import replay, write

HERE = Path(__file__).parent
SEATS = {
    "classic": 3,
    "flip": 4,
    "cambia": 2,
    "stick": 3,
    "camp": 4,
    "cabo": 3,
    "cabo1": 3,
    "golf": 3,
    "tamalou": 3,
    "kabul": 3,
}
SEEDS = {
    "classic": 2,
    "flip": 9,
    "cambia": 4,
    "stick": 12,
    "camp": 5,
    "cabo": 80,
    "cabo1": 70,
    "golf": 109,
    "tamalou": 47,
    "kabul": 23,
}


def told(text: str) -> str:
    """Each action of a .cambio file with what came of it."""
    finished = replay(text)
    game = finished.from_the_start()
    lines = [f"rules {game.rules}", *(json.dumps(event.to_json()) for event in game.events), *_state(game)]
    for actor, action in finished.record:
        events = game.play(actor, action)
        lines += ["", f"> {actor} {action}", *(json.dumps(event.to_json()) for event in events), *_state(game)]
    outcome = game.outcome()
    if outcome is not None:
        lines += ["", json.dumps(outcome.to_json()), outcome.sentence()]
    return "\n".join([*lines, ""])


def _state(game: Game) -> list[str]:
    """What everybody may do, snaps counted only, and a mark that changes with anything that anybody sees."""
    lines = []
    for actor in (*game.seats, DEALER):
        choices = [str(action) for action in game.legal(actor, pairs=True)]
        snaps = [choice for choice in choices if choice.startswith("snap")]
        others = [choice for choice in choices if not choice.startswith("snap")]
        if choices:
            lines.append(f"{actor} may: {', '.join([*others, *([f'{len(snaps)} snaps'] if snaps else [])])}")
    views = json.dumps([game.view(seat).to_json() for seat in (*game.seats, None)])
    return [*lines, f"views {hashlib.sha256(views.encode()).hexdigest()[:12]}"]


def main() -> None:
    for preset, rules in PRESETS.items():
        recorded = HERE / f"{preset}.cambio"
        if not recorded.exists():
            game, names = play_demonstration(rules, SEATS[preset], SEEDS[preset])
            recorded.write_text(write(game, names=names), encoding="utf-8")
        recorded.with_suffix(".txt").write_text(told(recorded.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
