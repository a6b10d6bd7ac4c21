cimport cython

from . cimport option_codes, event_codes, constants, phases
from .deal cimport count_bits
from .event_log cimport report_card, report_number
from .table cimport Table


cdef int PAIR_OF_FIVES
cdef int ODD_FIVE
cdef int QUEEN
cdef int KING

@cython.locals(seat=cython.int)
cpdef void show(Table table, int reason) noexcept nogil
@cython.locals(seat=cython.int, slot=cython.int, place=cython.int, card=cython.int)
cpdef void reveal_hands(Table table) noexcept nogil
@cython.locals(points=cython.int, fives=cython.int, slot=cython.int, card=cython.int)
cpdef int hand_points(Table table, int seat) noexcept nogil
@cython.locals(seat=cython.int)
cpdef void judge_call(Table table) noexcept nogil
cpdef int is_judged(Table table) noexcept nogil
@cython.locals(seats=cython.int, seat=cython.int)
cpdef int find_kamikaze(Table table) noexcept nogil
@cython.locals(queens=cython.int, kings=cython.int, slot=cython.int, card=cython.int, rank=cython.int)
cpdef int is_kamikaze(Table table, int seat) noexcept nogil
cpdef int is_over_limit(Table table) noexcept nogil
cpdef void find_winners(Table table) noexcept nogil
cpdef void drop_caller(Table table) noexcept nogil
@cython.locals(lowest=cython.int, lowest_seats=cython.int, seat=cython.int)
cpdef void keep_lowest(Table table) noexcept nogil
@cython.locals(best=cython.int, best_seats=cython.int, seat=cython.int, cards=cython.int)
cpdef void keep_by_hand_size(Table table, int sign) noexcept nogil
cpdef int is_right_call(Table table) noexcept nogil
@cython.locals(points=cython.int)
cpdef int final_score(Table table, int seat) noexcept nogil
@cython.locals(share=cython.double)
cpdef double reward(Table table, int seat) noexcept nogil
