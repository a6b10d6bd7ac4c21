cimport cython

from . cimport option_codes, event_codes, constants, phases, refusals
from .deal cimport see
from .event_log cimport report, report_place
from .table cimport Table, exists, is_lookable, is_touchable, lay, lift, move, why_not_own


cpdef void begin_power(Table table, int card) noexcept nogil
cpdef void end_power(Table table) noexcept nogil
cpdef void lapse(Table table) noexcept nogil
cpdef int has_step(Table table) noexcept nogil
@cython.locals(index=cython.int, giver=cython.int, slot=cython.int, place=cython.int)
cpdef int may_gain_step(Table table) noexcept nogil
@cython.locals(first_pick=cython.int, looked=cython.int, looked_too=cython.int, found=cython.int)
cpdef int has_step_after_gift(Table table, int place, int gap) noexcept nogil
cpdef int name_power(Table table) noexcept nogil
cpdef int trade_scope(Table table) noexcept nogil
cpdef int look_scope(Table table) noexcept nogil
cpdef int swap_scope(Table table) noexcept nogil
cpdef int why_not_peek(Table table, int seat, int place) noexcept nogil
cpdef void peek(Table table, int seat, int place) noexcept nogil
cpdef int why_not_spy(Table table, int seat, int place) noexcept nogil
cpdef void spy(Table table, int seat, int place) noexcept nogil
cpdef int why_not_see(Table table, int place) noexcept nogil
@cython.locals(total=cython.int, seat=cython.int)
cpdef int count_lookable_of_others(Table table) noexcept nogil
@cython.locals(own=cython.int, others=cython.int, owners=cython.int, seat=cython.int)
cpdef int has_trade(Table table) noexcept nogil
@cython.locals(refusal=cython.int)
cpdef int why_not_trade(Table table, int seat, int place) noexcept nogil
cpdef int why_not_this_owner(Table table, int seat, int place) noexcept nogil
cpdef int why_not_touch(Table table, int place) noexcept nogil
cpdef void trade(Table table, int seat, int place) noexcept nogil
@cython.locals(card=cython.int, other_card=cython.int)
cpdef void exchange(Table table, int seat, int place, int other) noexcept nogil
cpdef void note_preference(Table table, int seat, int card, int place, int new_place) noexcept nogil
cpdef int count_looks(Table table) noexcept nogil
cpdef int count_looks_allowed(Table table) noexcept nogil
@cython.locals(made=cython.int, own=cython.int, others=cython.int)
cpdef int has_look(Table table) noexcept nogil
@cython.locals(is_own=cython.int)
cpdef int why_not_look(Table table, int seat, int place) noexcept nogil
cpdef void look(Table table, int seat, int place) noexcept nogil
cpdef int has_look_swap(Table table) noexcept nogil
@cython.locals(refusal=cython.int)
cpdef int why_not_swap_looked(Table table, int seat, int place) noexcept nogil
cpdef int why_not_skip(Table table) noexcept nogil
cpdef int why_not_before_power(Table table) noexcept nogil
cpdef void skip(Table table, int seat) noexcept nogil
