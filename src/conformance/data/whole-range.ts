import { checkInteger } from "../../values/check-arguments.ts";
import { checkName, checkOptionNames } from "../../values/check-name.ts";

import { newElementArray } from "../../values/element-types.ts";
import type { SpecialArray } from "./special-arrays.ts";
import { type DrawStream, splitmix64 } from "./splitmix64.ts";

/** Floats over a range of exponents, all finite ones by default. */
export interface RangeRequest<T extends "f64" | "f32" = "f64" | "f32"> {
  readonly type: T;
  readonly length: number;
  readonly seed: bigint;
  readonly first?: number | undefined; // smallest biased exponent, default 0: subnormals
  readonly count?: number | undefined; // of exponents from there on, default: all that are finite
}

/**
 * Finite floats of the whole range of a type, which the hostile data sets leave out: sign bit 63 of each draw, biased exponent
 * `first + (bits 52 to 62) mod count`, and the low bits as they are.
 *
 * @see vectors/README.md
 */
export function wholeRangeData<T extends "f64" | "f32">(
  request: RangeRequest<T>,
): T extends "f64" ? Float64Array : Float32Array {
  checkOptionNames(request, ["type", "length", "seed", "first", "count"], "request");
  const { type, length } = request;
  const finite = FINITE_EXPONENTS[checkName("type", ["f64", "f32"], type)];
  const first = checkInteger("first", request.first ?? 0, 0, finite - 1);
  const count = checkInteger("count", request.count ?? finite - first, 1, finite - first);
  const draw = splitmix64(request.seed);
  const elements = newElementArray(type, length);
  for (let start = 0; start < length; start += DRAWN_LENGTH) {
    fill(elements.subarray(start, start + DRAWN_LENGTH), draw, first, count);
  }
  return elements as unknown as T extends "f64" ? Float64Array : Float32Array;
}

/** Draws made at a time. */
const DRAWN_LENGTH = 1 << 16;

function fill(elements: Float64Array | Float32Array, draw: DrawStream, first: number, count: number): void {
  const { length } = elements;
  const [high, low] = [new Uint32Array(length), new Uint32Array(length)];
  draw(high, low);
  const words = new Uint32Array(elements.buffer, elements.byteOffset, elements.byteLength / 4);
  for (let i = 0; i < length; i++) {
    const sign = high[i] & 0x8000_0000;
    const exponent = first + (((high[i] >>> 20) & 0x7ff) % count);
    if (elements instanceof Float64Array) {
      words[2 * i] = low[i];
      words[2 * i + 1] = sign | (exponent << 20) | (high[i] & 0xf_ffff);
    } else words[i] = sign | (exponent << 23) | (low[i] & 0x7f_ffff);
  }
}

const FINITE_EXPONENTS = { f64: 2047, f32: 255 } as const;

/**
 * Finite floats where the state of a sum without an order has its ends: all exponents, the largest, the smallest, and what lies half-way
 * between two multiples of a bin's unit.
 */
export function wholeRangeArrays(type: "f64" | "f32", length: number): readonly SpecialArray[] {
  const { largest, smallest } = ENDS[type];
  const request = { type, length, seed: SEED };
  return [
    { name: "all exponents", elements: wholeRangeData(request) },
    { name: "the largest exponents", elements: wholeRangeData({ ...request, first: largest }) },
    { name: "the smallest exponents", elements: wholeRangeData({ ...request, count: smallest }) },
    { name: "halves of bins' units", elements: halves(type, length) },
  ];
}

const SEED = 2027n;

/** Biased exponents: the first of the three largest, and how many lie below the last bin's. */
const ENDS = {
  f64: { largest: 2044, smallest: 60 },
  f32: { largest: 252, smallest: 20 },
} as const;

const BINS = {
  f64: { largest: 1024, width: 40, count: 52 },
  f32: { largest: 128, width: 13, count: 21 },
} as const;

/** `(m + ½)·u` for small m and the unit u of each bin in turn; every other one with as much as a float holds of the next bin's half. */
function halves(type: "f64" | "f32", length: number): Float64Array | Float32Array {
  const { largest, width, count } = BINS[type];
  const [high, low] = [new Uint32Array(length), new Uint32Array(length)];
  splitmix64(SEED)(high, low);
  const elements = type === "f64" ? new Float64Array(length) : new Float32Array(length);
  for (let i = 0; i < length; i++) {
    const unit = 2 ** (largest - width * ((i % count) + 1) + 1);
    const half = ((high[i] >>> 24) + 0.5) * unit;
    const next = i % 2 === 0 ? 0 : 0.5 * unit * 2 ** -width;
    elements[i] = low[i] % 2 === 0 ? half + next : -half - next;
  }
  return elements;
}
