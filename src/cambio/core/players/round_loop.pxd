cimport cython

from ..engine cimport action_codes, constants, phases
from . cimport policies, round_columns
from ..engine.next_actor cimport may_snap, find_decider
from ..engine.rng cimport Rng, shuffle_stock
from .heuristic cimport follow_habit, snap_by_habit
from .evaluate cimport blurt, judge, judge_snap
from .mind cimport Mind, doubt, fade, reaction, see_again, take_in
from .round_stats cimport RoundStats
from ..engine.play cimport action_of, kind_of, other_of, place_of, play, resume
from ..engine.snap cimport matches
from ..engine.table cimport Table
from .random_policy cimport act_on_whim, snap_on_whim


cpdef long long choose(Mind mind, Table table) noexcept
@cython.locals(action=cython.longlong)
cpdef long long wish(Mind mind, Table table) noexcept
@cython.locals(
    winner=cython.int,
    action=cython.longlong,
    fastest=cython.double,
    seat=cython.int,
    mind=Mind,
    wanted=cython.longlong,
    seconds=cython.double,
)
cdef int race(Table table, list minds, Rng dealer, RoundStats stats) noexcept
@cython.locals(kind=cython.int, mind=Mind)
cpdef void carry_out(Table table, int seat, long long action, list minds, Rng dealer, RoundStats stats) noexcept
cpdef void go_on(Table table, Rng dealer) noexcept
@cython.locals(
    place=cython.int,
    other=cython.int,
    card=cython.int,
    other_card=cython.int,
    is_right=cython.int,
    before=cython.int,
    index=cython.int,
    viewer=cython.int,
    mind=Mind,
)
cdef void carry_out_snap(Table table, int seat, long long action, list minds, Rng dealer, RoundStats stats) noexcept
cdef void learn_from_miss(Mind mind, Table table, int seat, int card) noexcept
@cython.locals(seat=cython.int)
cpdef int ask(Table table, list minds, Rng dealer, RoundStats stats) noexcept
@cython.locals(seat=cython.int)
cpdef void play_on(Table table, list minds, Rng dealer, RoundStats stats, int limit) noexcept
