# Software prefetching in three stages, since each follows pointers that the stage before has fetched: the EnvState of a
# later table, then its Table and rows of marks, then the rows of that Table.
from cpython.list cimport PyList_GET_SIZE
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

# Declared here to return a borrowed reference: the list outlives the call, so no reference count need change.
cdef extern from "Python.h":
    PyObject* PyList_GET_ITEM(object envs, Py_ssize_t index) noexcept

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


cdef inline void prefetch_envs(list envs, int index) noexcept:
    cdef int last = PyList_GET_SIZE(envs) - 1
    if index + ENV_AHEAD <= last:
        fetch(PyList_GET_ITEM(envs, index + ENV_AHEAD), 3)
    if index + TABLE_AHEAD <= last:
        prefetch_table(<EnvState> PyList_GET_ITEM(envs, index + TABLE_AHEAD))
    if index + ROWS_AHEAD <= last:
        prefetch_rows((<EnvState> PyList_GET_ITEM(envs, index + ROWS_AHEAD)).table)


cdef inline void prefetch_table(EnvState env) noexcept:
    fetch(<void*> env.table, 3)
    fetch(&env.rng.state, 1)
    fetch(env.cache, 4)
    fetch(env.legal, 2)


cdef inline void prefetch_rows(Table table) noexcept:
    fetch(table.at, 2)
    fetch(table.slots, 1)
    fetch(table.pile + table.pile_size, 1)
    fetch(table.stock + table.stock_left, 1)
    fetch(table.seen, 4)
    fetch(table.kept, 1)


cdef inline void prefetch_masks(list envs, int index) noexcept:
    cdef int last = PyList_GET_SIZE(envs) - 1
    if index + ENV_AHEAD <= last:
        fetch(PyList_GET_ITEM(envs, index + ENV_AHEAD), 1)
    if index + TABLE_AHEAD <= last:
        fetch((<EnvState> PyList_GET_ITEM(envs, index + TABLE_AHEAD)).legal, 2)
