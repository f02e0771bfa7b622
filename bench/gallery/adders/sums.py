"""Sums of Python and its libraries for the gallery: python3 sums.py NAME, or --version NAME for the version of its library."""
import itertools
import math
import platform
import sqlite3
import sys

from pipe import serve


def python(name):
    functions = {
        "sum": sum,
        "fsum": math.fsum,
        "accumulate": lambda x: list(itertools.accumulate(x)),
    }
    return functions[name], platform.python_version()


def numpy(name):
    import numpy as np

    functions = {
        "sum": np.sum,
        "sum-axis-0": lambda x: x.reshape(-1, 1).repeat(4, axis=1).sum(axis=0)[0],
        "cumsum": np.cumsum,
        "dot": lambda x: np.dot(x, np.ones_like(x)),
        "einsum": lambda x: np.einsum("i->", x),
    }
    return (lambda x: functions[name](np.frombuffer(x, x.typecode))), np.__version__


def pandas(name):
    import numpy as np
    import pandas as pd

    functions = {
        "sum": lambda x: x.sum(),
        "cumsum": lambda x: x.cumsum().to_numpy(),
        "groupby-sum": lambda x: x.groupby(np.zeros(len(x), dtype=int)).sum().iloc[0],
        "rolling-sum": lambda x: x.rolling(len(x)).sum().iloc[-1],
    }
    return (lambda x: functions[name](pd.Series(np.frombuffer(x, x.typecode)))), pd.__version__


def polars(name):
    import numpy as np
    import polars as pl

    functions = {"sum": lambda x: x.sum(), "cum-sum": lambda x: x.cum_sum().to_numpy()}
    return (lambda x: functions[name](pl.Series(np.frombuffer(x, x.typecode)))), pl.__version__


def pyarrow(name):
    import pyarrow as pa
    import pyarrow.compute as pc

    functions = {
        "sum": lambda x: pc.sum(x).as_py(),
        "cumulative-sum": lambda x: pc.cumulative_sum(x).to_pylist(),
    }
    return (lambda x: functions[name](pa.array(x, pa.float64()))), pa.__version__


def scipy(name):
    import numpy as np
    import scipy
    from scipy import integrate, sparse

    functions = {
        "csr-matvec": lambda x: (sparse.csr_matrix(x.reshape(1, -1)) @ np.ones_like(x))[0],
    }
    return (lambda x: functions[name](np.frombuffer(x, x.typecode))), scipy.__version__


def torch(name):
    import numpy as np
    import torch as th

    device, _, call = name.partition("-")
    functions = {
        "sum": lambda x: x.sum().item(),
        "cumsum": lambda x: x.cumsum(0).cpu().numpy(),
        "dot": lambda x: th.dot(x, th.ones_like(x)).item(),
        "mv": lambda x: (x.repeat(64, 1) @ th.ones_like(x))[0].item(),
        "index-add": lambda x: x.new_zeros(1).index_add_(0, th.zeros_like(x, dtype=th.int64), x).item(),
    }
    if device == "cuda" and not th.cuda.is_available():
        raise RuntimeError("no CUDA device is here")
    return (lambda x: functions[call](th.from_numpy(np.frombuffer(x, x.typecode).copy()).to(device))), th.__version__


def cupy(name):
    import cupy as cp
    import numpy as np

    functions = {
        "sum": lambda x: cp.sum(x).item(),
        "cumsum": lambda x: cp.cumsum(x).get(),
        "dot": lambda x: cp.dot(x, cp.ones_like(x)).item(),
    }
    return (lambda x: functions[name](cp.asarray(np.frombuffer(x, x.typecode)))), cp.__version__


def jax(name):
    import jax as jx
    import numpy as np
    from jax import numpy as jnp

    jx.config.update("jax_enable_x64", True)
    if jx.default_backend() != "gpu":
        raise RuntimeError("JAX has no GPU here")
    functions = {
        "sum": lambda x: jnp.sum(x).item(),
        "cumsum": lambda x: np.asarray(jnp.cumsum(x)),
        "dot": lambda x: jnp.dot(x, jnp.ones_like(x)).item(),
    }
    return (lambda x: functions[name](jnp.asarray(np.frombuffer(x, x.typecode)))), jx.__version__


def sqlite(name):
    connection = sqlite3.connect(":memory:")
    connection.execute("create table t (i integer primary key, x real)")
    queries = {
        "sum": "select sum(x) from t",
        "window": "select sum(x) over (order by i) from t order by i",
    }

    def ask(values):
        connection.execute("delete from t")
        connection.executemany("insert into t values (?, ?)", enumerate(values))
        rows = [row[0] for row in connection.execute(queries[name])]
        return rows[0] if name == "sum" else rows

    return ask, sqlite3.sqlite_version


def main():
    *flags, given = sys.argv[1:]
    library, _, name = given.partition(".")
    function, version = globals()[library](name)
    if flags == ["--version"]:
        print(version)
    else:
        serve(function)


main()
