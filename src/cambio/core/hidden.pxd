cimport cython

from . cimport mark
from .chance cimport Chance
from .table cimport Table


@cython.locals(places=cython.int, place=cython.int, index=cython.int)
cpdef void redeal(Table table, int seat, Chance chance) except *
@cython.locals(eye=cython.int)
cpdef bint is_hidden(Table table, int seat, int card) noexcept
