cimport cython

from . cimport option_codes, event_codes, constants, phases, refusals
from ..arrays cimport int_array
from .event_log cimport record, report, report_card, report_discard, report_number
from .rng cimport Rng, shuffle_stock
from .ruleset cimport Ruleset
from .table cimport Table, exists, lay, open_slot
from .window cimport put_on_pile


@cython.locals(table=Table, card=cython.int)
cpdef Table deal_new_table(Ruleset ruleset, int seats, Rng rng)
@cython.locals(cards=cython.int, index=cython.int)
cpdef void deal(Table table, object order) except *
@cython.locals(step=cython.int, seat=cython.int, _=cython.int)
cpdef void deal_stock(Table table) noexcept nogil
cpdef void begin_play(Table table) noexcept nogil
@cython.locals(slot=cython.int)
cpdef int why_not_remember(Table table, int seat, int place) noexcept nogil
cpdef void remember(Table table, int seat, int place) noexcept nogil
cpdef void get_ready(Table table, int seat) noexcept nogil
@cython.locals(card=cython.int)
cpdef void see(Table table, int kind, int seat, int place) noexcept nogil
@cython.locals(count=cython.int)
cpdef int count_bits(int bits) noexcept nogil
cpdef int can_draw(Table table) noexcept nogil
@cython.locals(top=cython.int, index=cython.int)
cpdef void begin_reshuffle(Table table) noexcept nogil
@cython.locals(left=cython.int, index=cython.int)
cpdef void reorder_stock(Table table, object order) except *
cpdef void finish_reshuffle(Table table) noexcept nogil
cpdef void draw_card(Table table, int seat) noexcept nogil
