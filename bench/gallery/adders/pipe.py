"""Answers .npy arrays on standard input, one after the other, with a line of numbers each: what `samebits reveal --pipe` asks."""
import array
import re
import struct
import sys


def arrays():
    source = sys.stdin.buffer
    while True:
        start = source.read(10)
        if len(start) < 10:
            return
        header = source.read(struct.unpack("<H", start[8:])[0]).decode("latin1")
        values = array.array({"<f8": "d", "<f4": "f"}[re.search(r"'descr': '([^']+)'", header)[1]])
        n = int(re.search(r"'shape': \((\d+)", header)[1])
        values.frombytes(source.read(n * values.itemsize))
        yield values


def serve(function):
    for values in arrays():
        answer = function(values)
        numbers = answer if hasattr(answer, "__len__") else [answer]
        print(" ".join(repr(float(number)) for number in numbers), flush=True)
