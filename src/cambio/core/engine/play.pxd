cimport cython

from . cimport action_codes, option_codes, constants, phases, refusals
from .call cimport call, decline_call, end_turn, knock, why_not_call
from .deal cimport can_draw, draw_card, get_ready, remember, reorder_stock, finish_reshuffle, why_not_remember
from .gift cimport excuse_gifts, give, keep, settle_gift, why_not_give, why_not_keep
from .penalty cimport pay_penalty
from .powers cimport has_step, lapse, look, may_gain_step, name_power, peek, skip, spy, trade, why_not_before_power, why_not_look, why_not_peek, why_not_skip, why_not_spy, why_not_trade
from .score cimport show
from .snap cimport snap, why_not_snap
from .table cimport Table, why_not_own
from .turn cimport also, draw, swap, take, throw, why_not_also, why_not_begin, why_not_take, why_not_throw
from .window cimport close_window, reopen_window


cpdef long long action_of(int kind, long long place, long long other) noexcept nogil
cpdef int kind_of(long long action) noexcept nogil
cpdef int place_of(long long action) noexcept nogil
cpdef int other_of(long long action) noexcept nogil
cpdef int refusal(Table table, int seat, long long action, int number) noexcept nogil
cpdef int why_not(Table table, int seat, int kind, int place, int other, int number) noexcept nogil
cpdef int why_not_at_any_time(Table table, int seat, int kind, int place) noexcept nogil
cpdef int why_not_in_turn(Table table, int seat, int kind, int place) noexcept nogil
cpdef int is_use_of_held_card(int kind) noexcept nogil
cpdef int why_not_without_power(Table table, int kind) noexcept nogil
cpdef int why_not_in_power(Table table, int seat, int kind, int place) noexcept nogil
cpdef int why_not_dealer(Table table, int kind) noexcept nogil
cpdef int is_waiting_for_window(Table table) noexcept nogil
@cython.locals(kind=cython.int, place=cython.int, other=cython.int, reason=cython.int)
cpdef int play(Table table, int seat, long long action, int number) noexcept nogil
cpdef void carry_out(Table table, int seat, int kind, int place, int other, int number) noexcept nogil
cpdef void perform(Table table, int seat, int kind, int place, int other, int number) noexcept nogil
cpdef void reshuffle(Table table, object order) except *
cpdef void resume(Table table) noexcept nogil
cpdef void settle(Table table) noexcept nogil
cpdef void settle_start(Table table) noexcept nogil
cpdef int reach_show(Table table) noexcept nogil
