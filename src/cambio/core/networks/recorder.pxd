cimport cython

from ..arrays cimport float_array, int_array
from ..engine cimport constants
from ..engine.play cimport kind_of, place_of
from ..engine.table cimport Table
from . cimport encoding_layout
from .encoding cimport Encoding
from .truth cimport Truth, encode_truth
from ..players.mind cimport Mind


cdef int DECISION_WIDTH
cdef int VALUE_WIDTH


@cython.final
cdef class Recorder:
    cdef readonly int capacity, card_capacity, action_capacity, decisions, card_count, action_count, rounds, begun
    cdef Truth truth
    # By decision:
    cdef float* positions
    cdef float* truths
    cdef float* rewards
    cdef int* numbers
    # By card of each decision:
    cdef float* card_rows
    cdef float* card_truths
    # By action of each decision, its kind and its card:
    cdef int* action_numbers
    # By action, its chance and its value:
    cdef float* action_values

    cpdef void clear(self) noexcept
    @cython.locals(index=cython.int)
    cpdef void end_round(self, double reward) noexcept
    cpdef dict tables(self)


@cython.locals(decision=cython.int, width=cython.int, index=cython.int, action=cython.longlong, number=cython.int, first=cython.int)
cpdef void record_decision(Recorder recorder, Encoding encoding, Mind mind, Table table, list actions, int chosen) noexcept
cpdef void record_chance(Recorder recorder, int index, double chance) noexcept
cpdef void record_value(Recorder recorder, int index, double value) noexcept
cdef int number_of(Recorder recorder, int index) noexcept
@cython.locals(index=cython.int)
cdef int card_of(Encoding encoding, int place) noexcept
@cython.locals(truth=Truth, width=cython.int)
cdef void record_truth(Recorder recorder, Encoding encoding, Mind mind, Table table) noexcept
@cython.locals(old=cython.int, new=cython.int)
cdef void make_room(Recorder recorder, int cards, int actions) noexcept
