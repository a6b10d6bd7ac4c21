cimport cython

from ..arrays cimport float_array
from ..engine cimport action_codes, constants, phases
from ..engine.legal_actions cimport list_legal_actions
from ..engine.play cimport kind_of
from ..engine.ruleset cimport Ruleset
from ..engine.score cimport reward
from ..engine.table cimport Table
from . cimport encoding_layout, manners, network_layout
from ..players.belief cimport is_accounted_for
from .critic cimport Critic
from .encoding cimport Encoding, encode
from ..players.evaluate cimport choose_by_value
from .history cimport History
from ..players.mind cimport Mind, draw_uniform
from .network cimport Network
from .recorder cimport Recorder, record_chance, record_decision
from .truth cimport Truth, encode_truth


cdef int PATIENT_LAPS
cdef double LEAST_CHANCE


@cython.final
cdef class LearnedPolicy:
    cdef public Network network
    cdef public Recorder recorder
    cdef public Critic critic
    cdef readonly int is_recorded, is_scored, consulted
    cdef Encoding leaf
    cdef History leaf_history
    cdef Truth truth
    cdef public int manner
    cdef readonly Encoding encoding
    cdef readonly History history
    # By action, while one is chosen:
    cdef int scores_capacity
    cdef float* scores
    # By place and class of points, while a search samples worlds:
    cdef int places_weighed
    cdef float* class_weights

    cpdef void begin_round(self) noexcept
    @cython.locals(first=cython.int, twin=LearnedPolicy)
    cpdef LearnedPolicy copy(self)


@cython.locals(learned=LearnedPolicy, advice=cython.longlong, actions=list, index=cython.int, number=cython.int)
cpdef long long choose_by_network(Mind mind, Table table) noexcept
@cython.locals(actions=list, choices=list, index=cython.int)
cpdef list list_choices(Mind mind, Table table)
@cython.locals(learned=LearnedPolicy)
cpdef int has_scores(Mind mind) noexcept
@cython.locals(count=cython.int, index=cython.int)
cdef void score_actions(LearnedPolicy learned, list actions) noexcept
@cython.locals(index=cython.int, left=cython.double, best=cython.int)
cdef int pick(LearnedPolicy learned, Mind mind, list actions, long long advice) noexcept
@cython.locals(learned=LearnedPolicy)
cpdef void end_recording(Mind mind, Table table) noexcept
@cython.locals(learned=LearnedPolicy, scene=Table, advice=cython.longlong)
cpdef void look_at_window(Mind mind, Table table) noexcept
@cython.locals(
    learned=LearnedPolicy, encoding=Encoding, places=cython.int, classes=cython.int, index=cython.int, place=cython.int
)
cpdef void weigh_hidden_cards(Mind mind, Table table) noexcept
@cython.locals(start=cython.int, origin=cython.int, card=cython.int, column=cython.int, count=cython.float)
cdef void divide_by_count(LearnedPolicy learned, Mind mind, Table table, int place) noexcept
@cython.locals(points=cython.int)
cpdef int class_of(Mind mind, int card) noexcept
@cython.locals(learned=LearnedPolicy)
cpdef double learned_weight(Mind mind, int place, int card) noexcept
@cython.locals(least=cython.double, likely=list)
cpdef list list_likely_actions(Mind mind, list actions, long long base, int most)
@cython.locals(learned=LearnedPolicy, found=list, index=cython.int)
cdef list list_actions_from(Mind mind, list actions, long long base, double least)
@cython.locals(learned=LearnedPolicy)
cpdef int has_critic(Mind mind) noexcept
@cython.locals(learned=LearnedPolicy)
cpdef void follow_history(Mind mind) noexcept
@cython.locals(learned=LearnedPolicy, theirs=LearnedPolicy)
cpdef void share_history(Mind mind, Mind other) noexcept
@cython.locals(learned=LearnedPolicy)
cpdef int count_consultations(Mind mind) noexcept
@cython.locals(total=cython.int, index=cython.int, mind=Mind, learned=LearnedPolicy)
cdef int consultations_of(list minds) noexcept
@cython.locals(learned=LearnedPolicy, advice=cython.longlong)
cpdef double value_of_world(Mind mind, Mind judge, Table world) noexcept
