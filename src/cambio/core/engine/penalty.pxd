cimport cython

from . cimport event_codes, constants, phases
from .deal cimport can_draw, begin_reshuffle
from .powers cimport end_power
from .event_log cimport report, report_place
from .table cimport Table, forget_pick, lay, open_slot
from .window cimport close_window, drop_held


@cython.locals(seat=cython.int, place=cython.int, limit=cython.int)
cpdef void pay_penalty(Table table) noexcept nogil
@cython.locals(slot=cython.int)
cpdef void put_out(Table table, int seat) noexcept nogil
