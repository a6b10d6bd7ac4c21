cimport cython

from ..engine cimport action_codes, option_codes, constants, phases, refusals
from ..arrays cimport c_math
from . cimport traits
from .belief cimport chance_of_winning_call, deviation_at, hidden_class, mean_at, count_unseen, variance_at
from .action_values cimport best_swap_place, best_gift, gain_of_best_trade, gain_of_best_use, gain_of_drawing, gain_of_looking, gain_of_snapping, gain_of_swapping, gain_of_throwing, gain_of_trading
from ..engine.gift cimport find_gift
from .exchange_choice cimport best_exchange, gain_of_exchange, next_of_exchange, rank_of_joined
from .mind cimport Mind, draw_normal, recall, draw_uniform
from ..engine.play cimport action_of, why_not
from ..engine.powers cimport swap_scope, trade_scope
from ..engine.table cimport Table, is_touchable


cdef double POINTS_OF_A_ROUND
cdef int PATIENT_LAPS
cdef double REFERENCE_RIVALS


cpdef long long choose_by_value(Mind mind, Table table) noexcept nogil
@cython.locals(seat=cython.int, slot=cython.int, place=cython.int)
cpdef long long choose_in_memory_phase(Mind mind, Table table) noexcept nogil
@cython.locals(place=cython.int)
cdef long long choose_gift(Mind mind, Table table) noexcept nogil
cdef long long choose_at_start(Mind mind, Table table) noexcept nogil
@cython.locals(chance=cython.double, cost=cython.double, wanted=cython.double)
cdef int wants_to_call(Mind mind, Table table) noexcept nogil
@cython.locals(top=cython.int, gain=cython.double)
cdef int wants_to_take(Mind mind, Table table) noexcept nogil
@cython.locals(rank=cython.int, gain=cython.double, place=cython.int, thrown=cython.double)
cdef long long choose_for_held_card(Mind mind, Table table) noexcept nogil
cdef long long choose_power_step(Mind mind, Table table) noexcept nogil
cpdef int may_skip(Mind mind, Table table) noexcept nogil
@cython.locals(
    top=cython.int,
    match=cython.int,
    is_counted=cython.int,
    best=cython.int,
    second=cython.int,
    most=cython.double,
    second_most=cython.double,
    may_be_blind=cython.int,
    seat=cython.int,
    slot=cython.int,
    place=cython.int,
    believed=cython.int,
    gain=cython.double,
)
cpdef long long choose_snap_by_value(Mind mind, Table table) noexcept nogil
cdef int is_blind_snap_free(Table table) noexcept nogil
cdef int partner_of(Mind mind, Table table, int place, int other) noexcept nogil
@cython.locals(place=cython.int)
cpdef long long choose_false_start(Mind mind, Table table) noexcept nogil
cdef long long make_snap(Table table, int place, int other) noexcept nogil
@cython.locals(place=cython.int)
cdef long long choose_step(Mind mind, Table table, int kind) noexcept nogil
@cython.locals(
    best=cython.int,
    most=cython.double,
    seat=cython.int,
    slot=cython.int,
    place=cython.int,
    gain=cython.double,
    last=cython.int,
    alike=cython.int,
)
cdef int best_place(Mind mind, Table table, int kind) noexcept nogil
cdef int begins_with_own(Table table) noexcept nogil
cpdef double gain_of_step(Mind mind, Table table, int kind, int place) noexcept nogil
@cython.locals(value=cython.double)
cdef double gain_of_seeing(Mind mind, Table table, int kind, int place) noexcept nogil
@cython.locals(place=cython.int)
cdef long long choose_look_step(Mind mind, Table table) noexcept nogil
