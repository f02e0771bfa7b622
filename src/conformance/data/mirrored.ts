import { checkElements } from "../../values/check-arrays.ts";
import { describe } from "../../values/describe.ts";
import { elementTypeOf } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";

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
