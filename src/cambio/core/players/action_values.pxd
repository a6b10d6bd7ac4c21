cimport cython

from ..engine cimport option_codes, constants
from . cimport unseen_pool, traits
from ..arrays cimport c_math
from .belief cimport chance_of_match, deviation_at, hidden_class, mean_at, normal_cdf, variance_at, worth_in_hand
from .mind cimport Mind, recall
from ..engine.powers cimport swap_scope
from ..engine.table cimport Table, is_lookable, is_touchable


cdef double WORST_GAIN


cdef int is_last_turn(Table table) noexcept nogil
cdef double weight_of(Mind mind, int seat) noexcept nogil
@cython.locals(
    total=cython.double, gain=cython.double, cards=cython.int, last=cython.int, index=cython.int, card=cython.int
)
cpdef double gain_of_drawing(Mind mind, Table table) noexcept nogil
@cython.locals(best=cython.double, place=cython.int, gain=cython.double)
cpdef double gain_of_best_use(Mind mind, Table table, int card, int from_stock) noexcept nogil
@cython.locals(best=cython.int, most=cython.double, slot=cython.int, place=cython.int, gain=cython.double)
cpdef int best_swap_place(Mind mind, Table table, int card, int from_stock) noexcept nogil
@cython.locals(old=cython.int, gain=cython.double)
cpdef double gain_of_swapping(Mind mind, Table table, int card, int place, int from_stock) noexcept nogil
@cython.locals(gain=cython.double)
cpdef double gain_of_throwing(Mind mind, Table table, int card, int from_stock) noexcept nogil
@cython.locals(gain=cython.double, loss=cython.double, match=cython.int, index=cython.int)
cdef double gain_of_discarding(Mind mind, Table table, int card, int place) noexcept nogil
@cython.locals(
    seat=cython.int,
    slot=cython.int,
    place=cython.int,
    believed=cython.int,
    weight=cython.double,
)
cdef void list_snaps(Mind mind, Table table) noexcept nogil
cdef double gain_of_power(Mind mind, Table table, int power) noexcept nogil
cdef double compute_gain_of_power(Mind mind, Table table, int power) noexcept nogil
cdef double largest_own_deviation(Mind mind, Table table) noexcept nogil
@cython.locals(widest=cython.double, seat=cython.int, variance=cython.double)
cdef double largest_other_deviation(Mind mind, Table table) noexcept nogil
@cython.locals(widest=cython.double, slot=cython.int, place=cython.int, variance=cython.double)
cdef double largest_variance(Mind mind, Table table, int seat) noexcept nogil
@cython.locals(last=cython.int, alike=cython.int, best=cython.double, slot=cython.int, place=cython.int, gain=cython.double)
cdef double gain_of_trade_power(Mind mind, Table table, int looking) noexcept nogil
@cython.locals(
    seat=cython.int,
    other_seat=cython.int,
    stake=cython.double,
    difference=cython.double,
    gain=cython.double,
    variance=cython.double,
    spread=cython.double,
    ratio=cython.double,
    density=cython.double,
)
cpdef double gain_of_trading(Mind mind, Table table, int place, int other, int looking) noexcept nogil
cdef double loss_of_knowledge(Mind mind, Table table, int place, int other) noexcept nogil
@cython.locals(
    most=cython.double,
    seat=cython.int,
    slot=cython.int,
    other=cython.int,
    gain=cython.double,
    last=cython.int,
    alike=cython.int,
)
cpdef double gain_of_best_trade(Mind mind, Table table, int place, int looking) noexcept nogil
@cython.locals(gain=cython.double, sight=cython.int, swap=cython.int)
cpdef double gain_of_looking(Mind mind, Table table, int place) noexcept nogil
@cython.locals(best=cython.int, most=cython.double, slot=cython.int, place=cython.int, mean=cython.double)
cpdef int best_gift(Mind mind, Table table) noexcept nogil
@cython.locals(gain=cython.double, odds=cython.double)
cpdef double gain_of_snapping(Mind mind, Table table, int place, int believed) noexcept nogil
@cython.locals(seat=cython.int, gain=cython.double, gift=cython.double)
cdef double gain_if_right(Mind mind, Table table, int place) noexcept nogil
@cython.locals(mean=cython.double, cost=cython.double)
cdef double cost_of_missing(Mind mind, Table table, int place) noexcept nogil
