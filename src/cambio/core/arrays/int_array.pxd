# Rows of C ints. A machine that has no room for a few hundred bytes more can't go on playing.
from libc.stdlib cimport abort, calloc, free, realloc
from libc.string cimport memcpy, memset


cdef inline int* allocate_block(int count) noexcept nogil:
    return allocate(count)


cdef inline int* view(int* room, int offset, int count) noexcept nogil:
    return room + offset


cdef inline signed char* byte_view(int* room, int offset, int count) noexcept nogil:
    return <signed char*> (room + offset)


cdef inline int* grow(int* row, int old, int new) noexcept nogil:
    row = <int*> realloc(row, new * sizeof(int))
    if row == NULL:
        abort()
    memset(row + old, 0, (new - old) * sizeof(int))
    return row


cdef inline int* allocate(int count) noexcept nogil:
    cdef int* row = <int*> calloc(count if count else 1, sizeof(int))
    if row == NULL:
        abort()
    return row


cdef inline double* allocate_doubles(int count) noexcept nogil:
    cdef double* row = <double*> calloc(count if count else 1, sizeof(double))
    if row == NULL:
        abort()
    return row


cdef inline void copy(int* target, int* source, int count) noexcept nogil:
    if count:
        memcpy(target, source, count * sizeof(int))


cdef inline void release(int* row) noexcept nogil:
    free(row)


cdef inline void release_doubles(double* row) noexcept nogil:
    free(row)
