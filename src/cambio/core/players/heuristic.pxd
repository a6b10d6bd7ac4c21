cimport cython

from ..engine cimport action_codes, option_codes, constants, phases, refusals
from . cimport traits
from ..engine.gift cimport find_gift
from .evaluate cimport judge_memory, may_skip
from .mind cimport Mind, bell, recalled, share
from ..engine.play cimport action_of, why_not
from ..engine.table cimport Table


cdef double GUESS
cdef int PATIENCE


cpdef long long follow_habit(Mind mind, Table table) noexcept
@cython.locals(believed=cython.int)
cdef double points_at(Mind mind, Table table, int place) noexcept
@cython.locals(worst=cython.int, most=cython.double, slot=cython.int, place=cython.int, points=cython.double)
cdef int worst_of(Mind mind, Table table) noexcept
@cython.locals(slot=cython.int, place=cython.int)
cdef int unknown_own(Mind mind, Table table) noexcept
@cython.locals(place=cython.int)
cdef long long give_worst(Mind mind, Table table) noexcept
@cython.locals(total=cython.double, slot=cython.int, limit=cython.double, place=cython.int)
cdef int feels_low(Mind mind, Table table) noexcept
@cython.locals(points=cython.double)
cdef long long begin(Mind mind, Table table) noexcept
@cython.locals(points=cython.double, may_throw=cython.int, worst=cython.int, unknown=cython.int)
cdef long long place_held(Mind mind, Table table) noexcept
@cython.locals(place=cython.int)
cdef long long use_power(Mind mind, Table table) noexcept
@cython.locals(
    fallback=cython.int,
    first=cython.int,
    step=cython.int,
    seat=cython.int,
    slot=cython.int,
    place=cython.int,
)
cdef int some_place(Mind mind, Table table, int kind) noexcept
@cython.locals(worst=cython.int, is_bad=cython.int)
cdef long long trade_away(Mind mind, Table table) noexcept
@cython.locals(look=cython.int)
cdef long long look_about(Mind mind, Table table) noexcept
cdef int is_better(Mind mind, Table table, int place, int other) noexcept
@cython.locals(worst=cython.int, wanted=cython.int, place=cython.int)
cdef long long swap_for_looked(Mind mind, Table table) noexcept
@cython.locals(
    match=cython.int,
    step=cython.int,
    seat=cython.int,
    slot=cython.int,
    place=cython.int,
    believed=cython.int,
)
cpdef long long snap_by_habit(Mind mind, Table table) noexcept
cdef int dares_to_snap_others(Mind mind, Table table) noexcept
