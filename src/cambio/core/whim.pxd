cimport cython

from . cimport act, mark, why
from .asking cimport may_snap
from .lawful cimport lawful
from .mind cimport Mind
from .play cimport action_of, kind_of, why_not
from .table cimport Table


cdef int CALL_CHANCE
cdef int SNAP_CHANCE


@cython.locals(actions=list, action=cython.longlong)
cpdef long long act_on_whim(Mind mind, Table table) noexcept
@cython.locals(seat=cython.int, place=cython.int)
cpdef long long snap_on_whim(Mind mind, Table table) noexcept
