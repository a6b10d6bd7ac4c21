cimport cython

from ..arrays cimport float_array
from . cimport critic_layout, encoding_layout, network_layout
from .encoding cimport Encoding
from .truth cimport Truth


cdef double POOL_SCALE


@cython.final
cdef class Critic:
    # See critic_layout:
    cdef float* weights
    # What the layers make of the position:
    cdef float* card
    cdef float* pools
    cdef float* trunk
    cdef float* second

    @cython.locals(
        weights=cython.p_float, width=cython.int, known=cython.int, first=cython.int, total=cython.double, index=cython.int
    )
    cpdef double value_of(self, Encoding encoding, Truth truth) noexcept


@cython.locals(
    width=cython.int, columns=cython.int, index=cython.int, start=cython.int, last=cython.int, is_own=cython.int
)
cdef void look_at_hands(Critic critic, Encoding encoding, Truth truth) noexcept
