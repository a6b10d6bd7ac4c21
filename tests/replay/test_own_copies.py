"""A player's own copy is replayed as that player and as the table, and shows no more than it tells."""

from __future__ import annotations

import pytest

from cambio.events import UNSEEN
from cambio.notation import read, write
from cambio.replay import ALL, TABLE, Step, ViewpointError, read_recorded, steps_of
from cambio.view import GAP
from tests.replay.watched_rounds import random_round, replayed


@pytest.mark.parametrize("seed", range(5))
def test_an_own_copy_shows_what_the_whole_round_shows_that_player(seed: int) -> None:
    game = random_round(seed)
    for seat in game.seats:
        recorded = read_recorded(write(game, viewer=seat))
        for viewpoint in (TABLE, seat):
            assert list(steps_of(recorded, viewpoint)) == replayed(game, viewpoint)


@pytest.mark.parametrize("seed", range(5))
def test_an_own_copy_shows_no_face_that_it_does_not_tell(seed: int) -> None:
    """With another seat's copy, or the whole round, it would be more: some face behind an action is ??."""
    game = random_round(seed)
    hidden = 0
    for seat in game.seats:
        text = write(game, viewer=seat)
        told = {face for line in read(text).lines for face in line.faces} | set(read(text).deck)
        hidden += UNSEEN in {face for line in read(text).lines for face in line.faces}
        recorded = read_recorded(text)
        assert recorded.viewpoints == (TABLE, seat)
        for viewpoint in recorded.viewpoints:
            for step in steps_of(recorded, viewpoint):
                assert _faces(step) <= told - {UNSEEN}
        for viewpoint in (*(other for other in game.seats if other != seat), ALL):
            with pytest.raises(ViewpointError, match=f"seat {seat}'s own copy"):
                steps_of(recorded, viewpoint)
            with pytest.raises(ViewpointError, match=f"seat {seat}'s own copy"):
                read_recorded(text, viewpoint)
    assert hidden


def _faces(step: Step) -> set[str]:
    lying = {face for hand in step.view.hands.values() for face in hand} | {step.view.held, step.view.top}
    told = {getattr(event, "card", None) for event in step.events}
    return {face for face in lying | told if face not in (None, GAP, UNSEEN)}
