cimport cython

from ..engine cimport action_codes, constants
from . cimport questions
from ..arrays cimport byte_array
from ..engine.rng cimport Rng
from .env_spec cimport EnvSpec
from .reset cimport clear_table
from ..engine.table cimport Table


@cython.final
cdef class EnvState:
    # One block of memory holds all rows. What it takes to pick an answer comes first here, in one cache line.
    cdef signed char* memory
    cdef public int legal_count, question
    # By answer: whether it may be given now.
    cdef signed char* legal
    # By seat and slot: whether a card lies there.
    cdef signed char* occupied
    # By seat: the part of its observation that is about cards (see observation_cache).
    cdef signed char* cache
    cdef readonly EnvSpec spec
    cdef readonly Rng rng
    cdef readonly Table table
    cdef public int end, decisions, seat, first_pick
    cdef public int last_code, last_actor, snap_tells_nothing, slots_before_snap
    cdef public int seats_to_ask, asked_number, asked_caller, asked_final_window
    cdef public int cache_stale, hands_stale

    @cython.locals(answers=cython.int, cached=cython.int, places=cython.int)
    cdef void allocate(self) noexcept nogil
    cpdef void reset_table(self, int dealer) noexcept nogil
    @cython.locals(twin=EnvState)
    cpdef EnvState copy(self)
    cpdef int legal_answer_at(self, int index) noexcept nogil
