# C arrays. Where memory for a few hundred bytes is missing, nothing can go on, so the process is aborted.
from libc.stdlib cimport abort, calloc, free, realloc
from libc.string cimport memcmp, memcpy, memset


cdef inline int* allocate_block(int count) noexcept nogil:
    return allocate(count)


cdef inline int* view(int* block, int offset, int count) noexcept nogil:
    return block + offset


cdef inline short* short_view(int* block, int offset, int count) noexcept nogil:
    return <short*> (block + offset)


cdef inline signed char* byte_view(int* block, int offset, int count) noexcept nogil:
    return <signed char*> (block + offset)


cdef inline int* grow(int* array, int old, int new) noexcept nogil:
    array = <int*> realloc(array, new * sizeof(int))
    if array == NULL:
        abort()
    memset(array + old, 0, (new - old) * sizeof(int))
    return array


cdef inline int* allocate(int count) noexcept nogil:
    # Most arrays that begin empty stay so: they take no memory before they grow.
    cdef int* array = NULL
    if count:
        array = <int*> calloc(count, sizeof(int))
        if array == NULL:
            abort()
    return array


cdef inline double* allocate_doubles(int count) noexcept nogil:
    cdef double* array = <double*> calloc(count if count else 1, sizeof(double))
    if array == NULL:
        abort()
    return array


cdef inline void copy(int* target, int* source, int count) noexcept nogil:
    if count:
        memcpy(target, source, count * sizeof(int))


cdef inline void copy_shorts(short* target, short* source, int count) noexcept nogil:
    if count:
        memcpy(target, source, count * sizeof(short))


cdef inline bytes as_bytes(int* array, int count):
    return (<char*> array)[: count * sizeof(int)]


cdef inline int are_equal(int* array, int* other, int count) noexcept nogil:
    return memcmp(array, other, count * sizeof(int)) == 0


cdef inline void release(int* array) noexcept nogil:
    free(array)


cdef inline void release_doubles(double* array) noexcept nogil:
    free(array)
