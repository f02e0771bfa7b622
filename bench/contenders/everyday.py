# numpy for `npm run bench -- everyday`: a request a line on standard input, a line back, as bench/contenders/everyday.mjs has it.
import json
import sys
import time

try:
    import numpy as np
except ImportError:
    np = None

TYPES = {"f64": "<f8", "f32": "<f4", "f16": "<f2"}
TASKS = {
    "sum": lambda x, y, k, n, t: lambda: np.sum(x, dtype=np.float32 if t == "f16" else None),
    "scan": lambda x, y, k, n, t: lambda: np.cumsum(x),
    "mean": lambda x, y, k, n, t: lambda: np.mean(x),
    "variance": lambda x, y, k, n, t: lambda: np.var(x),
    "minMax": lambda x, y, k, n, t: lambda: [np.min(x), np.max(x)],
    "dot": lambda x, y, k, n, t: lambda: np.dot(x, y),
    "sort": lambda x, y, k, n, t: lambda: np.sort(x),
    "filter": lambda x, y, k, n, t: lambda: x[x < 0],
    "group": lambda x, y, k, n, t: lambda: np.bincount(k, weights=x, minlength=1000),
    "histogram": lambda x, y, k, n, t: lambda: np.histogram(x, bins=256, range=(-1, 1))[0],
    "topK": lambda x, y, k, n, t: lambda: np.sort(np.partition(x, len(x) - 10)[-10:])[::-1],
    "median": lambda x, y, k, n, t: lambda: np.median(x),
    "exp": lambda x, y, k, n, t: lambda: np.exp(x),
    "multiply": lambda x, y, k, n, t: lambda a=x.reshape(n, n), b=y.reshape(n, n): a @ b,
    "multiplyVector": lambda x, y, k, n, t: lambda a=x.reshape(n, n): a @ y,
    "axis 0": lambda x, y, k, n, t: lambda a=x.reshape(n, n): a.sum(axis=0),
    "axis 1": lambda x, y, k, n, t: lambda a=x.reshape(n, n): a.sum(axis=1),
}
SAMPLES = 64
calls = {}


def digest(answer):
    values = np.asarray(answer, dtype=np.float64).ravel()
    if len(values) <= SAMPLES:
        return values.tolist()
    step = (len(values) - 1) / (SAMPLES - 1)
    places = [int(i * step + 0.5) for i in range(SAMPLES)]
    return [len(values), float(values.sum()), *values[places].tolist()]


def batch(run, count):
    begun = time.perf_counter_ns()
    for _ in range(count):
        run()
    return time.perf_counter_ns() - begun


def prepare(identity, request, seconds):
    case = json.loads(request)
    task = TASKS.get(case["task"])
    if task is None:
        raise LookupError("absent: numpy has no " + case["task"])
    read = lambda name, dtype: np.fromfile(case["files"][name], dtype=dtype)
    dtype = TYPES[case["type"]]
    run = task(read("x", dtype), read("y", dtype), read("keys", "<u4"), case["n"], case["type"])
    answer = digest(run())
    count, end = 1, time.perf_counter() + seconds
    while time.perf_counter() < end:
        nanoseconds = batch(run, count) / count
        count += max(1, count // 4)
    calls[identity] = run
    return json.dumps({"nanoseconds": nanoseconds, "digest": answer})


for line in sys.stdin:
    try:
        verb, identity, *rest = line.rstrip("\n").split(" ", 2)
        if np is None:
            raise LookupError("absent: no python3 with numpy here")
        if verb == "open":
            print("ok numpy", np.__version__, flush=True)
        elif verb == "prepare":
            print("ok", prepare(identity, rest[0], float(sys.argv[1]) / 1000), flush=True)
        else:
            print("ok", batch(calls[identity], int(rest[0])), flush=True)
    except Exception as problem:
        print("error", str(problem).split("\n")[0], flush=True)
