# Rows of bytes. What is about the caller's arrays is in sheet.pxd: whoever includes that compiles for four times as long.
from libc.stdlib cimport abort, calloc, free
from libc.string cimport memcpy, memset


cdef inline signed char* block(int count, int numbers) noexcept nogil:
    cdef signed char* room = <signed char*> calloc(whole(count) + numbers * sizeof(int), 1)
    if room == NULL:
        abort()
    return room


cdef inline size_t whole(int count) noexcept nogil:
    return (count + sizeof(int) - 1) // sizeof(int) * sizeof(int)


cdef inline signed char* part(signed char* room, int offset, int count) noexcept nogil:
    return room + offset


cdef inline int* numbers(signed char* room, int offset, int count) noexcept nogil:
    return <int*> (room + whole(offset))


cdef inline void wipe(signed char* row, int count) noexcept nogil:
    memset(row, 0, count)


cdef inline void copy(signed char* row, int where, signed char* source, int first, int count) noexcept nogil:
    memcpy(row + where, source + first, count)


cdef inline void release(signed char* room) noexcept nogil:
    free(room)
