from . cimport option_codes, event_codes, constants, phases, refusals
from .event_log cimport report
from .table cimport Table
from .turn cimport pass_turn, why_not_begin
from .window cimport close_window


cpdef int may_call_yet(Table table) noexcept nogil
cpdef int why_not_call(Table table) noexcept nogil
cpdef void call(Table table, int seat) noexcept nogil
cpdef void knock(Table table) noexcept nogil
cpdef void become_caller(Table table, int seat) noexcept nogil
cpdef void end_turn(Table table) noexcept nogil
cpdef void decline_call(Table table, int seat) noexcept nogil
