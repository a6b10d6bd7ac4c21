cimport cython

from ..engine cimport constants
from ..arrays cimport int_array, byte_array
from ..engine.ruleset cimport Ruleset


cdef class EnvSpec:
    cdef readonly Ruleset ruleset
    cdef readonly int seats, slots, starter_offset, max_decisions
    # From one hand to the next in a row of marks by seat and slot: the slots, rounded up to whole words.
    cdef readonly int hand_stride
    # The action space: the first answer with anybody's card, the first that names a card to go with a swapped one, and
    # how many answers there are.
    cdef readonly int first_any_card, first_also, answer_count
    # Observations: where places begin and how wide each is, where unseen cards begin, how wide a whole observation is,
    # and how much of it the cache of each seat holds.
    cdef readonly int places_start, place_width, unseen_start, observation_width, cache_width
    # By card:
    cdef int* card_code
    # By answer:
    cdef int* action_code
    cdef int* owner_offset
    cdef int* slot

    cdef void number_answers(self)


cdef int code_of(str verb) except -1
