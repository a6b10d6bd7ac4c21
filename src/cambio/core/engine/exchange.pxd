cimport cython

from . cimport constants, event_codes, option_codes, phases, refusals
from .event_log cimport report_card, report_discard, report_place
from .table cimport Table, is_joined, lay, lift, open_slot, put_on_pile, why_not_own
from .window cimport discard


@cython.locals(refusal=cython.int)
cpdef int why_not_also(Table table, int seat, int place) noexcept
cpdef void also(Table table, int seat, int place) noexcept
@cython.locals(bits=cython.int, count=cython.int)
cpdef int count_joined(Table table) noexcept
@cython.locals(rank=cython.int, slot=cython.int)
cpdef int are_equal(Table table, int seat, int place) noexcept
@cython.locals(slot=cython.int, place=cython.int, card=cython.int)
cpdef void lay_joined(Table table, int seat) noexcept
@cython.locals(tried=cython.int, slot=cython.int)
cpdef void mismatch(Table table, int seat, int place) noexcept
@cython.locals(card=cython.int)
cpdef void show_differing(Table table, int seat, int place) noexcept
@cython.locals(card=cython.int)
cpdef void drop_held(Table table, int seat) noexcept
@cython.locals(place=cython.int)
cpdef void add_held(Table table, int seat) noexcept
cpdef void turn_up_taken(Table table) noexcept
