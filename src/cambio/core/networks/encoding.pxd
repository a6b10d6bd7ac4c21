cimport cython

from ..arrays cimport c_math, float_array, int_array
from ..engine cimport action_codes, constants, option_codes, phases
from ..engine.gift cimport find_gift
from ..engine.play cimport kind_of, place_of
from ..engine.table cimport Table, is_joined, is_lookable, is_touchable
from . cimport card_facts, encoding_layout, seat_facts
from ..players cimport unseen_pool
from ..players.action_values cimport gain_of_best_use, gain_of_drawing, gain_of_swapping, gain_of_throwing
from ..players.belief cimport chance_of_winning_call, deviation_at, hand_mean, hand_variance, is_accounted_for, mean_at
from ..players.evaluate cimport gain_of_step
from .history cimport History
from ..players.mind cimport Mind, recall


cdef double UNIT
cdef double USUAL_CARDS
cdef double USUAL_LAPS
cdef double LARGEST_GAIN


@cython.final
cdef class Encoding:
    cdef readonly int capacity, cards
    # The row of the position, then the rows of cards with their places:
    cdef float* position
    cdef float* places
    cdef int* place
    # By seat, what is expected of its hand; by kind of card, how many are unseen:
    cdef float* hands
    cdef int* unseen

    @cython.locals(index=cython.int)
    cpdef void set_rules(self, object numbers) except *
    cpdef list position_row(self)
    cpdef list card_row(self, int index)
    cpdef int place_of_card(self, int index) noexcept


@cython.locals(seat=cython.int, offset=cython.int, slot=cython.int, place=cython.int)
cpdef void encode(Encoding encoding, Mind mind, Table table, History history, long long advice) noexcept
@cython.locals(row=cython.p_float, kind=cython.int, card=cython.int, start=cython.int)
cdef void encode_unseen(Encoding encoding, Mind mind, Table table, History history) noexcept
@cython.locals(start=cython.int, unknown=cython.int, slot=cython.int, card=cython.int)
cdef void encode_hand(Encoding encoding, Mind mind, Table table, int seat) noexcept
cdef void encode_question(float* row, Mind mind, Table table, History history) noexcept
cdef void encode_card(float* row, int start, Mind mind, int card, History history) noexcept
@cython.locals(
    row=cython.p_float, left=cython.int, own=cython.int, best=cython.int, seat=cython.int, start=cython.int
)
cdef void encode_progress(Encoding encoding, Mind mind, Table table) noexcept
@cython.locals(top=cython.int)
cdef void encode_judgement(float* row, Mind mind, Table table, long long advice) noexcept
@cython.locals(gain=cython.double)
cdef double limit_gain(double points) noexcept
@cython.locals(width=cython.int, start=cython.int)
cdef void encode_place(Encoding encoding, Mind mind, Table table, History history, int place, long long advice) noexcept
@cython.locals(row=cython.p_float, distance=cython.int, facts=cython.p_int, first=cython.int, age=cython.int)
cdef void encode_owner(Encoding encoding, int start, Mind mind, Table table, History history, int seat) noexcept
@cython.locals(card=cython.int, believed=cython.int, match=cython.int, seen=cython.int, others=cython.int, seat=cython.int)
cdef void encode_face(float* row, int start, Mind mind, Table table, History history, int place) noexcept
@cython.locals(
    row=cython.p_float,
    facts=cython.p_int,
    first=cython.int,
    age=cython.double,
    passed=cython.int,
    unseen=cython.int,
    excluded=cython.int,
    kind=cython.int,
    top=cython.int,
)
cdef void encode_facts(Encoding encoding, int start, Mind mind, Table table, History history, int place) noexcept
@cython.locals(is_own=cython.int, gain=cython.double, step=cython.int)
cdef void encode_step(float* row, int start, Mind mind, Table table, int place, long long advice) noexcept
cdef int step_of_power(Table table) noexcept
