cimport cython

from . cimport action_codes, option_codes, constants, phases, refusals
from .play cimport action_of, why_not
from .snap cimport is_late
from .table cimport Table


@cython.locals(actions=list, kind=cython.int)
cpdef list list_legal_actions(Table table, int seat, int snaps, int pairs)
cdef void add(list actions, Table table, int seat, int kind, int place, int other) except *
@cython.locals(owner=cython.int, slot=cython.int)
cdef void add_placed(list actions, Table table, int seat, int kind) except *
cdef void add_steps(list actions, Table table, int seat) except *
@cython.locals(
    owner=cython.int,
    slot=cython.int,
    later_owner=cython.int,
    later_slot=cython.int,
    place=cython.int,
    other=cython.int,
)
cdef void add_pairs(list actions, Table table, int seat) except *
