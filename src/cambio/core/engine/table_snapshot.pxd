cimport cython

from .gift cimport owe_gift
from .ruleset cimport Ruleset
from .table cimport Table, open_slot


@cython.locals(card=cython.int, seat=cython.int, slot=cython.int, index=cython.int)
cpdef tuple take_snapshot(Table table)
@cython.locals(table=Table, card=cython.int, seat=cython.int, place=cython.int)
cpdef Table restore_table(Ruleset ruleset, tuple snapshot)
