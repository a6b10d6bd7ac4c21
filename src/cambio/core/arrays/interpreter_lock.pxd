# Between the two calls nothing may touch a Python object: only functions that are declared nogil are called there.
cdef extern from "Python.h":
    ctypedef struct PyThreadState
    PyThreadState* PyEval_SaveThread() noexcept nogil
    void PyEval_RestoreThread(PyThreadState* state) noexcept nogil


cdef inline void* release(int is_long) noexcept nogil:
    return <void*> PyEval_SaveThread() if is_long else NULL


cdef inline void acquire(void* state) noexcept nogil:
    if state != NULL:
        PyEval_RestoreThread(<PyThreadState*> state)
