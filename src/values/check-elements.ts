import { checkAttached } from "./check-arrays.ts";
import { describe } from "./describe.ts";
import { type ElementArray, elementTypeOf } from "./element-types.ts";
import { InvalidArgumentError } from "./errors.ts";

/** An array of elements of any type, as a caller gave it. @throws InvalidArgumentError for another value, and for a detached array */
export function checkElements(argument: string, given: unknown): ElementArray {
  if (elementTypeOf(given) === undefined) throw new InvalidArgumentError(argument, EXPECTED, describe(given));
  const array = given as ElementArray;
  if (array.length === 0) checkAttached(argument, array);
  return array;
}

const EXPECTED = "a Float64Array, Float32Array, BigInt64Array, BigUint64Array, Int32Array or Uint32Array";
