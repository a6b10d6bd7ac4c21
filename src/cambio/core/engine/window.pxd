cimport cython

from . cimport option_codes, event_codes, constants
from .event_log cimport report_discard, report_number
from .table cimport Table


cpdef void put_on_pile(Table table, int card) noexcept nogil
cpdef void discard(Table table, int seat, int card) noexcept nogil
@cython.locals(card=cython.int)
cpdef void drop_held(Table table, int seat) noexcept nogil
cpdef void number_discard(Table table, int card) noexcept nogil
cpdef void close_window(Table table) noexcept nogil
cpdef void close_at_draw(Table table) noexcept nogil
cpdef void reopen_window(Table table) noexcept nogil
