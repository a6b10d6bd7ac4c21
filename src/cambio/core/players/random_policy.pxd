cimport cython

from ..engine cimport action_codes, constants, refusals
from ..engine.next_actor cimport may_snap
from ..engine.legal_actions cimport list_legal_actions
from .mind cimport Mind
from ..engine.play cimport action_of, kind_of, why_not
from ..engine.table cimport Table


cdef int CALL_ONE_IN
cdef int SNAP_ONE_IN


@cython.locals(actions=list, action=cython.longlong)
cpdef long long choose_at_random(Mind mind, Table table) noexcept
@cython.locals(seat=cython.int, place=cython.int)
cpdef long long choose_snap_at_random(Mind mind, Table table) noexcept
