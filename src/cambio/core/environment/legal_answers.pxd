cimport cython

from ..engine cimport action_codes, option_codes, constants, refusals
from . cimport action_space, questions
from ..arrays cimport byte_array
from ..engine.call cimport why_not_call
from ..engine.deal cimport why_not_remember
from ..engine.gift cimport why_not_keep
from ..engine.play cimport action_of
from ..engine.powers cimport why_not_look, why_not_skip, why_not_spy, why_not_trade
from .observation_cache cimport refresh_cache
from .env_state cimport EnvState
from ..engine.table cimport Table, is_touchable
from ..engine.turn cimport why_not_also, why_not_take, why_not_throw


cpdef void list_legal_answers(EnvState env) noexcept nogil
cdef void offer_answers(EnvState env, Table table) noexcept nogil
cdef void offer(EnvState env, int answer) noexcept nogil
cdef void offer_turn_starts(EnvState env, Table table) noexcept nogil
cdef int count_nameable_slots(EnvState env, int seat) noexcept nogil
cdef int first_own_answer(EnvState env, int kind) noexcept nogil
@cython.locals(offset=cython.int)
cdef int first_any_answer(EnvState env, int kind, int owner) noexcept nogil
cdef void offer_own_cards(EnvState env, int kind) noexcept nogil
@cython.locals(slot=cython.int)
cdef void offer_cards_to_join(EnvState env, Table table) noexcept nogil
@cython.locals(slot=cython.int)
cdef void offer_looks_before_play(EnvState env, Table table) noexcept nogil
@cython.locals(owner=cython.int, _=cython.int)
cdef void offer_snaps(EnvState env, Table table) noexcept nogil
cdef void offer_hand(EnvState env, int owner, int answer) noexcept nogil
@cython.locals(seats=cython.int)
cdef void withdraw(EnvState env, int place) noexcept nogil
cpdef int can_name_snap(EnvState env, int seat) noexcept nogil
@cython.locals(owner=cython.int)
cdef int others_have_nameable_card(EnvState env, int seat) noexcept nogil
@cython.locals(slot=cython.int)
cdef int has_nameable_card(EnvState env, Table table, int owner) noexcept nogil
cdef void offer_power_steps(EnvState env, Table table) noexcept nogil
@cython.locals(offset=cython.int, owner=cython.int, slot=cython.int)
cdef void offer_places(EnvState env, Table table, int kind) noexcept nogil
cdef int why_not_power_step(Table table, int seat, int kind, int place) noexcept nogil
cpdef int is_offered(EnvState env, int answer) noexcept nogil
@cython.locals(place=cython.int)
cpdef long long action_for(EnvState env, int answer) noexcept nogil
@cython.locals(owner=cython.int)
cpdef int place_for(EnvState env, int answer) noexcept nogil
