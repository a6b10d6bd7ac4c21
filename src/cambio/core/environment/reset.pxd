cimport cython

from ..engine cimport constants
from ..arrays cimport byte_array
from ..engine.table cimport Table


cpdef void clear_table(Table table, int dealer, int starter) noexcept nogil
@cython.locals(
    stock=cython.p_short,
    pile=cython.p_short,
    seen=cython.p_int,
    origin=cython.p_short,
    card=cython.int,
)
cdef void reset_cards(Table table) noexcept nogil
@cython.locals(at=cython.p_int, place=cython.int, seat=cython.int)
cdef void reset_seats(Table table) noexcept nogil
