cimport cython

from ..engine cimport phases
from ..engine.legal_actions cimport list_legal_actions
from ..engine.play cimport play
from ..engine.rng cimport Rng
from ..engine.score cimport reward
from ..engine.table cimport Table
from ..networks.learned_policy cimport LearnedPolicy, follow_history, list_choices, share_history, value_of_world
from ..networks.recorder cimport record_value
from .mind cimport Mind, seat_rollout_minds
from .round_loop cimport advance_to_decision, carry_out, choose_action, shuffle_if_due
from .round_stats cimport RoundStats
from .worlds cimport draw_seed


cdef int MAX_DECISIONS


@cython.locals(table=Table, dealer=Rng, minds=list, seat=cython.int, own=Mind)
cpdef double value_of_action(Mind mind, Table world, long long action, int seed, RoundStats stats, int depth) noexcept
@cython.locals(seat=cython.int, _=cython.int)
cdef void play_to_decision(Table table, list minds, Rng dealer, RoundStats stats, int own, int depth) noexcept
@cython.locals(learned=LearnedPolicy, actions=list, seed=cython.int, stats=RoundStats, index=cython.int)
cpdef void record_values(Mind mind, Table table) noexcept
