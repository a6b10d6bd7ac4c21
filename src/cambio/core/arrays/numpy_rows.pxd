# Rows in the caller's NumPy arrays.
from libc.string cimport memset


cdef inline signed char* row_at(signed char[:, ::1] matrix, Py_ssize_t index) noexcept nogil:
    return &matrix[index, 0]


cdef inline void clear(signed char* row, int count) noexcept nogil:
    memset(row, 0, count)


cdef inline int int_at(int[::1] row, Py_ssize_t index) noexcept nogil:
    return row[index]
