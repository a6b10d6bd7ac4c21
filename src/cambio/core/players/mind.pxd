cimport cython

from ..engine cimport option_codes, constants
from ..arrays cimport int_array, c_math
from . cimport traits
from ..engine.ruleset cimport Ruleset
from ..engine.rng cimport Rng
from ..engine.table cimport Table


cdef double LONE_FIVE
cdef int GRAIN


cdef class Mind:
    cdef readonly Ruleset ruleset
    cdef readonly int policy, samples, seat, clock, forgets
    cdef public list others
    cdef public Rng rng

    # By trait:
    cdef double* trait
    # By card:
    cdef int* block
    cdef int* image
    cdef int* stamp
    cdef int* lost
    cdef double* worth
    cdef double* kept_weight
    cdef double* known_weight
    cdef double* unwanted_weight
    # By shuffle:
    cdef int pool_room
    cdef double* pools
    # By whether the card comes from the stock, for those marked as found:
    cdef int exits
    cdef int* exit
    # By power, for those marked as weighed:
    cdef int weighed
    cdef double* power_gain

    @cython.locals(card=cython.int, is_risky=cython.bint, worth=cython.double)
    cdef void value_cards(self) noexcept
    @cython.locals(card=cython.int)
    cpdef void sit(self, int seat, Rng rng) noexcept
    @cython.locals(twin=Mind)
    cpdef Mind copy(self)


cpdef double share(Mind mind) noexcept
cpdef double bell(Mind mind) noexcept
cpdef int recalled(Mind mind, Table table, int card) noexcept
@cython.locals(card=cython.int)
cpdef void take_in(Mind mind, Table table) noexcept
cpdef void see_again(Mind mind, int card) noexcept
cpdef void doubt(Mind mind, int card) noexcept
@cython.locals(slot=cython.int, seat=cython.int, card=cython.int, age=cython.double, odds=cython.double)
cpdef void fade(Mind mind, Table table) noexcept
@cython.locals(slot=cython.int, card=cython.int, neighbour=cython.int, image=cython.int)
cdef void mix_up(Mind mind, Table table) noexcept
cpdef double reaction(Mind mind) noexcept
