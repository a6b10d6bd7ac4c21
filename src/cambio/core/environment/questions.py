"""Questions: what a seat can be asked, by number, and how a round ends."""

#: What each question is called, in the order of their numbers.
NAMES: list[str] = []


def add_question(name: str) -> int:
    NAMES.append(name)
    return len(NAMES) - 1


MEMORY = add_question("memory")
START = add_question("start")
HOLDING = add_question("holding")
POWER = add_question("power")
ENDING = add_question("ending")
GIFT = add_question("gift")
SNAP = add_question("snap")
#: Where two cards may be snapped at once, the first has been picked: a second one, or that one alone?
SNAP_TOO = add_question("snap too")
QUESTIONS = len(NAMES)

#: Nobody is asked any more because the round was shown, or because it took too long and was broken off.
GOING_ON = 0
SHOWN = 1
BROKEN_OFF = 2
