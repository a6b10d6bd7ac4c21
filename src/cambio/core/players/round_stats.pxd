cimport cython

from ..arrays cimport int_array
from . cimport round_columns


cdef class RoundStats:
    cdef readonly int width
    cdef int* row

    @cython.locals(index=cython.int)
    cpdef void wipe(self) noexcept
    @cython.locals(index=cython.int)
    cpdef void append_to(self, list tallies)
