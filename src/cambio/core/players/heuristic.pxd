cimport cython

from ..engine cimport action_codes, option_codes, constants, phases, refusals
from . cimport traits
from ..engine.gift cimport find_gift
from .evaluate cimport choose_in_memory_phase, may_skip
from .exchange_choice cimport best_exchange, next_of_exchange, rank_of_joined
from .mind cimport Mind, draw_normal, recall, draw_uniform
from ..engine.play cimport action_of, why_not
from ..engine.powers cimport swap_scope
from ..engine.table cimport Table


cdef double UNKNOWN_POINTS
cdef int PATIENT_LAPS
cdef int LONG_ROUND_LAPS


cpdef long long choose_by_heuristic(Mind mind, Table table) noexcept
@cython.locals(believed=cython.int)
cdef double points_at(Mind mind, Table table, int place) noexcept
@cython.locals(worst=cython.int, most=cython.double, slot=cython.int, place=cython.int, points=cython.double)
cdef int worst_own(Mind mind, Table table) noexcept
@cython.locals(slot=cython.int, place=cython.int)
cdef int first_unknown_own(Mind mind, Table table) noexcept
@cython.locals(place=cython.int)
cdef long long choose_gift(Mind mind, Table table) noexcept
@cython.locals(total=cython.double, slot=cython.int, limit=cython.double, place=cython.int)
cdef int wants_to_call(Mind mind, Table table) noexcept
@cython.locals(points=cython.double)
cdef long long choose_at_start(Mind mind, Table table) noexcept
@cython.locals(rank=cython.int, points=cython.double, may_throw=cython.int, worst=cython.int, unknown=cython.int)
cdef long long choose_for_held_card(Mind mind, Table table) noexcept
@cython.locals(place=cython.int)
cdef long long choose_power_step(Mind mind, Table table) noexcept
@cython.locals(
    fallback=cython.int,
    first=cython.int,
    step=cython.int,
    seat=cython.int,
    slot=cython.int,
    place=cython.int,
)
cdef int pick_place(Mind mind, Table table, int kind) noexcept
@cython.locals(worst=cython.int, is_bad=cython.int)
cdef long long choose_trade_step(Mind mind, Table table) noexcept
@cython.locals(look=cython.int)
cdef long long choose_look_step(Mind mind, Table table) noexcept
cdef int would_lower_hand(Mind mind, Table table, int place, int other) noexcept
@cython.locals(worst=cython.int, wanted=cython.int, place=cython.int)
cdef long long choose_swap_for_looked(Mind mind, Table table) noexcept
@cython.locals(
    match=cython.int,
    step=cython.int,
    seat=cython.int,
    slot=cython.int,
    place=cython.int,
    believed=cython.int,
)
cpdef long long choose_snap_by_heuristic(Mind mind, Table table) noexcept
cdef int dares_to_snap_others(Mind mind, Table table) noexcept
