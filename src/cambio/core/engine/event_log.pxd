cimport cython

from . cimport constants, event_codes
from ..arrays cimport int_array
from .table cimport Table


@cython.locals(capacity=cython.int, size=cython.int, log=cython.p_int)
cpdef void record(Table table, int kind, int seat, int place, int other, int card, int sees, int number) noexcept nogil
@cython.locals(log=cython.p_int, card=cython.int, face=cython.int)
cpdef list read_log(Table table, int start)
cpdef void report(Table table, int kind, int seat) noexcept nogil
cpdef void report_place(Table table, int kind, int seat, int place, int other) noexcept nogil
cpdef void report_card(Table table, int kind, int seat, int place, int card, int sees) noexcept nogil
cpdef void report_discard(Table table, int kind, int seat, int place, int card) noexcept nogil
cpdef void report_number(Table table, int kind, int seat, int number) noexcept nogil
