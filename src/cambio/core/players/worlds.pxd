cimport cython

from ..engine cimport constants
from ..engine.table cimport Table
from ..networks.learned_policy cimport learned_weight, weigh_hidden_cards
from . cimport unseen_pool
from .belief cimport pool_column
from .evidence cimport count_contradictions, has_evidence
from .mind cimport Mind, draw_uniform
from .redeal cimport exchange_with_stock, redeal, redeal_hidden


cdef int METROPOLIS_STEPS
cdef double CHANCE_OF_CONTRADICTION
cdef int MOST_DEALS
cdef int WORLDS_PER_EXPLANATION
cdef int TEST_DEALS
cdef int SEED_BOUND


cpdef int draw_seed(Mind mind) noexcept
@cython.locals(world=Table, explained=Table)
cpdef Table sample_world(Mind mind, Table table)
cdef int is_all_explained(Mind mind, Table table) noexcept
@cython.locals(world=Table, viewers=cython.int, seat=cython.int, _=cython.int, contradictions=cython.int)
cdef Table find_explanation(Mind mind, Table table)
@cython.locals(world=Table)
cdef Table deal_world(Mind mind, Table table)
@cython.locals(seat=cython.int)
cpdef void weigh_evidence(Mind mind, Table table) noexcept
@cython.locals(world=Table, _=cython.int)
cdef int is_explicable(Mind mind, Table table, int seat) noexcept
@cython.locals(viewers=cython.int, place=cython.int, card=cython.int, column=cython.int, _=cython.int)
cdef void resample_hidden_cards(Mind mind, Table world) noexcept
@cython.locals(index=cython.int, card=cython.int, other=cython.int)
cdef void try_exchange_with_stock(Mind mind, Table world, int place, int column) noexcept
cdef double likelihood(Mind mind, int place, int card, int column) noexcept
