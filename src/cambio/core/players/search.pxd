cimport cython

from ..engine cimport phases
from ..arrays cimport int_array, c_math
from . cimport round_columns
from ..engine.rng cimport Rng
from .round_loop cimport choose_action, shuffle_if_due, play_on
from ..engine.legal_actions cimport list_legal_actions
from ..networks.learned_policy cimport has_critic, has_scores, list_choices, list_likely_actions
from .mind cimport Mind, seat_rollout_minds
from .round_stats cimport RoundStats
from ..engine.play cimport play
from .trial cimport record_values, value_of_action
from .worlds cimport draw_seed, sample_world, weigh_evidence
from ..engine.table cimport Table


cdef int WORLDS_PER_CHECK
cdef int FEWEST_GROUPS
cdef double STANDARD_ERRORS
cdef int DECISIONS_PER_SAMPLE
cdef int LOOKS
cdef int ROLLOUT_DECISIONS
cdef int MAX_CHOICES
cdef double POINT_WEIGHT


@cython.locals(action=cython.longlong, actions=list)
cpdef long long choose_with_search(Mind mind, Table table) noexcept
@cython.locals(
    count=cython.int,
    gains=cython.p_double,
    squares=cython.p_double,
    group=cython.p_double,
    is_candidate=cython.p_int,
    stats=RoundStats,
    candidates=cython.int,
    budget=cython.int,
    critic_cost=cython.int,
    decision_cost=cython.int,
    before=cython.int,
    decisions=cython.int,
    index=cython.int,
    worlds=cython.int,
    groups=cython.int,
    next_check=cython.int,
    best=cython.longlong,
    most=cython.double,
)
cdef long long search(Mind mind, Table table, list actions, long long base) noexcept
@cython.locals(cards=cython.int, seat=cython.int)
cdef int count_cards(Table table) noexcept
@cython.locals(world=Table, seed=cython.int, base_value=cython.double, index=cython.int)
cdef void compare_in_world(Mind mind, Table table, list actions, long long base, double* gains, int* is_candidate, RoundStats stats) noexcept
@cython.locals(table=Table, dealer=Rng, minds=list, seat=cython.int, winners=cython.int, won=cython.double)
cdef double value_of_rollout(Mind mind, Table world, long long action, int seed, RoundStats stats) noexcept
cdef int may_be_better(double gain, double square, int groups) noexcept
cdef int is_clearly_better(double gain, double square, int groups) noexcept
@cython.locals(variance=cython.double)
cdef double standard_error(double gain, double square, int groups) noexcept
