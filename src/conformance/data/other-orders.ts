import { checkElements } from "../../values/check-arrays.ts";
import { describe } from "../../values/describe.ts";
import { type ElementArray, elementTypeOf } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { splitmix64 } from "./splitmix64.ts";

const TWO_TO_32 = 0x1_0000_0000;

/** The same elements in an order that a seed decides (Fisher and Yates, on the draws' high halves). */
export function shuffled<T extends ElementArray>(elements: T, seed: bigint): T {
  const result = checkElements("elements", elements).slice() as T;
  const high = new Uint32Array(result.length);
  splitmix64(seed)(high, new Uint32Array(result.length));
  for (let i = result.length - 1; i > 0; i--) {
    const other = Math.floor((high[i] / TWO_TO_32) * (i + 1));
    const moved = result[i];
    result[i] = result[other];
    result[other] = moved;
  }
  return result;
}

/**
 * Elements whose second half is the first, backwards and negated; the middle one of an odd length stays.
 *
 * A sum of them comes back to what little it began with: it tells a sum that keeps more from one that keeps less.
 */
export function mirrored<T extends Float64Array | Float32Array>(elements: T): T {
  const type = elementTypeOf(checkElements("elements", elements));
  if (type !== "f64" && type !== "f32") {
    throw new InvalidArgumentError("elements", "a Float64Array or Float32Array", describe(elements));
  }
  const result = elements.slice() as T;
  const { length } = result;
  for (let i = 0; i < length >> 1; i++) result[length - 1 - i] = -result[i];
  return result;
}
