# Rows of bytes: in somebody else's arrays, or of the core's own.
from libc.stdlib cimport abort, calloc, free
from libc.string cimport memcpy, memset


cdef inline signed char* line(signed char[:, ::1] sheet, Py_ssize_t index) noexcept nogil:
    return &sheet[index, 0]


cdef inline void clear(signed char* row, int count) noexcept nogil:
    memset(row, 0, count)


cdef inline int number_at(int[::1] row, Py_ssize_t index) noexcept nogil:
    return row[index]


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


cdef inline void release(signed char* row) noexcept nogil:
    free(row)
