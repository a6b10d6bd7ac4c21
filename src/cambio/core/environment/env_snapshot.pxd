cimport cython

from ..engine.rng cimport Rng
from ..engine.table_snapshot cimport restore_table, take_snapshot
from .env_spec cimport EnvSpec
from .env_state cimport EnvState


@cython.locals(index=cython.int)
cpdef tuple take_env_snapshot(EnvState env)
@cython.locals(
    env=EnvState,
    cached=list,
    occupied=list,
    rng=Rng,
    table=tuple,
    answer=cython.int,
    index=cython.int,
)
cpdef EnvState restore_env(EnvSpec spec, tuple snapshot)
