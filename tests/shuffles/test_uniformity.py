"""Every card has the same chance at every place, whatever the players send."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from cambio.shuffles import KeyedLuck
from tests.shuffles.uniformity import CARDS, CLIENTS, LIMIT, Client, count_places, deal_decks, deviation

DECKS = 3000


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.__name__)
def test_every_card_comes_to_every_place_as_often_even_if_a_client_lies(client: Client) -> None:
    assert abs(deviation(count_places(deal_decks(client, DECKS)))) < LIMIT


def shuffle_unevenly(luck: KeyedLuck) -> list[int]:
    """The well-known mistake: each card is swapped with any other, and not with one that is still to come."""
    cards = list(range(CARDS))
    for place in range(CARDS):
        pick = luck.below(CARDS)
        cards[place], cards[pick] = cards[pick], cards[place]
    return cards


def test_an_uneven_shuffle_would_be_found() -> None:
    assert deviation(count_places(shuffle_unevenly(KeyedLuck(b"%d" % key)) for key in range(DECKS))) > LIMIT


def test_all_orders_of_a_few_cards_come_equally_often() -> None:
    orders = Counter(tuple(KeyedLuck(b"%d" % key).order(range(4))) for key in range(24_000))
    assert set(orders) == set(itertools.permutations(range(4)))
    chi_square = sum((count - 1000) ** 2 / 1000 for count in orders.values())
    assert chi_square < 23 + LIMIT * (2 * 23) ** 0.5
