"""Writes vectors/order-free.jsonl: sums that no order changes, of the hostile data sets. Standard library only.

exact   each prefix's true sum as an integer number of smallest subnormals, rounded once, ties to even.
binned  the published algorithm in the float operations that its library performs, one term after the other.

Neither knows of samebits' code, and binned not of the integers by which samebits defines it. --check compares with the file instead,
up to a number of elements where it is followed by one.

See Ahrens, Demmel, Nguyen, "Algorithms for Efficient Reproducible Floating Point Summation", ACM TOMS 46(3), 2020; vectors/README.md.
"""

import ctypes
import json
import math
import struct
import sys
from pathlib import Path

TARGET = Path(__file__).resolve().parent.parent / "vectors" / "order-free.jsonl"
SEED = 2026
MASK = (1 << 64) - 1


class Format:
    """A binary format: its size, its precision, and the exponents of its smallest subnormal and past its largest value."""

    def __init__(self, size, precision, smallest, largest, width, last):
        self.size = size
        self.precision = precision
        self.smallest = smallest
        self.largest = largest
        self.width = width  # of a bin, in bits
        self.last = last  # index of the last bin
        self.exponent_mask = (1 << (8 * size - precision)) - 1
        self.code = {8: "d", 4: "f"}[size]
        self.integer = {8: "Q", 4: "I"}[size]

    def bits(self, value):
        return struct.unpack("<" + self.integer, struct.pack("<" + self.code, value))[0]

    def value(self, bits):
        return struct.unpack("<" + self.code, struct.pack("<" + self.integer, bits))[0]

    def round(self, value):
        return value if self.size == 8 else ctypes.c_float(value).value

    def hex(self, value):
        bits = self.canonical_nan() if value != value else self.bits(value)
        return format(bits, "0%dx" % (2 * self.size))

    def canonical_nan(self):
        return (2 * self.exponent_mask + 1) << (self.precision - 2)


F64 = Format(8, 53, -1074, 1024, 40, 51)
F32 = Format(4, 24, -149, 128, 13, 20)
FORMATS = {"f64": F64, "f32": F32}


# The data sets, by the formulas of vectors/README.md.

BASES = {
    "f64": {"wide": 923, "narrow": 1015, "whole-range": 0},
    "f32": {"wide": 27, "narrow": 119, "whole-range": 0},
}
EXPONENTS = {
    "f64": {"wide": 127, "narrow": 17, "whole-range": 2047},
    "f32": {"wide": 127, "narrow": 17, "whole-range": 255},
}
SHAPES = {"wide": "wide", "narrow": "narrow", "special": "narrow", "mirrored": "wide", "whole-range": "whole-range"}


def draws(seed, count):
    state = seed
    for _ in range(count):
        state = (state + 0x9E3779B97F4A7C15) & MASK
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        yield z ^ (z >> 31)


def element(kind, data, n, i, r):
    form = FORMATS[kind]
    fraction_bits = form.precision - 1
    sign = (r >> 63) << (8 * form.size - 1)
    fraction = r & ((1 << fraction_bits) - 1)
    if data == "special":
        if i == 7 * n // 8:
            return form.canonical_nan()
        if i == 3 * n // 4:
            return form.exponent_mask << fraction_bits
        if i % 13 == 5:
            return sign | fraction
        if i % 11 == 3:
            return 1 << (8 * form.size - 1)
    shape = SHAPES[data]
    exponent = BASES[kind][shape] + ((r >> 52) & 0x7FF) % EXPONENTS[kind][shape]
    return sign | exponent << fraction_bits | fraction


def elements(kind, data, n):
    form = FORMATS[kind]
    values = [form.value(element(kind, data, n, i, r)) for i, r in enumerate(draws(SEED, n))]
    if data == "mirrored":
        values[(n + 1) // 2 :] = [-value for value in values[: n // 2][::-1]]
    return values


def hash_of(form, values):
    result = 0xCBF29CE484222325
    for value in values:
        bits = form.canonical_nan() if value != value else form.bits(value)
        for byte in struct.pack("<" + form.integer, bits):
            result = ((result ^ byte) * 0x100000001B3) & MASK
    return format(result, "016x")


# exact


class Exact:
    def __init__(self, form):
        self.form = form
        self.units = 0
        self.special = None  # a running sum of what is not finite
        self.is_negative_zero = True  # every term was

    def add(self, value):
        if not math.isfinite(value):
            self.special = value if self.special is None else self.special + value
            return
        bits = self.form.bits(value)
        magnitude = bits & ((1 << (8 * self.form.size - 1)) - 1)
        exponent = magnitude >> (self.form.precision - 1)
        fraction = magnitude & ((1 << (self.form.precision - 1)) - 1)
        if exponent > 0:
            fraction = (fraction | 1 << (self.form.precision - 1)) << (exponent - 1)
        self.units += -fraction if bits != magnitude else fraction
        self.is_negative_zero = self.is_negative_zero and bits != magnitude and magnitude == 0

    def observe(self):
        if self.special is not None:
            return self.special
        if self.units == 0:
            return -0.0 if self.is_negative_zero else 0.0
        magnitude = abs(self.units)
        excess = magnitude.bit_length() - self.form.precision
        if excess > 0:
            kept, rest = magnitude >> excess, magnitude & ((1 << excess) - 1)
            half = 1 << (excess - 1)
            kept += rest > half or (rest == half and kept & 1)
            # A carry out of the fraction raises the exponent, as bits are laid out; past the last exponent that is the infinity.
            bits = (excess << (self.form.precision - 1)) + kept
            infinity = self.form.exponent_mask << (self.form.precision - 1)
            bits = min(bits, infinity)
        else:
            bits = magnitude
        sign = (self.units < 0) << (8 * self.form.size - 1)
        return self.form.value(sign | bits)


# binned: primaries hold an anchor 1.5 * 2^e plus a sum of multiples of its unit in the last place; carries count quarters of 2^e.


class Binned:
    def __init__(self, form, fold):
        self.form = form
        self.fold = fold
        self.primaries = [0.0] * fold
        self.carries = [0.0] * fold
        self.expansion = 2.0 ** (form.precision - form.width + 1)

    def anchor(self, index):
        form = self.form
        if index == 0:
            return 1.5 * 2.0 ** (form.largest - 1)
        return 0.75 * 2.0 ** (form.largest + form.precision - form.width + 1 - form.width * min(index, form.last))

    def exponent_field(self, value):
        return (self.form.bits(value) >> (self.form.precision - 1)) & self.form.exponent_mask

    def index_of(self, value):
        form = self.form
        if value == 0:
            return form.last
        return min(form.last, (form.largest - math.frexp(value)[1]) // form.width)

    def index(self):
        form = self.form
        anchored = 2 * form.largest - 1 + form.precision - form.width
        return (anchored - self.exponent_field(self.primaries[0])) // form.width

    def with_last_bit(self, value):
        return self.form.value(self.form.bits(value) | 1)

    def add(self, value):
        self.make_room(value)
        self.deposit(value)
        self.renormalise()

    def make_room(self, value):
        if not math.isfinite(self.primaries[0]):
            return
        index = 0 if not math.isfinite(value) else self.index_of(value)
        shift = self.fold if self.primaries[0] == 0 else max(0, min(self.fold, self.index() - index))
        if shift > 0:
            fresh = [self.anchor(index + i) for i in range(shift)]
            self.primaries = fresh + self.primaries[: self.fold - shift]
            self.carries = [0.0] * shift + self.carries[: self.fold - shift]

    def deposit(self, value):
        primaries, rounded = self.primaries, self.form.round
        if not math.isfinite(value) or not math.isfinite(primaries[0]):
            primaries[0] += value
            return
        first = 0
        if self.index() == 0:
            before = primaries[0]
            primaries[0] = rounded(self.with_last_bit(rounded(value / self.expansion)) + before)
            half = rounded(rounded(before - primaries[0]) * (self.expansion / 2))
            value = rounded(rounded(value + half) + half)
            first = 1
        for i in range(first, self.fold):
            before = primaries[i]
            primaries[i] = rounded(self.with_last_bit(value) + before)
            value = rounded(value + rounded(before - primaries[i]))

    def renormalise(self):
        if self.primaries[0] == 0 or not math.isfinite(self.primaries[0]):
            return
        quarter = 1 << (self.form.precision - 3)
        for i in range(self.fold):
            bits = self.form.bits(self.primaries[i])
            self.carries[i] += (bits // quarter & 3) - 2
            self.primaries[i] = self.form.value(bits & ~quarter | 2 * quarter)

    def observe(self):
        if not math.isfinite(self.primaries[0]):
            return self.primaries[0]
        if self.primaries[0] == 0:
            return 0.0
        top = self.index()
        # Where f64 sums might overflow on the way the library adds them scaled down. By a power of two: it rounds them the same.
        scale = 2.0**66 if self.form is F64 and top <= 3 else 1.0
        return self.form.round(self.sum_down(top, 1 / scale) * scale)

    def sum_down(self, top, scale):
        def part(i):
            up = self.expansion if top + i == 0 else 1.0
            anchor = self.anchor(top + i)
            return self.carries[i] * (anchor / 6 * scale * up), (self.primaries[i] - anchor) * scale * up

        parts = [part(i) for i in range(self.fold)]
        total = parts[0][0]
        for i in range(1, self.fold):
            total += parts[i][0]
            total += parts[i - 1][1]
        return total + parts[-1][1]


EXPRESSIONS = {
    "exact": Exact,
    "binned:2": lambda form: Binned(form, 2),
    "binned:3": lambda form: Binned(form, 3),
    "binned:4": lambda form: Binned(form, 4),
}


# Requests


class Request:
    """What is asked: any of reduce, scan and exclusive scan, in a direction, with an initial value or none."""

    def __init__(self, observation, direction="forward", initial=None, placement=None):
        self.observation = observation
        self.direction = direction
        self.initial = initial  # "start", or "large" or "small" of INITIALS
        self.placement = placement


# Bits: about 1e300 and 1e38, whose bins stand far above the data's; and numbers below them.
INITIALS = {
    "f64": {"large": "7e37e43c8800759c", "small": "8b36c532c3f99154"},
    "f32": {"large": "7e967699", "small": "80799154"},
}

AT_EVERY_LENGTH = [
    Request("reduce"),
    Request("inclusive"),
    Request("inclusive", "backward"),
    Request("exclusive", initial="start"),
]
WITH_INITIAL = [
    Request("reduce", initial="large", placement="outside"),
    Request("inclusive", initial="small", placement="first"),
    Request("exclusive", "backward", initial="large", placement="first"),
    Request("exclusive", initial="small", placement="outside"),
]
LENGTHS = {data: [1, 2, 31, 1009, 4099] for data in ("wide", "narrow", "special")}
LENGTHS.update({data: [31, 1009, 4099] for data in ("mirrored", "whole-range")})
INITIAL_LENGTHS = [31, 1009]
LONG = 65537
TYPES = [("f64", "f64"), ("f32", "f32"), ("f32", "f64")]


def initial_of(request, form):
    if request.initial is None:
        return None
    if request.initial == "start":
        return 0.0
    name = "f64" if form is F64 else "f32"
    return form.value(int(INITIALS[name][request.initial], 16))


def evaluate(request, make, form, values):
    terms = values[::-1] if request.direction == "backward" else values
    total = make(form)
    initial = initial_of(request, form)
    if initial is not None:
        total.add(initial)
    if request.observation == "reduce":
        for term in terms:
            total.add(term)
        return total.observe()
    output = []
    for term in terms:
        if request.observation == "exclusive":
            # Nothing but the initial value stands before the first: itself, not a sum of one term.
            output.append(total.observe() if output else initial)
        total.add(term)
        if request.observation == "inclusive":
            output.append(total.observe())
    return output[::-1] if request.direction == "backward" else output


def line_of(kind, accumulate, data, values, input_hash, expression, request):
    form = FORMATS[accumulate]
    n = len(values)
    line = {"type": kind}
    if accumulate != kind:
        line["sum"] = accumulate
    line.update({"data": data, "n": n, "seed": str(SEED), "operator": "add", "input": input_hash})
    line["expression"] = expression
    if request.direction == "backward":
        line["direction"] = "backward"
    if request.observation == "exclusive":
        line["observation"] = "exclusive"
    if request.initial == "start":
        line["initial"] = "start"
    elif request.initial is not None:
        line["initial"] = INITIALS[accumulate][request.initial]
        line["initialPlacement"] = request.placement
    result = evaluate(request, EXPRESSIONS[expression], form, values)
    if request.observation == "reduce":
        line["reduce"] = form.hex(result)
        return line
    line["scan"] = hash_of(form, result)
    line["last"] = form.hex(result[-1])
    probes = sorted({0, n // 3, n // 2, 3 * n // 4 - (n > 3), n - 1})
    line["probes"] = {str(i): form.hex(result[i]) for i in probes}
    return line


def requests_at(n, data, kind, accumulate):
    if n == LONG:
        if kind == accumulate and data != "special":
            return [Request("reduce"), Request("inclusive")]
        return [Request("reduce")]
    return AT_EVERY_LENGTH + (WITH_INITIAL if n in INITIAL_LENGTHS else [])


def lines(longest):
    for kind, accumulate in TYPES:
        for data in LENGTHS:
            for n in [each for each in LENGTHS[data] + [LONG] if each <= longest]:
                values = elements(kind, data, n)
                input_hash = hash_of(FORMATS[kind], values)
                for expression in EXPRESSIONS:
                    for request in requests_at(n, data, kind, accumulate):
                        line = line_of(kind, accumulate, data, values, input_hash, expression, request)
                        yield json.dumps(line, separators=(",", ":")) + "\n"


def check(longest):
    kept = [line for line in TARGET.read_text().splitlines(keepends=True) if json.loads(line)["n"] <= longest]
    for i, (there, here) in enumerate(zip(kept + [""], list(lines(longest)) + [""])):
        if there != here:
            place = "%s, line %d of those up to %d elements" % (TARGET.name, i + 1, longest)
            sys.exit("%s: %sbut this program writes %s" % (place, there, here))
    print("%s is what this program writes: %d lines" % (TARGET.name, len(kept)))


def main(arguments):
    if arguments[:1] == ["--check"] and all(each.isdigit() for each in arguments[1:]) and len(arguments) <= 2:
        check(int(arguments[1]) if len(arguments) == 2 else LONG)
    elif arguments:
        sys.exit("usage: python3 tools/order-free-vectors.py [--check [LONGEST]]")
    else:
        text = "".join(lines(LONG))
        TARGET.write_text(text)
        print("%d lines in %s" % (text.count("\n"), TARGET.name))


if __name__ == "__main__":
    main(sys.argv[1:])
