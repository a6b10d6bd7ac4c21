cimport cython

from ..engine cimport phases
from . cimport round_columns
from .comparison cimport Comparison
from ..engine.rng cimport Rng
from .round_loop cimport choose_action, play_on, shuffle_if_due
from ..engine.legal_actions cimport list_legal_actions
from ..networks.learned_policy cimport count_consultations, has_critic, has_scores, list_choices, list_likely_actions
from .mind cimport Mind, seat_rollout_minds
from .round_stats cimport RoundStats
from ..engine.play cimport play
from .trial cimport record_values, value_of_action
from .worlds cimport draw_seed, sample_world, weigh_evidence
from ..engine.table cimport Table


cdef int WORLDS_PER_CHECK
cdef int DECISIONS_PER_SAMPLE
cdef int BUDGET_OF_TRIALS
cdef int COST_OF_DEAL
cdef int COST_OF_TEST
cdef int COST_OF_DECISION
cdef int COST_OF_NETWORK
cdef int COST_OF_NETWORK_PER_CARD
cdef int ROLLOUT_DECISIONS
cdef int MAX_CHOICES
cdef double ERRORS_OF_ROLLOUTS
cdef double ERRORS_OF_TRIALS
cdef double POINT_WEIGHT


@cython.locals(action=cython.longlong, actions=list)
cpdef long long choose_with_search(Mind mind, Table table) noexcept
cpdef void begin_search(Mind mind, Table table) noexcept
@cython.locals(
    comparison=Comparison,
    stats=RoundStats,
    worlds=cython.int,
    next_check=cython.int,
    budget=cython.int,
    spent=cython.int,
    consulted=cython.int,
)
cpdef long long search(Mind mind, Table table, list actions, long long base) noexcept
@cython.locals(decisions=cython.int, cards=cython.int, seat=cython.int)
cdef int cost_so_far(Mind mind, Table table, RoundStats stats, int consulted) noexcept
@cython.locals(world=Table, seed=cython.int, base_value=cython.double, value=cython.double, index=cython.int)
cdef void compare_in_world(Mind mind, Table table, Comparison comparison, RoundStats stats) noexcept
@cython.locals(table=Table, dealer=Rng, minds=list, seat=cython.int, winners=cython.int, won=cython.double)
cdef double value_of_rollout(Mind mind, Table world, long long action, int seed, RoundStats stats) noexcept
