import type { Term } from "../operators/term.ts";
import { termList } from "../operators/term-list.ts";
import { bitsOf, fromBits } from "../values/bits.ts";
import { SCALAR_TYPE_FACTS, type Scalar, type ScalarType } from "../values/element-types.ts";

// Simplest first: a counterexample is made of the earliest values that will do.
const SMALL = [0, 1, 2, 3, -1, -2, 4, 5, 7, 8, 10, -3, 100];
const HALVES = [0.5, -0.5, 1.5, 0.1, -0];
const FLOAT_BITS = {
  f32: [
    0x4b800000n, // 2^24: adding 1 is lost
    0xcb800000n,
    0x33800000n, // 2^−24
    0x7f7fffffn, // largest
    0xff7fffffn,
    0x00800000n, // smallest normal
    0x00000001n, // smallest subnormal
    0x807fffffn, // largest subnormal, negative
    0x7f800000n, // ∞
    0xff800000n,
    0x7fc00000n, // NaN
  ],
  f64: [
    0x4340000000000000n,
    0xc340000000000000n,
    0x3ca0000000000000n,
    0x7fefffffffffffffn,
    0xffefffffffffffffn,
    0x0010000000000000n,
    0x0000000000000001n,
    0x800fffffffffffffn,
    0x7ff0000000000000n,
    0xfff0000000000000n,
    0x7ff8000000000000n,
  ],
} as const;

/** Values of a type at which laws usually break, the simplest first: small ones, extremes, halves of the width, signed zeros, NaN. */
export function specialValues(type: ScalarType): readonly Scalar[] {
  if (type === "bool") return [0, 1];
  if (type === "f32" || type === "f64") {
    const rounded = [...SMALL, ...HALVES].map((value) => (type === "f32" ? Math.fround(value) : value));
    return [...rounded, ...FLOAT_BITS[type].map((bits) => fromBits(type, bits))];
  }
  const width = BigInt(8 * SCALAR_TYPE_FACTS[type].bytes);
  const top = 1n << (width - 1n);
  const half = 1n << (width / 2n);
  const edges = [
    top - 1n,
    top,
    top + 1n,
    2n * top - 1n,
    half,
    half - 1n,
    half + 1n,
    top - 2n,
    0x55555555n,
    width,
  ];
  return distinct(
    type,
    [...SMALL.map(BigInt), ...edges].map((value) => fromBits(type, BigInt.asUintN(Number(width), value))),
  );
}

/** The special values of a type, and the constants of some terms with their neighbours. */
export function sampleValues(type: ScalarType, terms: readonly Term[]): readonly Scalar[] {
  const constants = termList(terms).nodes.flatMap(({ term }) =>
    term.kind === "constant" && term.type === type ? [term.value, ...neighbours(type, term.value)] : [],
  );
  return distinct(type, [...specialValues(type), ...constants]);
}

/** The values one bit pattern below and above: ± 1 of an integer, the nearest floats, the other bool. */
export function neighbours(type: ScalarType, value: Scalar): readonly Scalar[] {
  if (type === "bool") return [value === 0 ? 1 : 0];
  const width = 8 * SCALAR_TYPE_FACTS[type].bytes;
  return [-1n, 1n].map((step) => fromBits(type, BigInt.asUintN(width, bitsOf(type, value) + step)));
}

function distinct(type: ScalarType, values: readonly Scalar[]): readonly Scalar[] {
  return [...new Map(values.map((value) => [bitsOf(type, value), value])).values()];
}
