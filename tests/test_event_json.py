"""Events as plain data: what is written can be read again."""

from __future__ import annotations

import pytest

from cambio import PRESETS
from cambio.demo import play_demonstration
from cambio.events import event_from_json


@pytest.mark.parametrize("preset", PRESETS)
def test_what_a_seat_has_heard_is_read_again_as_it_was_written(preset: str) -> None:
    game, _ = play_demonstration(PRESETS[preset], 3, seed=1)
    for event in game.heard_by("b"):
        read = event_from_json(event.to_json())
        assert (str(read), read.to_json()) == (str(event), event.to_json())
