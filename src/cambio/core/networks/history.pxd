cimport cython

from ..arrays cimport int_array
from ..engine cimport constants, event_codes
from ..engine.ruleset cimport Ruleset
from ..engine.table cimport Table
from . cimport card_facts, seat_facts


@cython.final
cdef class History:
    cdef readonly Ruleset ruleset
    cdef readonly int seats, places, turn, read, held_is_taken, open_card
    # By place and card fact, by seat and seat fact, by card:
    cdef int* by_place
    cdef int* by_seat
    cdef int* kind

    @cython.locals(place=cython.int, index=cython.int)
    cpdef void begin_round(self) noexcept
    @cython.locals(log=cython.p_int, start=cython.int, is_public=cython.int)
    cpdef void catch_up(self, Table table) noexcept
    @cython.locals(place=cython.int)
    cpdef void follow(self, History other) noexcept
    cpdef void skip(self, Table table) noexcept
    cpdef int card_fact(self, int place, int fact) noexcept
    cpdef int seat_fact(self, int seat, int fact) noexcept


@cython.locals(fact=cython.int)
cdef void clear_place(History history, int place) noexcept
@cython.locals(new=cython.int)
cdef void make_room(History history, int place) noexcept
cpdef void tell(History history, int kind, int seat, int place, int other, int card) noexcept
cdef void tell_of_place(History history, int kind, int seat, int place, int other) noexcept
cdef void set_fact(History history, int place, int fact, int number) noexcept
cdef void count(History history, int seat, int fact) noexcept
cdef void see_card(History history, int place, int seats) noexcept
cdef void begin_holding(History history, int kind, int seat) noexcept
cdef void settle_card(History history, int kind, int seat, int place, int card) noexcept
@cython.locals(was_known=cython.int, other=cython.int, fact=cython.int)
cdef void spare_others(History history, int seat, int place, int points) noexcept
@cython.locals(points=cython.int, start=cython.int, place=cython.int, fact=cython.int)
cdef void throw_card(History history, int kind, int seat, int card) noexcept
cdef void open_window(History history, int card) noexcept
@cython.locals(passed=cython.int, match=cython.int, card=cython.int, place=cython.int, fact=cython.int)
cdef void let_pass(History history) noexcept
@cython.locals(fact=cython.int, number=cython.int)
cdef void exchange(History history, int place, int other) noexcept
cdef void mark_trade(History history, int seat, int place) noexcept
