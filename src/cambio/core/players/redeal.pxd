cimport cython

from ..engine cimport constants
from ..arrays cimport int_array
from ..engine.rng cimport Rng
from ..engine.table cimport Table


cdef int NO_FACTS


cpdef void redeal(Table table, int seat, Rng rng) noexcept
@cython.locals(
    hidden=cython.p_int,
    pool=cython.p_int,
    total=cython.int,
    shuffle=cython.int,
    size=cython.int,
    index=cython.int,
    card=cython.int,
)
cpdef void redeal_hidden(Table table, int viewers, Rng rng) noexcept
@cython.locals(total=cython.int, place=cython.int, index=cython.int)
cdef int mark_hidden(Table table, int viewers, int* hidden) noexcept
cdef int mark_if_hidden(Table table, int viewers, int* hidden, int card) noexcept
@cython.locals(place=cython.int, index=cython.int, card=cython.int)
cdef void redeal_shuffle(Table table, int* hidden, int shuffle, int* pool, int size, Rng rng) noexcept
@cython.locals(index=cython.int, card=cython.int)
cdef int draw_from_pool(int* pool, int last, Rng rng) noexcept
cdef void unpack_facts(Table table, int card, int packed) noexcept
@cython.locals(card=cython.int, other=cython.int)
cpdef void exchange_with_stock(Table table, int place, int index) noexcept
