cimport cython

from ..engine cimport action_codes, constants, phases
from . cimport policies, round_columns
from ..engine.next_actor cimport may_snap, find_decider
from ..engine.rng cimport Rng, shuffle_stock
from .heuristic cimport choose_by_heuristic, choose_snap_by_heuristic
from .evaluate cimport choose_false_start, choose_by_value, choose_snap_by_value
from ..networks.learned_policy cimport choose_by_network
from .mind cimport Mind, drop_belief, fade_memory, draw_reaction_time, memorise_card, memorise_new_cards
from .round_stats cimport RoundStats
from ..engine.play cimport action_of, kind_of, other_of, place_of, play, resume
from ..engine.snap cimport matches
from ..engine.table cimport Table
from .random_policy cimport choose_at_random, choose_snap_at_random


cpdef long long choose_action(Mind mind, Table table) noexcept
@cython.locals(action=cython.longlong)
cpdef long long choose_snap(Mind mind, Table table) noexcept
cpdef int race_to_snap(Table table, list minds, Rng dealer, RoundStats stats) noexcept
@cython.locals(
    winner=cython.int,
    action=cython.longlong,
    fastest=cython.double,
    seat=cython.int,
    mind=Mind,
    wanted=cython.longlong,
    seconds=cython.double,
)
cpdef int play_fastest_snap(Table table, list minds, list chosen, Rng dealer, RoundStats stats) noexcept
@cython.locals(kind=cython.int, mind=Mind)
cpdef void carry_out(Table table, int seat, long long action, list minds, Rng dealer, RoundStats stats) noexcept
cpdef void shuffle_if_due(Table table, Rng dealer) noexcept
@cython.locals(
    place=cython.int,
    other=cython.int,
    card=cython.int,
    other_card=cython.int,
    is_right=cython.int,
    before=cython.int,
    viewer=cython.int,
    mind=Mind,
)
cdef void carry_out_snap(Table table, int seat, long long action, list minds, Rng dealer, RoundStats stats) noexcept
cdef void learn_from_miss(Mind mind, Table table, int seat, int card) noexcept
cpdef int advance_to_decision(Table table, list minds, Rng dealer, RoundStats stats) noexcept
@cython.locals(seat=cython.int)
cpdef int find_decision(Table table, list minds, Rng dealer, RoundStats stats) noexcept
@cython.locals(seat=cython.int)
cpdef void play_on(Table table, list minds, Rng dealer, RoundStats stats, int limit) noexcept
