cimport cython

from ..engine cimport constants, phases
from ..arrays cimport int_array, c_math
from . cimport unseen_pool, round_columns
from .belief cimport regard
from ..engine.rng cimport Rng
from .round_loop cimport choose, go_on, play_on
from .redeal cimport redeal
from ..engine.legal_actions cimport list_legal_actions
from .mind cimport Mind, share
from .round_stats cimport RoundStats
from ..engine.play cimport play
from ..engine.table cimport Table


cdef int ROUND_OF_WORLDS
cdef double CLEARLY
cdef int SEEDS
cdef int TRADES
cdef int PATIENCE
cdef int FORESIGHT
cdef int CHOICES
cdef double POINTS


@cython.locals(action=cython.longlong, actions=list)
cpdef long long deliberate(Mind mind, Table table) noexcept
@cython.locals(
    count=cython.int,
    gains=cython.p_double,
    squares=cython.p_double,
    alive=cython.p_int,
    stats=RoundStats,
    left=cython.int,
    index=cython.int,
    worlds=cython.int,
    best=cython.longlong,
    most=cython.double,
)
cdef long long search(Mind mind, Table table, list actions, long long base) noexcept
@cython.locals(world=Table, seed=cython.int, standard=cython.double, index=cython.int, gain=cython.double)
cdef void try_world(Mind mind, Table table, list actions, long long base, double* gains, double* squares, int* alive, RoundStats stats) noexcept
@cython.locals(place=cython.int, card=cython.int, kind=cython.int, _=cython.int)
cdef void make_likely(Mind mind, Table world) noexcept
@cython.locals(index=cython.int, card=cython.int, other=cython.int)
cdef void trade_with_stock(Mind mind, Table world, int place, int kind) noexcept
cdef double likelihood(Mind mind, int card, int kind) noexcept
@cython.locals(table=Table, dealer=Rng, seat=cython.int, winners=cython.int, won=cython.double, other=Mind)
cdef double outcome(Mind mind, Table world, long long action, int seed, RoundStats stats) noexcept
@cython.locals(error=cython.double)
cdef int is_hopeful(double gain, double square, int worlds) noexcept
cdef int stands_out(double gain, double square, int worlds) noexcept
@cython.locals(variance=cython.double)
cdef double deviation(double gain, double square, int worlds) noexcept
