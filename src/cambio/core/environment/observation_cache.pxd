cimport cython

from ..engine cimport action_codes, constants
from . cimport observation_layout
from ..arrays cimport byte_array
from .env_state cimport EnvState
from ..engine.table cimport Table


@cython.locals(owner=cython.int, slot=cython.int)
cpdef void bring_up_to_date(EnvState stage) noexcept
@cython.locals(
    table=Table,
    seats=cython.int,
    sights=cython.p_schar,
    width=cython.int,
    card=cython.int,
    where=cython.int,
    seen=cython.int,
    seat=cython.int,
)
cdef void count_unseen(EnvState stage) noexcept
@cython.locals(column=cython.int)
cdef int column_of(EnvState stage, int card) noexcept
cdef int is_old(EnvState stage, int card) noexcept
@cython.locals(slot=cython.int)
cpdef void keep_up(EnvState stage, int place, int other) noexcept
@cython.locals(
    table=Table,
    seats=cython.int,
    slots=cython.int,
    width=cython.int,
    slot=cython.int,
    card=cython.int,
    eyes=cython.uint,
    old=cython.int,
    steps=cython.int,
    where=cython.Py_ssize_t,
    _=cython.int,
)
cdef void write_place(EnvState stage, int place) noexcept
@cython.locals(column=cython.int)
cdef void write_gap(EnvState stage, Py_ssize_t where) noexcept
@cython.locals(sights=cython.p_schar, code=cython.int, column=cython.int)
cdef void write_card(EnvState stage, int card, unsigned int eyes, int old, Py_ssize_t where) noexcept
@cython.locals(table=Table, news=cython.int, where=cython.int)
cpdef void note_seen(EnvState stage, int card, int before) noexcept
