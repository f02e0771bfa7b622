import { newElementArray } from "../../values/element-types.ts";
import { splitmix64 } from "./splitmix64.ts";

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
  const { type, length, seed } = request;
  const { first = 0, count = FINITE_EXPONENTS[type] - first } = request;
  const [high, low] = [new Uint32Array(length), new Uint32Array(length)];
  splitmix64(seed)(high, low);
  const elements = newElementArray(type, length);
  const words = new Uint32Array(elements.buffer);
  for (let i = 0; i < length; i++) {
    const sign = high[i] & 0x8000_0000;
    const exponent = first + (((high[i] >>> 20) & 0x7ff) % count);
    if (type === "f64") {
      words[2 * i] = low[i];
      words[2 * i + 1] = sign | (exponent << 20) | (high[i] & 0xf_ffff);
    } else words[i] = sign | (exponent << 23) | (low[i] & 0x7f_ffff);
  }
  return elements as unknown as T extends "f64" ? Float64Array : Float32Array;
}

const FINITE_EXPONENTS = { f64: 2047, f32: 255 } as const;
