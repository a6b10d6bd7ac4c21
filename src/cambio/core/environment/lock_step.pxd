cimport cython

from . cimport action_space
from .legal_answers cimport is_offered
from ..engine.rng cimport Rng
from .env_state cimport EnvState


@cython.locals(count=cython.int)
cpdef int random_answer(EnvState env, Rng rng, int snaps, int calls) noexcept nogil
@cython.locals(answer=cython.int)
cdef int random_answer_but_call(EnvState env, Rng rng) noexcept nogil
