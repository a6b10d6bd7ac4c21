cimport cython
from cpython.ref cimport PyObject

from . cimport env_pointers, prefetch, questions
from ..arrays cimport interpreter_lock, numpy_rows
from ..engine.rng cimport Rng
from .env_snapshot cimport restore_env, take_env_snapshot
from .env_spec cimport EnvSpec
from .env_state cimport EnvState
from .env_step cimport start_round
from ..engine.table cimport Table


cdef int UNLOCKED_TABLES


@cython.final
cdef class Vector:
    cdef readonly EnvSpec spec
    cdef readonly int tables
    cdef readonly long long rounds
    cdef int is_playing
    cdef list envs
    # To each of the environments, borrowed from the list:
    cdef PyObject** pointers

    cdef void replace_envs(self, list envs) except *
    @cython.locals(index=cython.int)
    cpdef void write_rows(self, signed char[:, ::1] observations, signed char[:, ::1] masks, int[::1] seats) except *
    @cython.locals(index=cython.int)
    cpdef void write_states(self, signed char[:, ::1] states) except *
    @cython.locals(state=cython.p_void, given=cython.int)
    cpdef int step(
        self,
        int[::1] answers,
        signed char[:, ::1] observations,
        signed char[:, ::1] masks,
        float[:, ::1] rewards,
        signed char[::1] ends,
        int[::1] seats,
    ) except -1
    @cython.locals(index=cython.int, end=cython.int, seat=cython.int)
    cdef int step_all(
        self,
        int[::1] answers,
        signed char[:, ::1] observations,
        signed char[:, ::1] masks,
        float[:, ::1] rewards,
        signed char[::1] ends,
        int[::1] seats,
    ) noexcept nogil
    @cython.locals(state=cython.p_void)
    cpdef void sample(self, int[::1] answers, Rng rng, int snaps, int calls) except *
    @cython.locals(index=cython.int)
    cdef void sample_all(self, int[::1] answers, Rng rng, int snaps, int calls) noexcept nogil
    cdef void begin(self) except *
    cpdef EnvState env_at(self, int index)
    cpdef list snapshots(self)


@cython.locals(vector=Vector)
cpdef Vector restore_vector(EnvSpec spec, long long rounds, list snapshots)
