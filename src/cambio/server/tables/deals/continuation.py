"""Rounds that are played on from a replay: what the log holds of them, and the game that it makes."""

from __future__ import annotations

from ....actions import parse_action
from ....game import Game, Luck
from ....replay import Continuation
from ....rules import Rules
from ..log_entries import Continued

#: Only the round is played on, whatever match it was part of.
ONE_ROUND = "match.rounds=1"


def write_continuation(continuation: Continuation, *, archived: str | None, is_anew: bool) -> Continued:
    """What the log has to hold. The rules are those of the table."""
    return Continued(
        dealer=continuation.dealer,
        starter=continuation.starter,
        deck=continuation.deck,
        shuffles=continuation.shuffles,
        actions=tuple((actor, str(action)) for actor, action in continuation.record),
        round=archived,
        is_anew=is_anew,
    )


def deal_continuation(continued: Continued, rules: Rules, seats: int, luck: Luck) -> Game:
    """The round as it stood there; reshuffles that follow come from the luck."""
    actions = {text: parse_action(text) for text in {text for _, text in continued.actions}}
    record = tuple((actor, actions[text]) for actor, text in continued.actions)
    continuation = Continuation(
        rules, seats, continued.dealer, continued.starter, continued.deck, continued.shuffles, record
    )
    return continuation.deal(luck)
