# What the tables after this one consist of is fetched into the cache step by step: each step needs the one before.
from cpython.list cimport PyList_GET_SIZE
from cpython.ref cimport PyObject

from .env_state cimport EnvState
from ..engine.table cimport Table

cdef extern from *:
    """
    #if defined(__GNUC__)
    /* To the compiler a fetch has no effect, so it would leave out whole functions of them but for what is volatile. */
    #define CAMBIO_FETCH(address) do { __builtin_prefetch(address); __asm__ volatile (""); } while (0)
    #else
    #define CAMBIO_FETCH(address) ((void) (address))
    #endif
    """
    void CAMBIO_FETCH(const void* address) noexcept nogil

# Borrowed, as C sees it: nobody takes a table away meanwhile.
cdef extern from "Python.h":
    PyObject* PyList_GET_ITEM(object stages, Py_ssize_t index) noexcept

cdef enum:
    LINE = 64
    STAGE_AHEAD = 18
    TABLE_AHEAD = 12
    ROWS_AHEAD = 6


cdef inline void fetch(const void* address, int lines) noexcept nogil:
    cdef int line = 0
    while line < lines:
        CAMBIO_FETCH(<const char*> address + line * LINE)
        line += 1


cdef inline void send_for(list stages, int index) noexcept:
    cdef int last = PyList_GET_SIZE(stages) - 1
    if index + STAGE_AHEAD <= last:
        fetch(PyList_GET_ITEM(stages, index + STAGE_AHEAD), 3)
    if index + TABLE_AHEAD <= last:
        send_for_table(<EnvState> PyList_GET_ITEM(stages, index + TABLE_AHEAD))
    if index + ROWS_AHEAD <= last:
        send_for_rows((<EnvState> PyList_GET_ITEM(stages, index + ROWS_AHEAD)).table)


cdef inline void send_for_table(EnvState stage) noexcept:
    fetch(<void*> stage.table, 3)
    fetch(&stage.rng.state, 1)
    fetch(stage.sights, 4)
    fetch(stage.allowed, 2)


cdef inline void send_for_rows(Table table) noexcept:
    fetch(table.at, 2)
    fetch(table.slots, 1)
    fetch(table.pile + table.pile_size, 1)
    fetch(table.stock + table.stock_left, 1)
    fetch(table.seen, 4)
    fetch(table.kept, 1)


cdef inline void send_for_answers(list stages, int index) noexcept:
    cdef int last = PyList_GET_SIZE(stages) - 1
    if index + STAGE_AHEAD <= last:
        fetch(PyList_GET_ITEM(stages, index + STAGE_AHEAD), 1)
    if index + TABLE_AHEAD <= last:
        fetch((<EnvState> PyList_GET_ITEM(stages, index + TABLE_AHEAD)).allowed, 2)
