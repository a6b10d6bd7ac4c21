cimport cython

from ..engine cimport action_codes, option_codes, constants, phases, refusals
from ..arrays cimport c_math
from . cimport traits
from .belief cimport chance_of_winning_call, mean_at, survey, variance_at
from .action_values cimport best_exit, best_gift, best_partner, best_use, gain_of_drawing, gain_of_looking, gain_of_snapping, gain_of_swapping, gain_of_throwing, gain_of_trading
from ..engine.gift cimport find_gift
from .mind cimport Mind, bell, recalled, share
from ..engine.play cimport action_of, why_not
from ..engine.table cimport Table, is_touchable


cdef double POINTS_OF_A_ROUND
cdef int PATIENCE
cdef double RIVALS


cpdef long long judge(Mind mind, Table table) noexcept
@cython.locals(seat=cython.int, slot=cython.int, place=cython.int)
cpdef long long judge_memory(Mind mind, Table table) noexcept
@cython.locals(place=cython.int)
cdef long long judge_gift(Mind mind, Table table) noexcept
cdef long long judge_start(Mind mind, Table table) noexcept
@cython.locals(chance=cython.double, cost=cython.double, wanted=cython.double)
cdef int wants_to_call(Mind mind, Table table) noexcept
@cython.locals(top=cython.int, gain=cython.double)
cdef int wants_to_take(Mind mind, Table table) noexcept
@cython.locals(place=cython.int, thrown=cython.double)
cdef long long judge_held(Mind mind, Table table) noexcept
cdef long long judge_power(Mind mind, Table table) noexcept
cpdef int may_skip(Mind mind, Table table) noexcept
@cython.locals(
    top=cython.int,
    match=cython.int,
    surveyed=cython.int,
    best=cython.int,
    second=cython.int,
    most=cython.double,
    second_most=cython.double,
    blind=cython.int,
    seat=cython.int,
    slot=cython.int,
    place=cython.int,
    believed=cython.int,
    gain=cython.double,
)
cpdef long long judge_snap(Mind mind, Table table) noexcept
cdef int dares_blindly(Table table) noexcept
cdef int partner_of(Mind mind, Table table, int place, int other) noexcept
@cython.locals(place=cython.int)
cpdef long long blurt(Mind mind, Table table) noexcept
cdef long long snap_of(Table table, int place, int other) noexcept
@cython.locals(place=cython.int)
cdef long long judge_step(Mind mind, Table table, int kind) noexcept
@cython.locals(best=cython.int, most=cython.double, seat=cython.int, slot=cython.int, place=cython.int, gain=cython.double)
cdef int best_place(Mind mind, Table table, int kind) noexcept
cdef double gain_of_step(Mind mind, Table table, int kind, int place) noexcept
@cython.locals(value=cython.double)
cdef double gain_of_seeing(Mind mind, Table table, int kind, int place) noexcept
@cython.locals(place=cython.int)
cdef long long judge_look(Mind mind, Table table) noexcept
