cimport cython

from . cimport option_codes, constants, phases
from .deal cimport can_draw
from .snap cimport is_late
from .table cimport Table, is_locked


cpdef int may_snap(Table table, int seat) noexcept nogil
@cython.locals(seat=cython.int)
cpdef int find_decider(Table table) noexcept nogil
