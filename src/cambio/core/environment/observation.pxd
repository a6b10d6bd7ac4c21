cimport cython

from ..engine cimport option_codes, constants, phases
from . cimport observation_layout
from ..arrays cimport numpy_rows, byte_array
from .env_spec cimport EnvSpec
from .observation_cache cimport refresh_cache
from .env_state cimport EnvState
from ..engine.table cimport Table


cpdef void write_observation(EnvState env, int seat, int everything, signed char[:, ::1] rows, int index) except *
cpdef void write_mask(EnvState env, signed char[:, ::1] rows, int index) except *
cdef void copy_mask(EnvState env, signed char* row) noexcept nogil
cdef void observe(EnvState env, int seat, int everything, signed char* row) noexcept nogil
cdef void write_columns(EnvState env, Table table, int seat, int everything, signed char* row) noexcept nogil
cdef int offset_of(int seats, int seat, int observer) noexcept nogil
cdef void write_question(EnvState env, Table table, int seat, signed char* row) noexcept nogil
cdef int record_of(int seats, int seat, int observer) noexcept nogil
cdef void write_table(Table table, signed char* row) noexcept nogil
cdef int small(int number) noexcept nogil
cdef void write_cards_in_sight(EnvState env, Table table, int seat, int everything, signed char* row) noexcept nogil
cdef void write_place(Table table, int observer, int place, signed char* row, int where) noexcept nogil
cdef void write_power(Table table, int seat, signed char* row) noexcept nogil
@cython.locals(index=cython.int, where=cython.int)
cdef void write_gifts(Table table, int seat, signed char* row) noexcept nogil
@cython.locals(
    seats=cython.int,
    turn=cython.int,
    caller=cython.int,
    chain=cython.int,
    discarder=cython.int,
    starter=cython.int,
    out=cython.int,
    ready=cython.int,
    count=cython.p_int,
    slots=cython.p_int,
    where=cython.Py_ssize_t,
    owner=cython.Py_ssize_t,
    _=cython.int,
)
cdef void write_seats(Table table, int seat, signed char* row) noexcept nogil
cdef void write_cards(EnvState env, int seat, signed char* row) noexcept nogil
@cython.locals(
    offset=cython.int,
    owner=cython.int,
    slot=cython.int,
    card=cython.int,
)
cdef void write_all_faces(EnvSpec spec, Table table, int seat, signed char* row) noexcept nogil
@cython.locals(latest=cython.int, column=cython.int, index=cython.int)
cdef void write_stock(EnvSpec spec, Table table, signed char* row) noexcept nogil
