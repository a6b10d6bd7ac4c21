"""The show: who has the fewest points, and what the call costs or earns."""

from collections.abc import Mapping, Sequence

from .cards import Card
from .rules import Rules


def points_of(rules: Rules, cards: Sequence[Card]) -> int:
    """The sum of the values; risky fives count -25 for each pair and +25 for an odd one, instead of their value."""
    if not rules.yes("score.risky_fives"):
        return sum(rules.value(card) for card in cards)
    fives = [card for card in cards if card.rank == "5"]
    others = [card for card in cards if card.rank != "5"]
    pairs, odd = divmod(len(fives), 2)
    return sum(rules.value(card) for card in others) - 25 * pairs + 25 * odd


def is_over_limit(rules: Rules, points: Mapping[str, int], caller: str | None) -> bool:
    limit = rules.limit("call.limit")
    return caller is not None and limit is not None and points[caller] > limit


def is_wrong(rules: Rules, points: Mapping[str, int], seats_in: Sequence[str], caller: str | None) -> bool:
    """A call is wrong if another seat that is in has strictly fewer points, or the hand is over the limit."""
    if caller is None:
        return False
    beaten = any(points[seat] < points[caller] for seat in seats_in if seat != caller)
    return beaten or is_over_limit(rules, points, caller)


def with_most_cards(hands: Mapping[str, Sequence[Card]], seats: Sequence[str]) -> list[str]:
    most = max(len(hands[seat]) for seat in seats)
    return [seat for seat in seats if len(hands[seat]) == most]


def winners_of(
    rules: Rules, hands: Mapping[str, Sequence[Card]], seats_in: Sequence[str], caller: str | None
) -> list[str]:
    points = {seat: points_of(rules, cards) for seat, cards in hands.items()}
    contenders = list(seats_in)
    if is_over_limit(rules, points, caller) and any(seat != caller for seat in contenders):
        contenders = [seat for seat in contenders if seat != caller]
    fewest = min(points[seat] for seat in contenders)
    level = [seat for seat in contenders if points[seat] == fewest]

    if len(level) > 1 and caller in level:
        if rules.choice("score.caller_tie") == "loses":
            level = [seat for seat in level if seat != caller]
        elif rules.choice("score.caller_tie") == "wins":
            level = [seat for seat in level if seat == caller]
        elif rules.choice("score.caller_tie") == "most_cards":
            return with_most_cards(hands, level)

    if len(level) > 1 and rules.choice("score.tie") == "most_cards":
        level = with_most_cards(hands, level)
    elif len(level) > 1 and rules.choice("score.tie") == "fewest_cards":
        least = min(len(hands[seat]) for seat in level)
        level = [seat for seat in level if len(hands[seat]) == least]
    return level


def score_of(rules: Rules, points: int, *, wrong: bool, right: bool) -> int:
    """What a caller writes down; for everybody else the points are the score."""
    score = points
    if wrong:
        if rules.yes("call.wrong_doubles") and score > 0:
            score *= 2
        score += rules.number("call.wrong_points")
    if right:
        if rules.yes("call.right_zero"):
            score = min(score, 0)
        score -= rules.number("call.right_bonus")
    return score


def is_kamikaze(rules: Rules, cards: Sequence[Card]) -> bool:
    """Two queens and two kings and nothing else, where there is such a hand."""
    return rules.number("score.kamikaze") > 0 and sorted(card.rank for card in cards) == ["K", "K", "Q", "Q"]


def outcome_of(
    rules: Rules,
    hands: Mapping[str, Sequence[Card]],
    seats_in: Sequence[str],
    caller: str | None,
    *,
    knocked: bool,
    reason: str,
) -> dict[str, object]:
    """A round that the stock ends has no caller; a knocker and the last seat are scored like anybody else."""
    if reason == "stock":
        caller, knocked = None, False
    kamikazes = [seat for seat in seats_in if is_kamikaze(rules, hands[seat])]
    judged = None if knocked or kamikazes or seats_in == [caller] else caller
    points = {seat: points_of(rules, cards) for seat, cards in hands.items()}
    winners = kamikazes or winners_of(rules, hands, seats_in, judged)
    wrong = is_wrong(rules, points, seats_in, judged)
    right = judged is not None and not wrong and judged in winners
    out = judged is not None and judged not in seats_in
    scores = dict(points)
    if rules.yes("score.winner_zero"):
        scores |= {seat: min(points[seat], 0) for seat in winners}
    if judged is not None:
        scores[judged] = score_of(rules, scores[judged], wrong=wrong, right=right)
    if kamikazes:
        scores = {seat: 0 if seat in kamikazes else rules.number("score.kamikaze") for seat in hands}
    return {
        "reason": reason,
        "winners": winners,
        "points": points,
        "scores": scores,
        "caller": caller,
        "wrong": wrong and not out,
        "right": right,
        "knocked": knocked,
        "out": out,
    }
