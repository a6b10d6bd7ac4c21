cimport cython

from . cimport event_codes, constants, phases, refusals
from ..arrays cimport int_array, byte_array
from .ruleset cimport Ruleset


@cython.final
@cython.freelist(64)
cdef class Table:
    cdef readonly Ruleset ruleset
    # What most decisions read or change comes first, so that it shares few cache lines.
    # By place:
    cdef int* at
    # By seat:
    cdef int* slots
    cdef int* hand_size
    # By card:
    cdef short* pile
    cdef short* stock
    cdef int* seen
    cdef signed char* kept
    cdef short* origin

    cdef readonly int seats, rows, everybody, public, gifts
    cdef public int held, power_card, discard_number, discard_since, discard_card, out, ready, lap, shuffles, stock_left, pile_size
    cdef readonly signed char starter
    cdef public signed char phase, turn, held_from_stock, power, caller, knocked, seats_in, penalised, listening
    cdef public signed char window_open, window_won, discarder, chain, final_window_done, shuffle_due

    # What few decisions use:
    cdef readonly signed char dealer
    cdef public signed char draw_due, reason, wrong_call, right_call
    cdef public int joined, first_pick, looked, looked_too, looks_before_pick, penalty_left, hand_before, winners
    cdef readonly int log_size
    cdef int gift_capacity, log_capacity
    # One allocation for all arrays by card and by seat:
    cdef int* block
    # By seat:
    cdef int* chosen
    cdef int* points
    cdef int* scores
    # In order of time:
    cdef int* gift_from
    cdef int* gift_to
    cdef int* log

    cdef void prepare(self, int dealer, int starter) noexcept nogil
    @cython.locals(seats=cython.int, cards=cython.int, shorts=cython.int, by_seat=cython.int, place=cython.int)
    cdef void allocate(self) noexcept nogil
    @cython.locals(twin=Table)
    cpdef Table copy(self)
    @cython.locals(seats=cython.int, cards=cython.int)
    cdef void copy_arrays_from(self, Table other) noexcept nogil

    cpdef int card_at(self, int place) noexcept nogil
    cpdef int seen_by(self, int card) noexcept nogil
    cpdef int origin_of(self, int card) noexcept nogil
    cpdef int is_kept(self, int card) noexcept nogil
    cpdef int slots_of(self, int seat) noexcept nogil
    cpdef int cards_of(self, int seat) noexcept nogil
    cpdef int stock_card(self, int index) noexcept nogil
    cpdef int pile_card(self, int index) noexcept nogil
    cpdef int chosen_by(self, int seat) noexcept nogil
    cpdef int gift_giver(self, int index) noexcept nogil
    cpdef int gift_place(self, int index) noexcept nogil
    cpdef int points_of(self, int seat) noexcept nogil
    cpdef int score_of(self, int seat) noexcept nogil
    cpdef int logged(self, int index) noexcept nogil


cpdef int is_locked(Table table, int seat) noexcept nogil
cpdef int is_touchable(Table table, int seat) noexcept nogil
cpdef int is_lookable(Table table, int seat) noexcept nogil
cpdef int exists(Table table, int place) noexcept nogil
cpdef int why_not_own(Table table, int seat, int place) noexcept nogil
@cython.locals(slot=cython.int, old=cython.int, place=cython.int)
cpdef int open_slot(Table table, int seat) noexcept nogil
cpdef void lay(Table table, int place, int card) noexcept nogil
@cython.locals(card=cython.int)
cpdef int lift(Table table, int place) noexcept nogil
cpdef void move(Table table, int place, int new_place) noexcept nogil
@cython.locals(slot=cython.int)
cpdef int is_joined(Table table, int place) noexcept nogil
cpdef void forget_joined(Table table, int place) noexcept nogil
cpdef void forget_pick(Table table, int place) noexcept nogil
