# Rows of bytes: in somebody else's arrays, or of the core's own.
from libc.stdlib cimport abort, calloc, free
from libc.string cimport memcpy, memset


cdef inline signed char* line(signed char[:, ::1] sheet, Py_ssize_t index) noexcept nogil:
    return &sheet[index, 0]


cdef inline void clear(signed char* row, int count) noexcept nogil:
    memset(row, 0, count)


cdef inline int number_at(int[::1] row, Py_ssize_t index) noexcept nogil:
    return row[index]


cdef inline signed char* blank(int count) noexcept nogil:
    cdef signed char* row = <signed char*> calloc(count, 1)
    if row == NULL:
        abort()
    return row


cdef inline void wipe(signed char* row, int count) noexcept nogil:
    memset(row, 0, count)


cdef inline void copy(signed char* row, int where, signed char* source, int first, int count) noexcept nogil:
    memcpy(row + where, source + first, count)


cdef inline void release(signed char* row) noexcept nogil:
    free(row)
