cimport cython

from . cimport mark, phase, tally
from .book cimport Book
from .chance cimport Chance
from .contest cimport ask, carry_out
from .mind cimport Mind
from .notes cimport Notes
from .playout cimport new_table
from .search cimport deliberate
from .table cimport Table


cdef unsigned long long SEED_STRIDE
cdef unsigned long long DEAL_STRIDE
cdef unsigned long long WHOLE


cpdef unsigned long long seed_of(unsigned long long seed, unsigned long long deal, unsigned long long who) noexcept
cpdef Chance stream(unsigned long long seed, unsigned long long deal, unsigned long long who)
@cython.locals(seat=cython.int)
cdef void play_round(Table table, list minds, Chance dealer, Notes notes) noexcept
@cython.locals(
    seats=cython.int,
    notes=Notes,
    tallies=list,
    deal=cython.longlong,
    rotation=cython.int,
    seated=list,
    seat=cython.int,
    dealer=Chance,
    table=Table,
    mind=Mind,
)
cpdef list play_deals(Book book, list minds, int rotations, unsigned long long seed, long long first, int deals)
@cython.locals(seat=cython.int, index=cython.int)
cdef void close_tally(Table table, Notes notes) noexcept
