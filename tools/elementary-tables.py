#!/usr/bin/env python3
"""Makes the numbers of elementary functions. Python's standard library alone.

src/elementary/fast/tables.ts                          by which fast exponentials and logarithms begin
src/codegen/wgsl/elementary/wide-constants.wgsl.ts     constants and series of 128 bits

    python3 tools/elementary-tables.py            writes the files
    python3 tools/elementary-tables.py --check    fails where one of them is another
"""

import pathlib
import sys
from decimal import ROUND_HALF_EVEN, Decimal, getcontext
from fractions import Fraction

getcontext().prec = 80
SOURCES = pathlib.Path(__file__).parent.parent / "src"

HEAD = """// Made by tools/elementary-tables.py. Integers, so that each is read as it was written; what one of them counts is a power of two.
// biome-ignore-all format: rows of numbers
"""


def units(value: Decimal, exponent: int) -> int:
    """The value as a whole number of 2^-exponent, to the nearest."""
    return int((value * Decimal(2) ** exponent).to_integral_value(rounding=ROUND_HALF_EVEN))


def split(value: Decimal, high: int, low: int) -> tuple[int, int]:
    """A value as units of 2^-high and, for what they leave, units of 2^-low."""
    first = units(value, high)
    return first, units(value - Decimal(first) / Decimal(2) ** high, low)


def powers() -> list[tuple[int, int]]:
    """2^(i/64)."""
    return [split((Decimal(i) / 64 * Decimal(2).ln()).exp(), 25, 78) for i in range(64)]


def reciprocals() -> list[int]:
    """Of the middle of each of the 128 intervals from 0.6875 to 1.375 that end where the top 7 bits of a fraction change, in units of 2^-10.

    Next to 1 it is 1, so that logarithms there have no other part than their series.
    """
    result = []
    for i in range(128):
        place = i + 48  # of 128 in the binade of 0.5 to 1
        below = place < 128
        start = Decimal(128 + place) / 256 if below else Decimal(place) / 128
        end = start + (Decimal(1) / 256 if below else Decimal(1) / 128)
        result.append(1024 if end == 1 or start == 1 else units(2 / (start + end), 10))
    return result


def rows(numbers: list[int], each: int) -> str:
    lines = [numbers[i : i + each] for i in range(0, len(numbers), each)]
    return "".join("  " + ", ".join(str(n) for n in line) + ",\n" for line in lines)


def constant(name: str, comment: str, numbers: list[int], each: int) -> str:
    return f"\n/** {comment} */\nexport const {name}: readonly number[] = [\n{rows(numbers, each)}];\n"


def text() -> str:
    pairs = powers()
    inverses = reciprocals()
    logs = [split(-(Decimal(each) / 1024).ln(), 42, 78) for each in inverses]
    return HEAD + "".join(
        [
            constant("POWERS_HIGH", "2^(i/64), in units of 2^-25.", [high for high, _ in pairs], 12),
            constant("POWERS_LOW", "What that leaves of it, in units of 2^-78.", [low for _, low in pairs], 7),
            constant("RECIPROCALS", "Of 0.6875 … 1.375, nearly, in units of 2^-10.", inverses, 18),
            constant("LOGARITHMS_HIGH", "−ln of each of those, in units of 2^-42.", [high for high, _ in logs], 8),
            constant("LOGARITHMS_LOW", "What that leaves of it, in units of 2^-78.", [low for _, low in logs], 9),
        ]
    )


WIDE_HEAD = """// Made by tools/elementary-tables.py. 128 bits in four words, the lowest first.
// biome-ignore-all format: rows of numbers

/*
 * WIDE_TERMS: 1/n! for n from 0 to 34, then 1/(2k + 1) for k from 0 to 26, in units of 2^-126. WIDE_ANGLES: arctan(i/8), in units of 2^-128.
 * WIDE_QUARTERS: 64 bits of zero and the bits of 2/π behind the point, the highest word first.
 */
export const WIDE_CONSTANTS = `
"""


def arctan(x: Fraction, bits: int) -> int:
    """In units of 2^-bits, cut off by a few of them: its series, for x of at most 1/5; others by arctan(1/5)."""
    if x > Fraction(1, 5):
        return arctan(Fraction(1, 5), bits) + arctan((x - Fraction(1, 5)) / (1 + x / 5), bits)
    power = (x.numerator << bits) // x.denominator
    total = 0
    k = 0
    while power:
        total += power // (2 * k + 1) if k % 2 == 0 else -(power // (2 * k + 1))
        power = power * x.numerator**2 // x.denominator**2
        k += 1
    return total


def inverse_series(n: int, bits: int) -> int:
    """artanh(1/n) likewise."""
    power = (1 << bits) // n
    total = 0
    divisor = 1
    while power:
        total += power // divisor
        power //= n * n
        divisor += 2
    return total


PRECISION = 480  # of what the constants are cut from


def vector(value: int) -> str:
    words = [(value >> shift) & 0xFFFFFFFF for shift in (0, 32, 64, 96)]
    return "vec4<u32>(" + ", ".join(f"0x{word:08x}u" for word in words) + ")"


def wide(name: str, value: int) -> str:
    """A constant of PRECISION bits behind the point as a Wide, cut off."""
    length = value.bit_length()
    return f"const {name} = Wide({vector(value >> (length - 128))}, {length - PRECISION - 128}, 0u);\n"


def array(name: str, kind: str, items: list[str]) -> str:
    lines = "".join(f"  {item},\n" for item in items)
    return f"const {name} = array<{kind}, {len(items)}>(\n{lines});\n"


def wide_text() -> str:
    one = 1 << PRECISION
    ln2 = 18 * inverse_series(26, PRECISION) - 2 * inverse_series(4801, PRECISION) + 8 * inverse_series(8749, PRECISION)
    ln10 = 3 * ln2 + 2 * inverse_series(9, PRECISION)
    half_pi = 8 * arctan(Fraction(1, 5), PRECISION) - 2 * arctan(Fraction(1, 239), PRECISION)
    factorial = 1
    terms = []
    for n in range(35):
        factorial *= max(n, 1)
        terms.append((1 << 126) // factorial)
    terms += [(1 << 126) // (2 * k + 1) for k in range(27)]
    angles = [arctan(Fraction(i, 8), PRECISION) >> (PRECISION - 128) for i in range(9)]
    quarters = (one << PRECISION) // half_pi
    words = [(quarters >> (PRECISION - 32 * (i + 1))) & 0xFFFFFFFF for i in range(9)]
    constants = [
        wide("WIDE_ONE", one),
        wide("WIDE_THIRD", one // 3),
        wide("WIDE_LN2", ln2),
        wide("WIDE_PER_LN2", (one << PRECISION) // ln2),
        wide("WIDE_LOG10_2", (ln2 << PRECISION) // ln10),
        wide("WIDE_HALF_PI", half_pi),
        array("WIDE_TERMS", "vec4<u32>", [vector(each) for each in terms]),
        array("WIDE_ANGLES", "vec4<u32>", [vector(each) for each in angles]),
        array("WIDE_QUARTERS", "u32", [f"0x{word:08x}u" for word in [0, 0, *words]]),
    ]
    return WIDE_HEAD + "\n".join(constants) + "`;\n"


FILES = {
    SOURCES / "elementary" / "fast" / "tables.ts": text,
    SOURCES / "codegen" / "wgsl" / "elementary" / "wide-constants.wgsl.ts": wide_text,
}

if __name__ == "__main__":
    for place, make in FILES.items():
        made = make()
        if "--check" not in sys.argv:
            place.write_text(made, encoding="utf-8")
        elif place.read_text(encoding="utf-8") != made:
            sys.exit(f"{place} is not what this program makes")
