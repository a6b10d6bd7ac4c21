cimport cython

from ..engine cimport action_codes, constants
from . cimport questions, observation_layout
from ..arrays cimport int_array, byte_array
from ..engine.ruleset cimport Ruleset


cdef class Form:
    cdef readonly Ruleset ruleset
    cdef readonly int seats, slots, lead, patience
    # How much room a hand takes where its slots are marked.
    cdef readonly int hand
    # Decisions: where those with any card begin, and how many there are in all.
    cdef readonly int any_place, answers
    # Observations: where places begin, how wide each is, where unseen cards begin, and how wide all of it is; and how
    # much of that is about cards.
    cdef readonly int places, place_width, unseen, width, sight
    # By card:
    cdef int* card_code
    # By answer:
    cdef int* deed
    cdef int* steps
    cdef int* slot

    cdef void number_answers(self)
