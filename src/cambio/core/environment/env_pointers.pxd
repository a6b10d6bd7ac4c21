# Borrowed references to the tables of a vector, which keeps the list: no reference count changes.
from cpython.ref cimport PyObject
from libc.stdlib cimport abort, calloc, free

from . cimport observation
from .env_state cimport EnvState
from .env_step cimport start_round, step
from .lock_step cimport random_answer
from ..engine.rng cimport Rng
from ..engine.score cimport reward


cdef inline PyObject** point_to(list envs) noexcept:
    cdef Py_ssize_t count = len(envs)
    cdef PyObject** pointers = <PyObject**> calloc(count if count else 1, sizeof(PyObject*))
    cdef Py_ssize_t index
    if pointers == NULL:
        abort()
    for index in range(count):
        pointers[index] = <PyObject*> envs[index]
    return pointers


cdef inline void release(PyObject** pointers) noexcept nogil:
    free(pointers)


cdef inline int seat_at(PyObject** pointers, int index) noexcept nogil:
    return (<EnvState> pointers[index]).seat


cdef inline int end_at(PyObject** pointers, int index) noexcept nogil:
    return (<EnvState> pointers[index]).end


cdef inline void start_round_at(PyObject** pointers, int index) noexcept nogil:
    start_round(<EnvState> pointers[index])


cdef inline int step_at(PyObject** pointers, int index, int answer) noexcept nogil:
    return step(<EnvState> pointers[index], answer)


cdef inline double reward_at(PyObject** pointers, int index, int seat) noexcept nogil:
    return reward((<EnvState> pointers[index]).table, seat)


cdef inline int random_answer_at(PyObject** pointers, int index, Rng rng, int snaps, int calls) noexcept nogil:
    return random_answer(<EnvState> pointers[index], rng, snaps, calls)


cdef inline void observe_at(PyObject** pointers, int index, int everything, signed char* row) noexcept nogil:
    observation.observe(<EnvState> pointers[index], (<EnvState> pointers[index]).seat, everything, row)


cdef inline void copy_mask_at(PyObject** pointers, int index, signed char* row) noexcept nogil:
    observation.copy_mask(<EnvState> pointers[index], row)
