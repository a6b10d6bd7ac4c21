cimport cython

from ..engine cimport option_codes, constants
from ..arrays cimport int_array, c_math
from . cimport traits
from ..engine.ruleset cimport Ruleset
from ..engine.rng cimport Rng
from ..engine.table cimport Table


cdef double LONE_FIVE
cdef int UNIFORM_STEPS


cdef class Mind:
    cdef readonly Ruleset ruleset
    cdef readonly int policy, samples, seat, turn_count, forgets
    cdef public list rollout_minds
    cdef public object learned
    cdef public Rng rng

    # By trait:
    cdef double* trait
    # The memory of the four arrays of integers that follow:
    cdef int* block
    # By card: what the player believes it to be, the turn in which it was last seen, whether it can't be recalled:
    cdef int* believed
    cdef int* seen_at
    cdef int* forgotten
    # By card: what it counts, and the weights of belief for cards that were kept, are known or were got rid of:
    cdef double* worth
    cdef double* kept_weight
    cdef double* known_weight
    cdef double* unwanted_weight
    # By shuffle, the columns of unseen_pool:
    cdef int pool_capacity
    cdef double* pools
    # A cache, by whether the card comes from the stock; the bits say which entries are valid:
    cdef int swap_places_found
    cdef int* swap_place
    # A cache, by power; the bits say which entries are valid:
    cdef int powers_valued
    cdef double* power_gain

    @cython.locals(card=cython.int, worth=cython.double)
    cdef void value_cards(self) noexcept
    @cython.locals(card=cython.int)
    cpdef void start_round(self, int seat, Rng rng) noexcept
    @cython.locals(twin=Mind)
    cpdef Mind copy(self)


cpdef double draw_uniform(Mind mind) noexcept
@cython.locals(total=cython.double)
cpdef double draw_normal(Mind mind) noexcept
cpdef int recall(Mind mind, Table table, int card) noexcept
@cython.locals(card=cython.int)
cpdef void memorise_new_cards(Mind mind, Table table) noexcept
cpdef void memorise_card(Mind mind, int card) noexcept
cpdef void drop_belief(Mind mind, int card) noexcept
@cython.locals(slot=cython.int, seat=cython.int, card=cython.int, age=cython.double, odds=cython.double)
cpdef void fade_memory(Mind mind, Table table) noexcept
@cython.locals(slot=cython.int, card=cython.int, neighbour=cython.int, believed=cython.int)
cdef void confuse_neighbours(Mind mind, Table table) noexcept
cpdef double draw_reaction_time(Mind mind) noexcept
