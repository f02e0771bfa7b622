import { checkInteger } from "../../values/check-arguments.ts";
import { checkName } from "../../values/check-name.ts";
import { checkOptionNames } from "../../values/check-option-names.ts";
import { newElementArray } from "../../values/element-types.ts";
import { type DrawStream, splitmix64 } from "./splitmix64.ts";

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
