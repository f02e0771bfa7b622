# Reads the arrays of a list of files with numpy: [{"path", "dtype"?}] in, [{"dtype", "shape", "hex"}] out. With a dtype the file is raw.
import json
import sys

import numpy


def read(asked):
    if "dtype" in asked:
        array = numpy.fromfile(asked["path"], dtype=asked["dtype"])
    else:
        array = numpy.load(asked["path"], allow_pickle=False)
    return {"dtype": array.dtype.str, "shape": array.shape, "hex": array.tobytes().hex()}


json.dump([read(asked) for asked in json.load(sys.stdin)], sys.stdout)
