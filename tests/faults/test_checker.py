"""The checker notices what must never happen."""

from __future__ import annotations

import pytest

from cambio.server.protocol import messages

from .checker import check_epochs, check_numbers, check_order
from .roving_clients import Acknowledged, TimedLedger


def test_a_gap_a_number_twice_and_an_epoch_that_goes_down_are_noticed() -> None:
    check_epochs([(1, 1), (2, 1), (3, 4)])
    with pytest.raises(AssertionError, match="gap"):
        check_epochs([(1, 1), (3, 1)])
    with pytest.raises(AssertionError, match="twice"):
        check_epochs([(1, 1), (2, 1), (2, 2)])
    with pytest.raises(AssertionError, match="epoch 1, after epoch 2"):
        check_epochs([(1, 1), (2, 2), (3, 1)])


def acknowledged(asked: float, answered: float, seq: int) -> Acknowledged:
    return Acknowledged(asked, answered, seq, connected=0.0)


def test_a_command_that_is_written_before_one_that_was_acknowledged_earlier_is_noticed() -> None:
    # The second one overlaps with both others.
    check_order([acknowledged(0, 2, 5), acknowledged(1, 6, 4), acknowledged(3, 5, 6)])
    with pytest.raises(AssertionError, match="entry 4 was asked for after entry 5"):
        check_order([acknowledged(0, 2, 5), acknowledged(3, 5, 4)])
    with pytest.raises(AssertionError, match="the same entry"):
        check_order([acknowledged(0, 4, 5), acknowledged(3, 5, 5)])


def test_a_number_that_a_client_is_told_twice_is_noticed() -> None:
    ledger = TimedLedger("ana", "ana", seq=3)
    for seq in (4, 5, 5):
        ledger.on_message(messages.Told(seq))
    with pytest.raises(AssertionError, match=r"told \[5\]"):
        check_numbers(ledger)


def test_only_what_was_asked_or_answered_anew_shows_that_play_goes_on() -> None:
    assert not Acknowledged(asked=1, answered=3, seq=1, connected=0).is_after(2)
    assert Acknowledged(asked=2.5, answered=3, seq=1, connected=0).is_after(2)
    assert Acknowledged(asked=1, answered=3, seq=1, connected=2.5).is_after(2)
