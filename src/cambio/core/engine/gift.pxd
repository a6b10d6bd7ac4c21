cimport cython

from . cimport option_codes, event_codes, constants, refusals
from ..arrays cimport int_array
from .table cimport Table, move, report_place, why_not_own


@cython.locals(room=cython.int)
cpdef void owe_gift(Table table, int giver, int gap) noexcept
@cython.locals(index=cython.int)
cpdef int gift_due(Table table, int giver) noexcept
@cython.locals(later=cython.int)
cpdef void strike_gift(Table table, int index) noexcept
cpdef int why_not_give(Table table, int seat, int place) noexcept
@cython.locals(index=cython.int, gap=cython.int)
cpdef void give(Table table, int seat, int place) noexcept
cpdef int why_not_keep(Table table, int seat) noexcept
@cython.locals(index=cython.int)
cpdef void keep(Table table, int seat) noexcept
@cython.locals(giver=cython.int, place=cython.int)
cpdef void settle_gift(Table table) noexcept
@cython.locals(index=cython.int, giver=cython.int, gap=cython.int)
cpdef void excuse_gifts(Table table) noexcept
