cimport cython

from . cimport act, decision, mark, memory, sheet
from .chance cimport Chance
from .form cimport Form
from .sweep cimport sweep
from .table cimport Table


@cython.final
cdef class Stage:
    cdef readonly Form form
    cdef readonly Chance chance
    cdef readonly Table table
    cdef readonly int end, decisions, seat, question, picked, answer_count
    cdef readonly int deed, doer, in_vain, slots_before, waiting, number, caller, reopened
    cdef readonly int stale, stirred
    cdef int* answers
    # By answer: whether it may be given now.
    cdef signed char* allowed
    # By seat: what it knows about the cards in all hands, and about those that it has not seen.
    cdef signed char* sights

    @cython.locals(form=Form)
    cdef void make_room(self) noexcept
    cpdef void set_table(self, int dealer) noexcept
    @cython.locals(twin=Stage)
    cpdef Stage copy(self)
    cpdef int answer_at(self, int index) noexcept
