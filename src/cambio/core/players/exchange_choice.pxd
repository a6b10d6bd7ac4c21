cimport cython

from ..engine cimport action_codes, constants, option_codes
from ..engine.play cimport action_of
from ..engine.table cimport Table, is_joined
from .mind cimport Mind, recall



@cython.locals(card=cython.int, believed=cython.int)
cpdef int believed_rank(Mind mind, Table table, int place) noexcept nogil
@cython.locals(gain=cython.double, cards=cython.int, slot=cython.int, place=cython.int)
cpdef double gain_of_exchange(Mind mind, Table table, int rank) noexcept nogil
@cython.locals(best=cython.int, most=cython.double, slot=cython.int, rank=cython.int, gain=cython.double)
cpdef int best_exchange(Mind mind, Table table) noexcept nogil
@cython.locals(place=cython.int, left=cython.int, fallback=cython.int, slot=cython.int, own=cython.int)
cpdef long long next_of_exchange(Mind mind, Table table, int rank) noexcept nogil
@cython.locals(slot=cython.int, place=cython.int)
cpdef int rank_of_joined(Mind mind, Table table) noexcept nogil
