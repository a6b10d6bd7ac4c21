# Rows of bytes. What is about the caller's arrays is in sheet.pxd: whoever includes that compiles for four times as long.
from libc.stdlib cimport abort, calloc, free
from libc.string cimport memcpy, memset


cdef inline signed char* allocate_block(int count) noexcept nogil:
    cdef signed char* room = <signed char*> calloc(count, 1)
    if room == NULL:
        abort()
    return room


cdef inline signed char* view(signed char* room, int offset, int count) noexcept nogil:
    return room + offset


cdef inline int padded_length(int count) noexcept nogil:
    return (count + sizeof(long long) - 1) // sizeof(long long) * sizeof(long long)


cdef inline void clear(signed char* row, int count) noexcept nogil:
    memset(row, 0, count)


cdef inline int index_of_nth_one(signed char* row, int index) noexcept nogil:
    cdef int where = 0
    cdef int count = ones_at(row)
    while count <= index:
        index -= count
        where += sizeof(long long)
        count = ones_at(row + where)
    while True:
        index -= row[where]
        if index < 0:
            return where
        where += 1


cdef inline int ones_at(signed char* row) noexcept nogil:
    # The product's highest byte is the sum of all eight.
    cdef unsigned long long word
    memcpy(&word, row, sizeof(word))
    return word * <unsigned long long> 0x0101010101010101 >> 56


cdef inline void copy(signed char* row, int where, signed char* source, int first, int count) noexcept nogil:
    memcpy(row + where, source + first, count)


cdef inline int copy_and_count_ones(signed char* row, int where, signed char* source, int first, int count) noexcept nogil:
    # In whole words: the zeros behind the source's marks are copied, too, for whoever writes there next.
    cdef int count_bits = 0
    cdef int place = 0
    while place < count:
        memcpy(row + where + place, source + first + place, sizeof(long long))
        count_bits += ones_at(source + first + place)
        place += sizeof(long long)
    return count_bits


cdef inline void release(signed char* room) noexcept nogil:
    free(room)
