cimport cython

from ..arrays cimport float_array
from ..engine cimport constants
from ..engine.play cimport kind_of, place_of
from . cimport encoding_layout, network_layout
from .encoding cimport Encoding


cdef double POOL_SCALE


@cython.final
cdef class Network:
    cdef int capacity
    # See network_layout:
    cdef float* weights
    # What the layers make of the position:
    cdef float* cards
    cdef float* pools
    cdef float* trunk
    cdef float* second
    cdef float* plain
    cdef float* pair_base
    cdef float* pair
    cdef float* belief

    cpdef void look_at(self, Encoding encoding) noexcept
    @cython.locals(
        weights=cython.p_float,
        width=cython.int,
        position=cython.int,
        cards=cython.int,
        kinds=cython.int,
        pair=cython.int,
        first=cython.int,
    )
    cdef void think(self, Encoding encoding) noexcept
    @cython.locals(place=cython.int, index=cython.int)
    cpdef double score_of(self, Encoding encoding, long long action) noexcept
    @cython.locals(column=cython.int, row=cython.int, score=cython.double, weight=cython.int)
    cpdef void believe(self, int index) noexcept
    @cython.locals(total=cython.double, index=cython.int)
    cpdef double value(self) noexcept


@cython.locals(width=cython.int, index=cython.int, start=cython.float)
cdef void look_at_cards(Network network, Encoding encoding) noexcept
@cython.locals(width=cython.int, columns=cython.int, first=cython.int)
cdef void look_at_card(Network network, Encoding encoding, int index) noexcept
@cython.locals(score=cython.double, column=cython.int, weight=cython.int)
cdef double score_with_card(Network network, int index, int kind) noexcept
cdef void join_card(Network network, int index) noexcept
