cimport cython

from ..arrays cimport int_array
from ..engine.table cimport Table
from . cimport round_columns


cpdef int row_width(int seats) noexcept nogil
cpdef int seat_column(int seat, int column) noexcept nogil


@cython.final
cdef class RoundStats:
    cdef readonly int width
    cdef int* row

    @cython.locals(index=cython.int)
    cpdef void clear(self) noexcept nogil
    cpdef void count_decision(self) noexcept nogil
    cpdef void record_call(self, int lap) noexcept nogil
    cpdef void count_right_snap(self, int seat) noexcept nogil
    cpdef void count_wrong_snap(self, int seat, int penalty_cards) noexcept nogil
    @cython.locals(seat=cython.int)
    cpdef void record_end(self, Table table) noexcept nogil
    @cython.locals(index=cython.int)
    cpdef void append_to(self, list rows)
