cimport cython

from ..engine cimport action_codes, constants
from . cimport questions
from ..arrays cimport byte_array
from ..engine.rng cimport Rng
from .action_space cimport Form
from .reset cimport sweep
from ..engine.table cimport Table


@cython.final
cdef class EnvState:
    # All rows lie in one room; and what it takes to pick an answer comes first here, in one line of memory.
    cdef signed char* block
    cdef readonly int answer_count, question
    # By answer: whether it may be given now.
    cdef signed char* allowed
    # By seat and slot: whether a card lies there.
    cdef signed char* laid
    # By seat: what it knows about the cards in all hands, and about those that it has not seen.
    cdef signed char* sights
    cdef readonly Form form
    cdef readonly Rng rng
    cdef readonly Table table
    cdef readonly int end, decisions, seat, picked
    cdef readonly int deed, doer, in_vain, slots_before, waiting, number, caller, reopened
    cdef readonly int stale, stirred

    @cython.locals(answers=cython.int, sights=cython.int, places=cython.int)
    cdef void make_room(self) noexcept
    cpdef void set_table(self, int dealer) noexcept
    @cython.locals(twin=EnvState)
    cpdef EnvState copy(self)
    cpdef int answer_at(self, int index) noexcept
