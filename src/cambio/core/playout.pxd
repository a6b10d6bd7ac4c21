cimport cython

from .engine cimport action_codes, option_codes, constants, phases, refusals
from .engine.ruleset cimport Ruleset
from .engine.rng cimport Rng, shuffle_stock
from .engine.deal cimport deal_new_table
from .engine.play cimport action_of, play, resume
from .engine.powers cimport swap_scope
from .engine.table cimport Table


cdef int CALL_CHANCE
cdef int SNAP_CHANCE
cdef int SKIP_CHANCE
cdef int ALSO_CHANCE

cpdef int step(Table table, Rng rng) noexcept
@cython.locals(seat=cython.int, place=cython.int)
cpdef int snap_anything(Table table, Rng rng) noexcept
cpdef int random_place(Table table, Rng rng) noexcept
cpdef int random_place_of(Table table, int seat, Rng rng) noexcept
cpdef void decide(Table table, Rng rng) noexcept
cpdef int attempt(Table table, int kind, int place) noexcept
@cython.locals(giver=cython.int)
cpdef void give_or_keep(Table table, Rng rng) noexcept
@cython.locals(seat=cython.int, place=cython.int)
cpdef void look_or_be_ready(Table table, Rng rng) noexcept
cpdef void begin_turn(Table table, Rng rng) noexcept
cpdef void swap_or_throw(Table table, Rng rng) noexcept
@cython.locals(kind=cython.int, place=cython.int)
cpdef void use_power(Table table, Rng rng) noexcept
@cython.locals(decisions=cython.longlong)
cpdef long long play_out(Table table, Rng rng) noexcept
@cython.locals(rng=Rng, decisions=cython.longlong, _=cython.int)
cpdef long long play_rounds(Ruleset ruleset, int seats, int rounds, unsigned long long seed)
