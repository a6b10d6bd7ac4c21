cimport cython

from . cimport option_codes
from ..arrays cimport int_array
from .rule_options cimport RuleOptions


@cython.final
cdef class Ruleset(RuleOptions):
    cdef readonly int deck_size

    # One allocation for all arrays:
    cdef int* block
    # By card:
    cdef int* face
    cdef int* value
    cdef int* power
    cdef int* match
    cdef int* is_five
    # How far the card's power reaches:
    cdef int* trade
    cdef int* looks
    cdef int* look_at
    cdef int* look_swap
    # All cards, lowest face first:
    cdef int* by_face

    cpdef int face_of(self, int card) noexcept nogil
    cpdef int value_of(self, int card) noexcept nogil
    cpdef int power_of(self, int card) noexcept nogil
    cpdef bint matches(self, int card, int other) noexcept nogil
