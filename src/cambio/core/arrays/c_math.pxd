from libc cimport math


cdef inline double exp(double number) noexcept nogil:
    return math.exp(number)


cdef inline double log(double number) noexcept nogil:
    return math.log(number)


cdef inline double sqrt(double number) noexcept nogil:
    return math.sqrt(number)


cdef inline double erfc(double number) noexcept nogil:
    return math.erfc(number)
