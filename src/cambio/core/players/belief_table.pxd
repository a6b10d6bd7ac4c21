cimport cython

from ..engine.gift cimport owe_gift
from ..engine.table cimport Table, lay, open_slot


cpdef void open_slots(Table table, int seat, int slots) noexcept
cpdef void lay_card(Table table, int place, int card) noexcept
@cython.locals(index=cython.int)
cpdef void lay_stock(Table table, object cards)
@cython.locals(index=cython.int)
cpdef void lay_pile(Table table, object cards)
cpdef void set_public_facts(Table table, int card, int seen, int origin, int kept) noexcept
cpdef void set_peeked_slots(Table table, int seat, int slots) noexcept
cpdef void add_gift(Table table, int giver, int gap) noexcept
