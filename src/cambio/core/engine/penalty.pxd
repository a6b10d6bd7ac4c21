cimport cython

from . cimport event_codes, constants, phases
from .deal cimport can_draw, turn_pile_over
from .powers cimport end_power
from .table cimport Table, forget_pick, lay, open_slot, report, report_discard, report_place
from .window cimport close_window, discard


@cython.locals(seat=cython.int, place=cython.int, limit=cython.int)
cpdef void pay_penalty(Table table) noexcept
@cython.locals(slot=cython.int, card=cython.int)
cpdef void put_out(Table table, int seat) noexcept
