cimport cython

from ..engine cimport option_codes, constants
from ..arrays cimport int_array, c_math
from . cimport traits, unseen_pool
from ..engine.ruleset cimport Ruleset
from ..engine.rng cimport Rng
from ..engine.table cimport Table


cdef double LONE_FIVE
cdef int UNIFORM_STEPS


cdef class Mind:
    cdef readonly Ruleset ruleset
    cdef readonly int policy, samples, seat, turn_count, forgets
    cdef public int depth
    cdef public list rollout_minds, strangers
    cdef public int gathers_evidence
    cdef public list evidence
    cdef readonly int explained_seats, strange_seats, dealt, tested
    cdef public int passed_discard
    cdef object explanation
    cdef int worlds_left
    cdef public object learned
    cdef public Rng rng

    # By trait:
    cdef double* trait
    # The memory of the arrays of integers by card:
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
    # By card, what it adds to the columns of its pool:
    cdef double* shares
    # By card, the first one that is alike in everything that counts:
    cdef int* card_class
    # The cards of a pool that is being counted, and those of the pool that was counted last:
    cdef int* unseen
    cdef int* counted
    cdef int counted_cards, counted_shuffle
    # By card, the one that lies in its place in a world that is tested by evidence:
    cdef int* pairs
    # By place, as the player sees it since it counted the unseen cards:
    cdef int place_capacity
    cdef int* believed_at
    cdef int* class_at
    cdef double* means
    cdef double* variances
    cdef double* deviations
    # By place, a cache: what it gains that this card is discarded:
    cdef int* discard_gain_known
    cdef double* discard_gain
    # Who might snap a discard with which cards, in order of seats and slots; negative until they are listed:
    cdef int own_snaps
    cdef int* own_snap_place
    cdef int* own_snap_match
    cdef double* own_snap_value
    cdef int rival_snaps
    cdef int* rival_snap_card
    cdef int* rival_snap_match
    cdef double* rival_snap_value
    # What a point in a rival's hand is worth, and by seat what a rival's hand will count at the end:
    cdef double rival_weight
    cdef double* rival_mean
    cdef double* rival_deviation
    # By shuffle, the columns of unseen_pool:
    cdef int pool_capacity
    cdef double* pools
    # A cache, by whether the card comes from the stock; the bits say which entries are valid:
    cdef int swap_places_found
    cdef int* swap_place
    # A cache, by power; the bits say which entries are valid:
    cdef int powers_valued
    cdef double* power_gain

    cdef void clear_search(self) noexcept
    cdef void allocate_places(self, int places) noexcept nogil
    cdef void release_places(self) noexcept nogil
    @cython.locals(card=cython.int, worth=cython.double, start=cython.int)
    cdef void value_cards(self) noexcept nogil
    cdef void store_share(self, int index, double weight, double worth) noexcept nogil
    @cython.locals(other=cython.int)
    cdef int find_class(self, int card) noexcept nogil
    @cython.locals(card=cython.int)
    cpdef void start_round(self, int seat, Rng rng) noexcept
    @cython.locals(twin=Mind)
    cpdef Mind copy(self)


@cython.locals(seats=cython.int, seated=list, seat=cython.int, steps=cython.int, other=Mind)
cpdef list seat_rollout_minds(Mind mind, int seed)
cpdef double draw_uniform(Mind mind) noexcept nogil
@cython.locals(total=cython.double)
cpdef double draw_normal(Mind mind) noexcept nogil
cpdef int recall(Mind mind, Table table, int card) noexcept nogil
@cython.locals(card=cython.int)
cpdef void memorise_new_cards(Mind mind, Table table) noexcept nogil
cpdef void memorise_card(Mind mind, int card) noexcept nogil
cpdef void drop_belief(Mind mind, int card) noexcept nogil
@cython.locals(slot=cython.int, seat=cython.int, card=cython.int, age=cython.double, odds=cython.double)
cpdef void fade_memory(Mind mind, Table table) noexcept nogil
@cython.locals(slot=cython.int, card=cython.int, neighbour=cython.int, believed=cython.int)
cdef void confuse_neighbours(Mind mind, Table table) noexcept nogil
cpdef double draw_reaction_time(Mind mind) noexcept nogil
