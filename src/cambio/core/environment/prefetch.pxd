# Software prefetching in three stages, since each follows pointers that the stage before has fetched: the EnvState of a
# later table, then its Table and rows of marks, then the rows of that Table.
from cpython.ref cimport PyObject

from .env_state cimport EnvState
from ..engine.table cimport Table

cdef extern from *:
    """
    #if defined(__GNUC__)
    /* The volatile statement keeps the compiler from removing functions that only prefetch, as without effect. */
    #define CAMBIO_FETCH(address) do { __builtin_prefetch(address); __asm__ volatile (""); } while (0)
    #else
    #define CAMBIO_FETCH(address) ((void) (address))
    #endif
    """
    void CAMBIO_FETCH(const void* address) noexcept nogil

# The size of a cache line, and how many tables ahead each stage fetches.
cdef enum:
    LINE = 64
    ENV_AHEAD = 18
    TABLE_AHEAD = 12
    ROWS_AHEAD = 6


cdef inline void fetch(const void* address, int lines) noexcept nogil:
    cdef int line = 0
    while line < lines:
        CAMBIO_FETCH(<const char*> address + line * LINE)
        line += 1


cdef inline void prefetch_envs(PyObject** envs, int count, int index) noexcept nogil:
    if index + ENV_AHEAD < count:
        fetch(envs[index + ENV_AHEAD], 3)
    if index + TABLE_AHEAD < count:
        prefetch_table(<EnvState> envs[index + TABLE_AHEAD])
    if index + ROWS_AHEAD < count:
        prefetch_rows((<EnvState> envs[index + ROWS_AHEAD]).table)


cdef inline void prefetch_table(EnvState env) noexcept nogil:
    fetch(<void*> env.table, 3)
    fetch(&env.rng.state, 1)
    fetch(env.cache, 4)
    fetch(env.legal, 2)


cdef inline void prefetch_rows(Table table) noexcept nogil:
    fetch(table.at, 2)
    fetch(table.slots, 1)
    fetch(table.pile + table.pile_size, 1)
    fetch(table.stock + table.stock_left, 1)
    fetch(table.seen, 4)
    fetch(table.kept, 1)


cdef inline void prefetch_masks(PyObject** envs, int count, int index) noexcept nogil:
    if index + ENV_AHEAD < count:
        fetch(envs[index + ENV_AHEAD], 1)
    if index + TABLE_AHEAD < count:
        fetch((<EnvState> envs[index + TABLE_AHEAD]).legal, 2)
