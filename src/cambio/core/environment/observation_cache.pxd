cimport cython

from ..engine cimport action_codes, constants
from . cimport observation_layout
from ..arrays cimport byte_array
from .env_state cimport EnvState
from ..engine.table cimport Table


@cython.locals(owner=cython.int, slot=cython.int)
cpdef void refresh_cache(EnvState env) noexcept nogil
@cython.locals(
    seats=cython.int,
    cache=cython.p_schar,
    width=cython.int,
    card=cython.int,
    where=cython.int,
    seen=cython.int,
    seat=cython.int,
)
cdef void count_unseen(EnvState env, Table table) noexcept nogil
@cython.locals(column=cython.int)
cdef int unseen_column(EnvState env, int card) noexcept nogil
cdef int is_old(EnvState env, int card) noexcept nogil
@cython.locals(slot=cython.int)
cpdef void update_places(EnvState env, int place, int other) noexcept nogil
@cython.locals(
    seats=cython.int,
    slots=cython.int,
    width=cython.int,
    slot=cython.int,
    card=cython.int,
    seen_bits=cython.uint,
    old=cython.int,
    offset=cython.int,
    where=cython.Py_ssize_t,
    _=cython.int,
)
cdef void cache_place(EnvState env, Table table, int place) noexcept nogil
@cython.locals(column=cython.int)
cdef void cache_gap(EnvState env, Py_ssize_t where) noexcept nogil
@cython.locals(cache=cython.p_schar, code=cython.int, column=cython.int)
cdef void cache_card(EnvState env, int card, unsigned int seen_bits, int old, Py_ssize_t where) noexcept nogil
@cython.locals(news=cython.int, where=cython.int)
cpdef void update_unseen(EnvState env, int card, int before) noexcept nogil
