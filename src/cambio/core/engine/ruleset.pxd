from . cimport option_codes
from ..arrays cimport int_array


cdef class Ruleset:
    cdef readonly int cards
    cdef readonly int hand_cards, opening, memory_by, memory_cards
    cdef readonly int take, stock, empty_hand
    cdef readonly int use, replaced, trade, looks, look_at, look_swap
    cdef readonly int snap, window, winners, discarder, give, snap_cards
    cdef readonly int penalty, late_penalty, shown, seize, hand_limit, final_window
    cdef readonly int call_when, last_turns, lock, lock_looking, from_lap, has_limit, limit
    cdef readonly int wrong_points, wrong_doubles, right_zero, right_bonus
    cdef readonly int caller_tie, tie, risky_fives

    # By card:
    cdef int* room
    cdef int* face
    cdef int* value
    cdef int* power
    cdef int* match
    cdef int* is_five
    # All cards, lowest face first:
    cdef int* by_face

    cpdef int face_of(self, int card) noexcept
    cpdef int value_of(self, int card) noexcept
    cpdef bint matches(self, int card, int other) noexcept
