cimport cython

from ..engine cimport action_codes, option_codes, constants, phases
from . cimport action_space, questions
from .legal_answers cimport action_for, can_name_snap, is_offered, list_legal_answers, place_for
from ..engine.next_actor cimport may_snap, find_decider
from ..engine.rng cimport shuffle_stock
from ..engine.deal cimport deal_stock, count_bits
from ..engine.legal_actions cimport list_legal_actions
from ..engine.play cimport action_of, carry_out, kind_of, other_of, place_of, resume
from .observation_cache cimport update_places, update_unseen
from ..engine.snap cimport matches
from .env_state cimport EnvState
from ..engine.table cimport Table, is_joined
from ..engine.turn cimport are_equal


cpdef void start_round(EnvState env) noexcept nogil
cpdef void deal_hands(EnvState env) noexcept nogil
cpdef void advance(EnvState env) noexcept nogil
cpdef void resume_after_shuffle(EnvState env) noexcept nogil
@cython.locals(seat=cython.int, close=cython.longlong)
cpdef void find_question(EnvState env) noexcept nogil
cdef int question_of(Table table) noexcept nogil
cdef void ask(EnvState env, int seat, int question) noexcept nogil
cpdef void ask_to_snap(EnvState env, int seat) noexcept nogil
@cython.locals(seats=cython.int, seat=cython.int, _=cython.int)
cdef int pick_seat_to_ask(EnvState env) noexcept nogil
@cython.locals(seat=cython.int)
cdef void queue_snap_questions(EnvState env, Table table) noexcept nogil
cdef int is_news_to_all(EnvState env, Table table) noexcept nogil
cdef int shows_card(int code) noexcept nogil
cdef void queue_snap_question(EnvState env, Table table, int seat) noexcept nogil
cpdef int step(EnvState env, int answer) noexcept nogil
@cython.locals(action=cython.longlong, seat=cython.int)
cpdef void apply_answer(EnvState env, int answer) noexcept nogil
cdef int is_first_of_two(EnvState env, int answer) noexcept nogil
cdef void note_before_snap(EnvState env, Table table, int seat, int place, int other) noexcept nogil
cdef int tells_nothing(Table table, int place) noexcept nogil
@cython.locals(
    held=cython.int,
    place=cython.int,
    other_place=cython.int,
    card=cython.int,
    other=cython.int,
    held_before=cython.int,
    card_before=cython.int,
    other_before=cython.int,
    joined=cython.int,
)
cdef void apply_action(EnvState env, Table table, int seat, long long action) noexcept nogil
cdef int card_at(Table table, int place) noexcept nogil
cdef int seats_that_saw(Table table, int card) noexcept nogil
# The rare case that makes a list, for which it needs the interpreter.
cdef void act_for(EnvState env, int seat) noexcept with gil
@cython.locals(table=Table)
cpdef int count_cards_drawn(EnvState env, int answer) noexcept
@cython.locals(table=Table, place=cython.int, tried=cython.int)
cdef int is_costly_mismatch(EnvState env, int answer) noexcept
cdef int is_wrong_snap(EnvState env, int answer) noexcept
@cython.locals(table=Table)
cpdef int count_cards_due(EnvState env) noexcept
@cython.locals(table=Table, target=cython.int, index=cython.int, card=cython.int)
cpdef int place_in_stock(EnvState env, int depth, int face) noexcept
