cimport cython

from ..engine cimport phases
from . cimport round_columns
from .comparison cimport Comparison
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
cdef int DECISIONS_PER_SAMPLE
cdef int LOOKS
cdef int ROLLOUT_DECISIONS
cdef int MAX_CHOICES
cdef double POINT_WEIGHT


@cython.locals(action=cython.longlong, actions=list)
cpdef long long choose_with_search(Mind mind, Table table) noexcept
@cython.locals(
    comparison=Comparison,
    stats=RoundStats,
    worlds=cython.int,
    next_check=cython.int,
    critic_cost=cython.int,
    decision_cost=cython.int,
    budget=cython.int,
    before=cython.int,
    decisions=cython.int,
)
cdef long long search(Mind mind, Table table, list actions, long long base) noexcept
@cython.locals(cards=cython.int, seat=cython.int)
cdef int count_cards(Table table) noexcept
@cython.locals(world=Table, seed=cython.int, base_value=cython.double, value=cython.double, index=cython.int)
cdef void compare_in_world(Mind mind, Table table, Comparison comparison, RoundStats stats) noexcept
@cython.locals(table=Table, dealer=Rng, minds=list, seat=cython.int, winners=cython.int, won=cython.double)
cdef double value_of_rollout(Mind mind, Table world, long long action, int seed, RoundStats stats) noexcept
