cimport cython

from ..engine cimport action_codes, option_codes, constants, phases
from . cimport questions
from .legal_answers cimport action_for, has_snap, is_offered, list_answers, place_named
from ..engine.next_actor cimport may_snap, find_decider
from ..engine.rng cimport shuffle_stock
from ..engine.deal cimport deal_stock, count_bits
from ..engine.legal_actions cimport list_legal_actions
from ..engine.play cimport action_of, carry_out, kind_of, other_of, place_of, resume
from .observation_cache cimport keep_up, note_seen
from ..engine.snap cimport matches
from .env_state cimport EnvState
from ..engine.table cimport Table


cpdef void deal_anew(EnvState stage) noexcept
cpdef void deal_round(EnvState stage) noexcept
cpdef void go_on(EnvState stage) noexcept
cpdef void take_up(EnvState stage) noexcept
@cython.locals(table=Table, seat=cython.int)
cpdef void find_question(EnvState stage) noexcept
cdef int question_of(Table table) noexcept
cdef void ask(EnvState stage, int seat, int question) noexcept
cpdef void ask_to_snap(EnvState stage, int seat) noexcept
@cython.locals(seats=cython.int, seat=cython.int, _=cython.int)
cdef int any_of_those_waiting(EnvState stage) noexcept
@cython.locals(seat=cython.int)
cdef void ask_around(EnvState stage, Table table) noexcept
cdef int is_news_to_all(EnvState stage, Table table) noexcept
cdef int has_seen_a_card(int deed) noexcept
cdef void let_wait(EnvState stage, Table table, int seat) noexcept
cpdef int decide(EnvState stage, int answer) noexcept
@cython.locals(action=cython.longlong, seat=cython.int)
cpdef void act_on(EnvState stage, int answer) noexcept
cdef int is_first_of_two(EnvState stage, int answer) noexcept
@cython.locals(table=Table)
cdef void look_before_snap(EnvState stage, int seat, int place, int other) noexcept
cdef int is_open(Table table, int place) noexcept
@cython.locals(
    table=Table,
    held=cython.int,
    place=cython.int,
    other_place=cython.int,
    card=cython.int,
    other=cython.int,
    held_before=cython.int,
    card_before=cython.int,
    other_before=cython.int,
)
cdef void do(EnvState stage, int seat, long long action) noexcept
cdef int card_at(Table table, int place) noexcept
cdef int seen_so_far(Table table, int card) noexcept
cdef void do_for(EnvState stage, int seat) noexcept
@cython.locals(table=Table)
cpdef int cards_to_come(EnvState stage, int answer) noexcept
cdef int is_wrong_snap(EnvState stage, int answer) noexcept
@cython.locals(table=Table)
cpdef int cards_awaited(EnvState stage) noexcept
@cython.locals(table=Table, target=cython.int, index=cython.int, card=cython.int)
cpdef int place_in_stock(EnvState stage, int depth, int face) noexcept
