cimport cython

from ..arrays cimport float_array
from ..engine cimport constants
from ..engine.table cimport Table
from ..players.mind cimport Mind
from . cimport encoding_layout
from .encoding cimport Encoding


cdef double UNIT


@cython.final
cdef class Truth:
    cdef int capacity
    cdef float* position
    cdef float* cards


@cython.locals(
    own=cython.double, best=cython.double, found=cython.int, seat=cython.int, total=cython.double, index=cython.int
)
cpdef void encode_truth(Truth truth, Encoding encoding, Mind mind, Table table) noexcept
@cython.locals(total=cython.double, slot=cython.int, card=cython.int)
cdef double true_hand(Mind mind, Table table, int seat) noexcept
