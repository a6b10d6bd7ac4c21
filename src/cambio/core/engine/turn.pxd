cimport cython

from . cimport option_codes, event_codes, constants, phases, refusals
from .deal cimport can_draw, draw_card, begin_reshuffle
from .exchange cimport are_equal, lay_joined, mismatch, turn_up_taken
from .powers cimport begin_power
from .event_log cimport report, report_card, report_discard
from .table cimport Table, forget_joined
from .window cimport close_at_draw, close_window, discard


cpdef int why_not_begin(Table table) noexcept
cpdef void draw(Table table, int seat) noexcept
cpdef int why_not_take(Table table, int seat) noexcept
cpdef int has_power_on_top(Table table) noexcept
cpdef void take(Table table, int seat) noexcept
@cython.locals(card=cython.int)
cpdef void swap(Table table, int seat, int place) noexcept
cpdef int why_not_throw(Table table, int seat) noexcept
@cython.locals(card=cython.int)
cpdef void throw(Table table, int seat) noexcept
@cython.locals(seat=cython.int)
cpdef void pass_turn(Table table) noexcept
