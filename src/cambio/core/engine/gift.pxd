cimport cython

from . cimport option_codes, event_codes, constants, refusals
from ..arrays cimport int_array
from .event_log cimport report_place
from .table cimport Table, move, why_not_own


@cython.locals(capacity=cython.int)
cpdef void owe_gift(Table table, int giver, int gap) noexcept nogil
@cython.locals(index=cython.int)
cpdef int find_gift(Table table, int giver) noexcept nogil
@cython.locals(later=cython.int)
cpdef void remove_gift(Table table, int index) noexcept nogil
cpdef int why_not_give(Table table, int seat, int place) noexcept nogil
@cython.locals(index=cython.int, gap=cython.int)
cpdef void give(Table table, int seat, int place) noexcept nogil
cpdef int why_not_keep(Table table, int seat) noexcept nogil
@cython.locals(index=cython.int)
cpdef void keep(Table table, int seat) noexcept nogil
@cython.locals(giver=cython.int, place=cython.int)
cpdef void settle_gift(Table table) noexcept nogil
@cython.locals(index=cython.int, giver=cython.int, gap=cython.int)
cpdef void excuse_gifts(Table table) noexcept nogil
