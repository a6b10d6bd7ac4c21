from . cimport option_codes, event_codes, constants
from .table cimport Table, put_on_pile, report_number


cpdef void discard(Table table, int seat, int card) noexcept
cpdef void close_window(Table table) noexcept
cpdef void close_at_draw(Table table) noexcept
cpdef void reopen_window(Table table) noexcept
