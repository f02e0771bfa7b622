#!/usr/bin/env python3
"""Makes src/elementary/fast/tables.ts: the numbers by which fast exponentials and logarithms begin. Python's standard library alone.

    python3 tools/elementary-tables.py            writes the file
    python3 tools/elementary-tables.py --check    fails where the file is another
"""

import pathlib
import sys
from decimal import ROUND_HALF_EVEN, Decimal, getcontext

getcontext().prec = 80
PLACE = pathlib.Path(__file__).parent.parent / "src" / "elementary" / "fast" / "tables.ts"

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


if __name__ == "__main__":
    made = text()
    if "--check" in sys.argv:
        sys.exit(0 if PLACE.read_text(encoding="utf-8") == made else f"{PLACE} is not what this program makes")
    PLACE.write_text(made, encoding="utf-8")
