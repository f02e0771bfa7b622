import type { InitialValue } from "../../contracts/contract.ts";
import { fromBits } from "../../values/bits.ts";
import {
  type ElementArray,
  type ElementType,
  type Scalar,
  viewElements,
} from "../../values/element-types.ts";

/** A short array made by hand, and what is special about it. */
export interface SpecialArray {
  readonly name: string;
  readonly elements: ElementArray;
}

/** Short arrays of the float values that go wrong most; none for integer types. Payload NaNs are there on purpose. */
export function specialArrays(type: ElementType): readonly SpecialArray[] {
  switch (type) {
    case "f64":
      return named("f64", F64_PATTERNS);
    case "f32":
      return named("f32", F32_PATTERNS);
    case "i64":
    case "u64":
    case "i32":
    case "u32":
      return [];
    default:
      return type satisfies never;
  }
}

/** Initial values of that sort, each in both placements: a NaN with a payload, −0, −∞; none for integer types. */
export function specialInitials(type: ElementType): readonly InitialValue<Scalar>[] {
  if (type !== "f64" && type !== "f32") return [];
  const patterns = type === "f64" ? F64_INITIALS : F32_INITIALS;
  return patterns.flatMap((bits) => {
    const value = fromBits(type, bits);
    return [
      { value, placement: "outside" },
      { value, placement: "first" },
    ] as const;
  });
}

const F64_INITIALS = [0xfff80000deadbeefn, 0x8000000000000000n, 0xfff0000000000000n];
const F32_INITIALS = [0xffc0beefn, 0x80000000n, 0xff800000n];

/** Name → bit patterns; each array repeats its patterns up to 37 elements, one more than any small block's multiple. */
type Patterns = Readonly<Record<string, readonly bigint[]>>;

const REPEATED_LENGTH = 37;

const F64_PATTERNS: Patterns = {
  "all −0": [0x8000000000000000n],
  "−0 and +0": [0x8000000000000000n, 0n, 0x8000000000000000n, 0x8000000000000000n, 0n],
  "a NaN with a payload": [0x7ff80000deadbeefn, 0x3ff0000000000000n, 0x4000000000000000n],
  "negative NaN": [0xfff8000000000000n, 0x3ff0000000000000n],
  "signalling NaN": [0x3ff0000000000000n, 0x7ff0000000000001n, 0xbff0000000000000n],
  "infinities that cancel": [0x3ff0000000000000n, 0x7ff0000000000000n, 0xfff0000000000000n],
  "one infinity": [0x3ff0000000000000n, 0xbff8000000000000n, 0xfff0000000000000n, 0x3ff0000000000000n],
  subnormals: [1n, 0x8000000000000003n, 0x000fffffffffffffn, 0x0010000000000000n, 0x800fffffffffffffn],
  "the largest finite": [0x7fefffffffffffffn, 0x7fefffffffffffffn, 0xffefffffffffffffn, 0x7c90000000000000n],
  "cancelling 1e16": [0x4341c37937e08000n, 0xc341c37937e08000n, 0x3ff0000000000000n],
};

const F32_PATTERNS: Patterns = {
  "all −0": [0x80000000n],
  "−0 and +0": [0x80000000n, 0n, 0x80000000n, 0x80000000n, 0n],
  "a NaN with a payload": [0x7fc0beefn, 0x3f800000n, 0x40000000n],
  "negative NaN": [0xffc00000n, 0x3f800000n],
  "signalling NaN": [0x3f800000n, 0x7f800001n, 0xbf800000n],
  "infinities that cancel": [0x3f800000n, 0x7f800000n, 0xff800000n],
  "one infinity": [0x3f800000n, 0xbfc00000n, 0xff800000n, 0x3f800000n],
  subnormals: [1n, 0x80000003n, 0x007fffffn, 0x00800000n, 0x807fffffn],
  "the largest finite": [0x7f7fffffn, 0x7f7fffffn, 0xff7fffffn, 0x73000000n],
  "cancelling 1e8": [0x4cbebc20n, 0xccbebc20n, 0x3f800000n],
};

function named(type: "f64" | "f32", patterns: Patterns): readonly SpecialArray[] {
  return Object.entries(patterns).map(([name, bits]) => ({ name, elements: repeated(type, bits) }));
}

/** Written through integers, because a NaN's payload need not survive as a JavaScript number. */
function repeated(type: "f64" | "f32", patterns: readonly bigint[]): ElementArray {
  const words = type === "f64" ? new BigUint64Array(REPEATED_LENGTH) : new Uint32Array(REPEATED_LENGTH);
  for (let i = 0; i < REPEATED_LENGTH; i++) {
    const bits = patterns[i % patterns.length];
    words[i] = words instanceof BigUint64Array ? bits : Number(bits);
  }
  return viewElements(type, words.buffer, 0, REPEATED_LENGTH);
}
