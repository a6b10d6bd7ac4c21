cimport cython

from .table cimport Table


cdef unsigned long long MULTIPLIER
cdef unsigned long long HALF
cdef unsigned long long WHOLE
cdef unsigned long long STIR


@cython.final
cdef class Rng:
    cdef unsigned long long state

    @cython.locals(state=cython.ulonglong, _=cython.int)
    cdef void start(self, unsigned long long seed) noexcept nogil
    cpdef Rng copy(self)
    @cython.locals(state=cython.ulonglong, low=cython.ulonglong, high=cython.ulonglong)
    cpdef int below(self, int bound) noexcept nogil
    @cython.locals(last=cython.int, pick=cython.int)
    cpdef list order(self, object cards)


@cython.locals(rng=Rng)
cpdef Rng rng_in_state(unsigned long long state)
@cython.locals(stock=cython.p_short, last=cython.int, pick=cython.int, card=cython.int)
cpdef void shuffle_stock(Table table, Rng rng) noexcept nogil
