// The types whose sums can be asked, and the masks that they have room for: M so large that M + k = M for every count k, and the unit
// that is counted.
import type { NarrowArray } from "../values/element-types.ts";
import { bitsOfHalf } from "../values/halves.ts";

/** The element types of sums that can be asked. */
export type SummedType = "f64" | "f32" | "f16" | "bf16";

/** What a function is given: halves come as their bits in a Uint16Array. */
export type SummedArray = Float64Array | Float32Array | NarrowArray<"f16">;

interface Mask {
  readonly unit: number; // stands at every place that is no mask
  readonly largestLength: number; // up to which units are counted exactly, and swallowed by a mask
}

interface SummedTypeFacts {
  readonly precision: number; // binary digits of a significand
  readonly mask: number;
  readonly masks: readonly Mask[]; // the one to be tried first, then those for functions that flush its unit to zero
  readonly smallest: number; // subnormal
  readonly exponents: number; // random values stand from 2^−exponents to 2^exponents
  readonly cancelling: CancellingFacts;
}

/** Values that cancel, with others far below them: what is kept of these tells bins and compensated sums apart. */
interface CancellingFacts {
  readonly exponent: number; // of those that cancel
  readonly gaps: readonly number[]; // from these down to the others, one for each sample
}

export const SUMMED_TYPES: Readonly<Record<SummedType, SummedTypeFacts>> = {
  f64: {
    precision: 53,
    mask: 2 ** 1023,
    masks: [{ unit: 1, largestLength: 2 ** 53 }],
    smallest: 2 ** -1074,
    exponents: 30,
    cancelling: { exponent: 100, gaps: [60, 93, 113, 140, 200, 390] },
  },
  f32: {
    precision: 24,
    mask: 2 ** 127,
    masks: [{ unit: 1, largestLength: 2 ** 24 }],
    smallest: 2 ** -149,
    exponents: 20,
    cancelling: { exponent: 50, gaps: [20, 33, 45, 50, 65, 110] },
  },
  bf16: {
    precision: 8,
    mask: 2 ** 127,
    masks: [{ unit: 1, largestLength: 2 ** 8 }],
    smallest: 2 ** -133,
    exponents: 8,
    cancelling: { exponent: 50, gaps: [20, 33, 45, 50, 65, 110] },
  },
  // The range of f16 is narrow: n units must stay below half an ulp of the mask in f32, where halves are summed as a rule: 2^−9.
  f16: {
    precision: 11,
    mask: 2 ** 15,
    masks: [
      { unit: 2 ** -24, largestLength: 2 ** 11 },
      { unit: 2 ** -14, largestLength: 2 ** 5 },
    ],
    smallest: 2 ** -24,
    exponents: 5,
    cancelling: { exponent: 9, gaps: [6, 9, 12, 15, 17, 19] },
  },
};

/** Values in an array of their type; they are values of it. */
export function arrayOf(type: SummedType, values: ArrayLike<number>): SummedArray {
  switch (type) {
    case "f64":
      return Float64Array.from(values);
    case "f32":
      return Float32Array.from(values);
    case "f16":
    case "bf16":
      return Uint16Array.from(values, (value) => bitsOfHalf(type, value));
    default:
      return type satisfies never;
  }
}
