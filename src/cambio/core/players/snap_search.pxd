cimport cython

from ..arrays cimport int_array
from ..engine cimport action_codes, constants, refusals
from ..engine.next_actor cimport may_snap
from ..engine.play cimport action_of, why_not
from ..engine.rng cimport Rng
from ..engine.snap cimport matches
from ..engine.table cimport Table
from ..networks.learned_policy cimport has_critic, look_at_window
from .evidence cimport count_decisions
from .mind cimport Mind
from .round_loop cimport choose_snap, play_fastest_snap
from .round_stats cimport RoundStats
from .search cimport begin_search, search
from .worlds cimport sample_world


cdef int WORLDS_OF_MATCHES
cdef int LEAST_MATCHES
cdef int LEAST_DECISIONS
cdef int MOST_TRIED


cpdef int searches_snaps(Mind mind) noexcept
@cython.locals(wanted=cython.longlong, actions=list)
cpdef long long choose_snap_with_search(Mind mind, Table table) noexcept
@cython.locals(
    places=cython.int,
    found=cython.p_int,
    place=cython.int,
    _=cython.int,
    world=Table,
    actions=list,
    action=cython.longlong,
)
cpdef list list_likely_snaps(Mind mind, Table table, long long wanted)
@cython.locals(owner=cython.int, is_expert=cython.int)
cdef int is_seen_or_explained(Mind mind, Table table, int place) noexcept
@cython.locals(number=cython.int)
cdef int is_lawful_snap(Mind mind, Table table, int place) noexcept
@cython.locals(chosen=list, seat=cython.int)
cpdef int race_with_search(Table table, list minds, Rng dealer, RoundStats stats) noexcept
