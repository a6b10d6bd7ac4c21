# C arrays of single precision. The inner loops carry no sum from one step to the next, so compilers turn them into
# instructions on several numbers at once. Where a function can be compiled for two kinds of processors at once, the one that
# runs chooses; both round alike, because nothing is fused. The choice is made while the library is loaded, when a sanitizer
# is not ready yet.
cdef extern from *:
    """
    #if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__GLIBC__) \\
        && !defined(__SANITIZE_ADDRESS__)
    #define CAMBIO_WIDE __attribute__((unused, noinline, target_clones("avx2", "default")))
    #else
    #define CAMBIO_WIDE
    #endif

    CAMBIO_WIDE static void cambio_add_product(
        float* restrict target, int width, const float* row, int count, const float* restrict weights
    ) {
        for (int index = 0; index < count; index++) {
            float scale = row[index];
            if (scale != 0.0f) {
                const float* terms = weights + index * width;
                for (int column = 0; column < width; column++) target[column] += scale * terms[column];
            }
        }
    }
    """
    void cambio_add_product(float* target, int width, float* row, int count, float* weights) noexcept nogil

from libc.math cimport exp
from libc.stdlib cimport abort, calloc, free, realloc
from libc.string cimport memcpy, memset


cdef inline float* allocate(int count) noexcept nogil:
    cdef float* array = <float*> calloc(count if count else 1, sizeof(float))
    if array == NULL:
        abort()
    return array


cdef inline float* grow(float* array, int old, int new) noexcept nogil:
    array = <float*> realloc(array, new * sizeof(float))
    if array == NULL:
        abort()
    memset(array + old, 0, (new - old) * sizeof(float))
    return array


cdef inline void release(float* array) noexcept nogil:
    free(array)


cdef inline void clear(float* array, int start, int count) noexcept nogil:
    memset(array + start, 0, count * sizeof(float))


cdef inline void copy(float* target, int start, float* source, int source_start, int count) noexcept nogil:
    memcpy(target + start, source + source_start, count * sizeof(float))


cdef inline void add_scaled(float* target, int start, float scale, float* row, int row_start, int count) noexcept nogil:
    cdef float* sums = target + start
    cdef float* terms = row + row_start
    cdef int index
    for index in range(count):
        sums[index] += scale * terms[index]


cdef inline void add_product(
    float* target, int target_start, int width, float* row, int start, int count, float* weights, int first
) noexcept nogil:
    cambio_add_product(target + target_start, width, row + start, count, weights + first)


cdef inline void rectify(float* array, int start, int count) noexcept nogil:
    cdef float* numbers = array + start
    cdef int index
    for index in range(count):
        numbers[index] = numbers[index] if numbers[index] > 0.0 else 0.0


cdef inline void normalise(float* array, int count) noexcept nogil:
    cdef float most = array[0]
    cdef double total = 0.0
    cdef int index
    for index in range(1, count):
        if array[index] > most:
            most = array[index]
    for index in range(count):
        array[index] = <float> exp(<double> array[index] - most)
        total += array[index]
    for index in range(count):
        array[index] = <float> (array[index] / total)


cdef inline bytes as_bytes(float* array, int count):
    return (<char*> array)[: count * sizeof(float)]


cdef inline void fill_from(float* target, numbers, int count) except *:
    cdef int index
    for index in range(count):
        target[index] = numbers[index]
