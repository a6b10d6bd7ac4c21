cimport cython

from . cimport option_codes, event_codes, constants, phases, refusals
from .deal cimport begin_reshuffle, can_draw, count_bits, draw_card
from .powers cimport begin_power
from .event_log cimport report, report_card, report_discard, report_place
from .table cimport Table, forget_joined, is_joined, lay, lift, open_slot, why_not_own
from .window cimport close_at_draw, close_window, discard, drop_held, put_on_pile


cpdef int why_not_begin(Table table) noexcept nogil
cpdef void draw(Table table, int seat) noexcept nogil
cpdef int why_not_take(Table table, int seat) noexcept nogil
cpdef int has_power_on_top(Table table) noexcept nogil
cpdef void take(Table table, int seat) noexcept nogil
@cython.locals(card=cython.int)
cpdef void swap(Table table, int seat, int place) noexcept nogil
cpdef int why_not_throw(Table table, int seat) noexcept nogil
@cython.locals(card=cython.int)
cpdef void throw(Table table, int seat) noexcept nogil
@cython.locals(seat=cython.int)
cpdef void pass_turn(Table table) noexcept nogil
@cython.locals(refusal=cython.int)
cpdef int why_not_also(Table table, int seat, int place) noexcept nogil
cpdef void also(Table table, int seat, int place) noexcept nogil
@cython.locals(rank=cython.int, slot=cython.int)
cpdef int are_equal(Table table, int seat, int place) noexcept nogil
@cython.locals(slot=cython.int, place=cython.int, card=cython.int)
cpdef void lay_joined(Table table, int seat) noexcept nogil
@cython.locals(tried=cython.int, slot=cython.int)
cpdef void mismatch(Table table, int seat, int place) noexcept nogil
@cython.locals(card=cython.int)
cpdef void show_differing(Table table, int seat, int place) noexcept nogil
@cython.locals(place=cython.int)
cpdef void add_held(Table table, int seat) noexcept nogil
cpdef void turn_up_taken(Table table) noexcept nogil
