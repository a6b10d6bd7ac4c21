cimport cython

from . cimport prefetch, action_space, questions, observation
from ..arrays cimport numpy_rows
from .legal_answers cimport is_offered
from ..engine.rng cimport Rng
from ..engine.deal cimport count_bits
from .env_snapshot cimport restore_env, take_env_snapshot
from .env_spec cimport EnvSpec
from .env_state cimport EnvState
from .env_step cimport start_round, step
from ..engine.table cimport Table


@cython.final
cdef class Vector:
    cdef readonly EnvSpec spec
    cdef readonly int tables
    cdef readonly long long rounds
    cdef list envs

    @cython.locals(index=cython.int, env=EnvState)
    cpdef void write_rows(self, signed char[:, ::1] observations, signed char[:, ::1] masks, int[::1] seats) except *
    @cython.locals(index=cython.int, env=EnvState)
    cpdef void write_states(self, signed char[:, ::1] states) except *
    @cython.locals(index=cython.int, seat=cython.int, env=EnvState)
    cpdef int step(
        self,
        int[::1] answers,
        signed char[:, ::1] observations,
        signed char[:, ::1] masks,
        float[:, ::1] rewards,
        signed char[::1] ends,
        int[::1] seats,
    ) except -1
    @cython.locals(index=cython.int)
    cpdef void sample(self, int[::1] answers, Rng rng, int snaps, int calls) except *
    cpdef EnvState env_at(self, int index)
    cpdef list snapshots(self)


@cython.locals(vector=Vector)
cpdef Vector restore_vector(EnvSpec spec, long long rounds, list snapshots)
@cython.locals(share=cython.double)
cpdef double reward(Table table, int seat) noexcept
@cython.locals(count=cython.int)
cdef int random_answer(EnvState env, Rng rng, int snaps, int calls) noexcept
@cython.locals(answer=cython.int)
cdef int random_answer_but_call(EnvState env, Rng rng) noexcept
