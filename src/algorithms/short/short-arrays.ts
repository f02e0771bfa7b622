// Few elements are answered by plain loops: what a call of a few hundred costs is checks, lists and kernels, and none of these is needed for them.

import type { ColumnArray } from "../../values/value-types.ts";

/** Arrays that loops of JavaScript take: elements of 64 bits that are integers would be an object each. */
export type ShortArray = Float64Array | Float32Array | Int32Array | Uint32Array;

/** Up to so many elements a loop over each is faster than entering a kernel (docs/notes/short-calls.md). */
export const FEW_ELEMENTS = 512;

/** An input of at least one element and at most `longest`; undefined for all else. */
export function shortArray(input: unknown, longest: number = FEW_ELEMENTS): ShortArray | undefined {
  if (input instanceof Float64Array) return isShort(input, longest) ? input : undefined;
  if (input instanceof Float32Array) return isShort(input, longest) ? input : undefined;
  if (input instanceof Int32Array) return isShort(input, longest) ? input : undefined;
  if (input instanceof Uint32Array) return isShort(input, longest) ? input : undefined;
  return undefined;
}

function isShort({ length }: ShortArray, longest: number): boolean {
  return length > 0 && length <= longest;
}

/** A new array of the same type. One constructor each, because engines allocate faster where they know which one it is. */
export function newLike(array: ShortArray, length: number): ShortArray {
  if (array instanceof Float64Array) return new Float64Array(length);
  if (array instanceof Float32Array) return new Float32Array(length);
  return array instanceof Int32Array ? new Int32Array(length) : new Uint32Array(length);
}

/** Whether two arrays have one type. */
export function isLike(array: ShortArray, other: ColumnArray): boolean {
  if (array instanceof Float64Array) return other instanceof Float64Array;
  if (array instanceof Float32Array) return other instanceof Float32Array;
  return array instanceof Int32Array ? other instanceof Int32Array : other instanceof Uint32Array;
}

/** The same where elements may pass through variables: a NaN might lose its bits there. */
export function movableArray(input: unknown, longest?: number): ShortArray | undefined {
  const array = shortArray(input, longest);
  if (array === undefined) return undefined;
  for (let i = 0; i < array.length; i++) if (Number.isNaN(array[i])) return undefined;
  return array;
}

/** Whether `<` does not know the place of an element: of −0 and of a NaN. */
export function isOutOfOrder(element: number): boolean {
  return element === 0 ? 1 / element < 0 : Number.isNaN(element);
}

/** The same where `<` is their order as well. */
export function orderedArray(input: unknown, longest?: number): ShortArray | undefined {
  const array = shortArray(input, longest);
  if (array === undefined) return undefined;
  for (let i = 0; i < array.length; i++) {
    if (isOutOfOrder(array[i])) return undefined;
  }
  return array;
}
