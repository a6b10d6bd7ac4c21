cimport cython

from ..engine cimport action_codes, constants, phases, refusals
from ..engine.deal cimport deal
from ..engine.next_actor cimport may_snap
from ..engine.play cimport kind_of, play, reshuffle
from ..engine.table cimport Table
from .evaluate cimport choose_by_value, choose_snap_by_value
from .mind cimport Mind


@cython.final
cdef class Witnessed:
    cdef Table table, scene
    cdef int seat
    cdef long long action


@cython.locals(viewer=cython.int)
cpdef void witness(list minds, Table table, int seat, long long action) noexcept
@cython.locals(seat=cython.int)
cpdef void witness_passes(list minds, Table table) noexcept
cpdef int witness_new_passes(list minds, Table table, int let_pass) noexcept
cdef void keep_decision(Mind mind, Table table, int seat, long long action) noexcept
cpdef int has_evidence(Mind mind, Table table) noexcept
cdef int shuffles_at(Witnessed witnessed) noexcept
@cython.locals(seat=cython.int, mind=Mind)
cpdef int is_watched(list minds) noexcept
@cython.locals(let_pass=cython.int, seat=cython.int, action=cython.longlong, number=cython.int)
cpdef void recollect(Mind mind, Table table, object orders, object actions, bint is_snap) except *
@cython.locals(found=cython.int, index=cython.int)
cpdef int count_contradictions(Mind mind, Table table, Table world, int seat, int most) noexcept
@cython.locals(found=cython.int, index=cython.int)
cpdef int count_decisions(Mind mind, Table table, int seat) noexcept
cdef int seat_at(Witnessed witnessed) noexcept
@cython.locals(pairs=cython.p_int, card=cython.int, place=cython.int, index=cython.int)
cdef void pair_cards(Mind mind, Table table, Table world) noexcept
@cython.locals(seats=cython.int, judge=Mind)
cdef int is_contradicted(Mind mind, Witnessed witnessed) noexcept
@cython.locals(card=cython.int, place=cython.int, index=cython.int)
cdef void exchange_cards(Table table, Table then, int* pairs) noexcept
