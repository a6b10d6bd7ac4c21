cimport cython

from ..engine cimport option_codes, constants
from ..arrays cimport int_array, c_math
from . cimport unseen_pool, traits
from .mind cimport Mind, recall
from ..engine.table cimport Table


@cython.locals(shuffles=cython.int, shuffle=cython.int, seat=cython.int)
cpdef void count_unseen(Mind mind, Table table) noexcept nogil
@cython.locals(
    size=cython.int,
    total=cython.double,
    squares=cython.double,
    known=cython.double,
    known_total=cython.double,
    known_squares=cython.double,
    kept=cython.double,
    kept_total=cython.double,
    kept_squares=cython.double,
    unwanted=cython.double,
    unwanted_total=cython.double,
    unwanted_squares=cython.double,
    shares=cython.p_double,
    index=cython.int,
    card=cython.int,
    worth=cython.double,
    start=cython.int,
)
cdef void count_unseen_of_shuffle(Mind mind, Table table, int shuffle) noexcept nogil
@cython.locals(is_same=cython.int)
cdef int is_counted(Mind mind, int shuffle, int size) noexcept nogil
@cython.locals(
    size=cython.int, unseen=cython.p_int, seen=cython.p_int, origin=cython.p_short, bit=cython.int, card=cython.int
)
cdef int find_unseen_of_shuffle(Mind mind, Table table, int shuffle) noexcept nogil
cpdef int is_accounted_for(Mind mind, Table table, int card) noexcept nogil
@cython.locals(mean=cython.double, variance=cython.double)
cdef void store_moments(Mind mind, int index, double weight, double total, double squares) noexcept nogil
@cython.locals(card=cython.int)
cpdef int pool_column(Table table, int place) noexcept nogil
@cython.locals(slot=cython.int, place=cython.int, card=cython.int, believed=cython.int, column=cython.int)
cdef void survey_hand(Mind mind, Table table, int seat) noexcept nogil
cpdef int hidden_class(Mind mind, int place) noexcept nogil
cpdef double mean_at(Mind mind, int place) noexcept nogil
cpdef double variance_at(Mind mind, int place) noexcept nogil
cpdef double deviation_at(Mind mind, int place) noexcept nogil
cpdef double worth_in_hand(Mind mind, Table table, int place, int card) noexcept nogil
@cython.locals(seat=cython.int, fives=cython.int, slot=cython.int, other=cython.int, believed=cython.int)
cdef int known_fives_beside(Mind mind, Table table, int place) noexcept nogil
@cython.locals(
    total=cython.double, fives=cython.int, slot=cython.int, place=cython.int, believed=cython.int
)
cpdef double hand_mean(Mind mind, Table table, int seat) noexcept nogil
@cython.locals(total=cython.double, slot=cython.int, place=cython.int)
cpdef double hand_variance(Mind mind, Table table, int seat) noexcept nogil
@cython.locals(top=cython.int, shuffle=cython.int, matching=cython.int, card=cython.int)
cpdef double chance_of_match(Mind mind, Table table, int place) noexcept nogil
cpdef double normal_cdf(double number) noexcept nogil
@cython.locals(mean=cython.double, variance=cython.double, offset=cython.double)
cpdef double chance_of_winning_call(Mind mind, Table table) noexcept nogil
@cython.locals(seat=cython.int, mean=cython.double, last_turn_variance=cython.double)
cdef void estimate_rivals(Mind mind, Table table) noexcept nogil
@cython.locals(tie_shift=cython.double, chance=cython.double, seat=cython.int)
cdef double chance_of_being_lowest(Mind mind, Table table, double points) noexcept nogil
