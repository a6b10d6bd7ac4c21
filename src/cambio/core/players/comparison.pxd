cimport cython

from ..arrays cimport c_math, int_array


cdef double CLEARLY_WORSE
cdef double CLEARLY_BETTER
cdef int FEWEST_OBSERVATIONS


@cython.final
cdef class Comparison:
    cdef readonly list actions
    cdef readonly long long base
    cdef readonly int count, candidates, observations
    cdef double standard_errors
    cdef double* sums
    cdef double* squares
    cdef double* gains
    cdef int* is_candidate

    @cython.locals(index=cython.int)
    cdef void end_observation(self) noexcept
    cdef int can_tell(self) noexcept
    @cython.locals(index=cython.int)
    cdef void drop_hopeless(self) noexcept
    @cython.locals(index=cython.int)
    cdef int is_settled(self) noexcept
    @cython.locals(best=cython.longlong, most=cython.double, index=cython.int, gain=cython.double)
    cdef long long find_best(self) noexcept
    @cython.locals(variance=cython.double)
    cdef double standard_error(self, int index) noexcept
