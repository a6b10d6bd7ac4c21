cimport cython

from ..engine cimport constants, event_codes, phases
from ..engine.event_log cimport report_discard
from ..networks.learned_policy cimport end_recording
from ..engine.ruleset cimport Ruleset
from ..engine.rng cimport Rng
from .evidence cimport is_watched, witness, witness_new_passes
from .round_loop cimport carry_out, find_decision, race_to_snap
from .mind cimport Mind
from .round_stats cimport RoundStats
from ..engine.deal cimport deal_new_table
from .search cimport choose_with_search
from .snap_search cimport searches_snaps, race_with_search
from ..engine.table cimport Table


cdef unsigned long long SEED_STRIDE
cdef unsigned long long DEAL_STRIDE
cdef unsigned long long SEED_MASK


cpdef unsigned long long derive_seed(unsigned long long seed, unsigned long long deal, unsigned long long who) noexcept
cpdef Rng make_rng(unsigned long long seed, unsigned long long deal, unsigned long long who)
@cython.locals(watched=cython.int, pondered=cython.int, let_pass=cython.int, seat=cython.int, action=cython.longlong)
cdef void play_round(Table table, list minds, Rng dealer, RoundStats stats) noexcept
@cython.locals(
    seats=cython.int,
    stats=RoundStats,
    rows=list,
    deal=cython.longlong,
    rotation=cython.int,
    seated=list,
    seat=cython.int,
    dealer=Rng,
    table=Table,
    mind=Mind,
)
cpdef list play_deals(Ruleset ruleset, list minds, int rotations, unsigned long long seed, long long first, int deals)
@cython.locals(seat=cython.int, mind=Mind)
cdef void listen_for(Table table, list minds) noexcept
cpdef void start_log(Table table) noexcept
@cython.locals(seat=cython.int, mind=Mind)
cdef void end_recordings(Table table, list minds) noexcept
