cimport cython

from ..engine cimport action_codes, option_codes, constants, refusals
from . cimport questions
from ..arrays cimport byte_array
from ..engine.call cimport why_not_call
from ..engine.deal cimport why_not_remember
from .action_space cimport Form
from ..engine.gift cimport why_not_keep
from ..engine.play cimport action_of
from ..engine.powers cimport why_not_look, why_not_skip, why_not_spy, why_not_trade
from .observation_cache cimport bring_up_to_date
from .env_state cimport EnvState
from ..engine.table cimport Table, is_touchable
from ..engine.turn cimport why_not_take, why_not_throw


@cython.locals(table=Table)
cpdef void list_answers(EnvState stage) noexcept
cdef void offer(EnvState stage, int answer) noexcept
cdef void offer_beginnings(EnvState stage, Table table) noexcept
cdef int named_slots(EnvState stage, int seat) noexcept
cdef int own_answer(EnvState stage, int kind) noexcept
@cython.locals(steps=cython.int)
cdef int any_answer(EnvState stage, int kind, int owner) noexcept
cdef void offer_own_cards(EnvState stage, int kind) noexcept
@cython.locals(slot=cython.int)
cdef void offer_looks_before_play(EnvState stage, Table table) noexcept
@cython.locals(owner=cython.int, _=cython.int)
cdef void offer_snaps(EnvState stage, Table table) noexcept
@cython.locals(form=Form)
cdef void offer_hand(EnvState stage, int owner, int answer) noexcept
@cython.locals(seats=cython.int)
cdef void withdraw(EnvState stage, int place) noexcept
cpdef int has_snap(EnvState stage, int seat) noexcept
@cython.locals(owner=cython.int)
cdef int can_name_others(EnvState stage, int seat) noexcept
@cython.locals(table=Table, slot=cython.int)
cdef int can_name(EnvState stage, int owner) noexcept
cdef void offer_steps(EnvState stage, Table table) noexcept
@cython.locals(step=cython.int, owner=cython.int, slot=cython.int)
cdef void offer_places(EnvState stage, Table table, int kind) noexcept
cdef int why_not_step(Table table, int seat, int kind, int place) noexcept
cpdef int is_offered(EnvState stage, int answer) noexcept
@cython.locals(place=cython.int)
cpdef long long action_for(EnvState stage, int answer) noexcept
@cython.locals(form=Form, owner=cython.int)
cpdef int place_named(EnvState stage, int answer) noexcept
