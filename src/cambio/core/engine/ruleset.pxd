from . cimport option_codes
from ..arrays cimport int_array


cdef class Ruleset:
    cdef readonly int deck_size
    cdef readonly int deal_cards, deal_opening, deal_memory, deal_memory_cards
    cdef readonly int turn_take, turn_stock, turn_empty_hand
    cdef readonly int powers_use, powers_replaced, powers_trade, powers_looks, powers_look_at, powers_look_swap
    cdef readonly int snap_who, snap_window, snap_winners, snap_discarder, snap_give, snap_cards
    cdef readonly int snap_penalty, snap_late_penalty, snap_shown, snap_seize, snap_hand_limit, snap_final_window
    cdef readonly int call_when, call_last_turns, call_lock, call_lock_looking, call_from_lap, has_call_limit, call_limit
    cdef readonly int call_wrong_points, call_wrong_doubles, call_right_zero, call_right_bonus
    cdef readonly int score_caller_tie, score_tie, score_risky_fives

    # By card:
    cdef int* block
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
