"""The action space: what a seat can answer, in the order of the answers' numbers.

Answers without a card come first. Then come those with an own card: for each verb, one answer a slot. Then those with
any card: for each verb, and for each seat, the own one first and then clockwise, one answer a slot. Where several cards
may be exchanged for one, those that name a card to go with the swapped one are last.
"""

#: The verbs in the order of their numbers, which are the verbs of the actions that the answers stand for.
PLAIN_VERBS: list[str] = []
OWN_VERBS: list[str] = []
ANY_VERBS: list[str] = []


def add_verb(verbs: list[str], verb: str) -> int:
    verbs.append(verb)
    return len(verbs) - 1


#: A pass lets the moment go by, or snaps the card that has been picked alone.
PASS = add_verb(PLAIN_VERBS, "pass")
READY = add_verb(PLAIN_VERBS, "ready")
KEEP = add_verb(PLAIN_VERBS, "keep")
DRAW = add_verb(PLAIN_VERBS, "draw")
TAKE = add_verb(PLAIN_VERBS, "take")
CALL = add_verb(PLAIN_VERBS, "call")
THROW = add_verb(PLAIN_VERBS, "throw")
SKIP = add_verb(PLAIN_VERBS, "skip")
#: The two cards that were looked at change places.
TRADE_LOOKED = add_verb(PLAIN_VERBS, "trade")
PLAIN = len(PLAIN_VERBS)

OWN_PEEK = add_verb(OWN_VERBS, "peek")
OWN_SWAP = add_verb(OWN_VERBS, "swap")
OWN_GIVE = add_verb(OWN_VERBS, "give")
OWN_KINDS = len(OWN_VERBS)

ANY_SPY = add_verb(ANY_VERBS, "spy")
ANY_LOOK = add_verb(ANY_VERBS, "look")
ANY_TRADE = add_verb(ANY_VERBS, "trade")
ANY_SNAP = add_verb(ANY_VERBS, "snap")
ANY_KINDS = len(ANY_VERBS)
