# C arrays of bytes. The caller's NumPy arrays are in numpy_rows.pxd: modules that include it take four times as long to compile.
from libc.stdlib cimport abort, calloc, free
from libc.string cimport memcpy, memset


cdef inline signed char* allocate_block(int count) noexcept nogil:
    cdef signed char* block = <signed char*> calloc(count, 1)
    if block == NULL:
        abort()
    return block


cdef inline signed char* view(signed char* block, int offset, int count) noexcept nogil:
    return block + offset


cdef inline int padded_length(int count) noexcept nogil:
    return (count + sizeof(long long) - 1) // sizeof(long long) * sizeof(long long)


cdef inline void clear(signed char* array, int count) noexcept nogil:
    memset(array, 0, count)


cdef inline int index_of_nth_one(signed char* array, int index) noexcept nogil:
    cdef int where = 0
    cdef int count = count_ones_in_word(array)
    while count <= index:
        index -= count
        where += sizeof(long long)
        count = count_ones_in_word(array + where)
    while True:
        index -= array[where]
        if index < 0:
            return where
        where += 1


cdef inline int count_ones_in_word(signed char* array) noexcept nogil:
    # The highest byte of the product is the sum of all eight bytes.
    cdef unsigned long long word
    memcpy(&word, array, sizeof(word))
    return word * <unsigned long long> 0x0101010101010101 >> 56


cdef inline void copy(signed char* array, int where, signed char* source, int first, int count) noexcept nogil:
    memcpy(array + where, source + first, count)


cdef inline int copy_and_count_ones(signed char* array, int where, signed char* source, int first, int count) noexcept nogil:
    # In whole words: zeros behind the source's last one are copied, too, and overwritten by whatever is written next.
    cdef int ones = 0
    cdef int place = 0
    while place < count:
        memcpy(array + where + place, source + first + place, sizeof(long long))
        ones += count_ones_in_word(source + first + place)
        place += sizeof(long long)
    return ones


cdef inline void release(signed char* block) noexcept nogil:
    free(block)
