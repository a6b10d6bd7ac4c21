cimport cython

from . cimport option_codes, event_codes, constants, phases, refusals
from .gift cimport owe_gift
from .powers cimport why_not_touch
from .event_log cimport report_card, report_place
from .table cimport Table, forget_pick, is_locked, lift, move, open_slot
from .window cimport close_window, put_on_pile


@cython.locals(refusal=cython.int)
cpdef int why_not_snap(Table table, int seat, int place, int other, int number) noexcept nogil
cpdef int why_not_reach(Table table, int seat, int place) noexcept nogil
cpdef int is_late(Table table, int seat, int number) noexcept nogil
cpdef int lies_there(Table table, int number) noexcept nogil
cpdef int why_not_late(Table table, int number) noexcept nogil
cpdef void snap(Table table, int seat, int place, int other, int number) noexcept nogil
cpdef int matches(Table table, int place) noexcept nogil
cpdef void snap_rightly(Table table, int seat, int place, int other) noexcept nogil
@cython.locals(card=cython.int)
cpdef void snap_away(Table table, int seat, int place) noexcept nogil
@cython.locals(card=cython.int)
cpdef void snap_wrongly(Table table, int seat, int place) noexcept nogil
@cython.locals(new_place=cython.int)
cpdef void seize(Table table, int seat, int place) noexcept nogil
cpdef void charge(Table table, int seat, int cards) noexcept nogil
