import { bitsOf, canonicalizeNaNs, toHex } from "../values/bits.ts";
import { checkElements } from "../values/check-arrays.ts";
import { checkName } from "../values/check-name.ts";
import { isElement } from "../values/convert.ts";
import { describe } from "../values/describe.ts";
import {
  ELEMENT_TYPE_FACTS,
  ELEMENT_TYPES,
  type ElementArray,
  type ElementType,
  elementTypeOf,
  type Scalar,
} from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";

/** What came is not what had to come. The position is that of the first wrong element, where there is one. */
export interface Mismatch {
  readonly expected: string; // bits as hexadecimal digits, or a sentence
  readonly actual: string;
  readonly position: number | undefined;
}

/** Compares a scan's output with the expected one, bit by bit: a NaN that is not the canonical one differs. */
export function compareArrays(expected: ElementArray, actual: unknown): Mismatch | undefined {
  const type = elementTypeOf(checkElements("expected", expected)) as ElementType;
  const wrongShape = compareShape(type, expected.length, actual);
  if (wrongShape !== undefined) return wrongShape;
  const output = actual as ElementArray;
  const canonical = ELEMENT_TYPE_FACTS[type].isFloat ? expected.slice() : expected;
  canonicalizeNaNs(canonical);
  const position = firstDifference(canonical, output);
  if (position === undefined) return undefined;
  return { expected: rawHex(canonical, position), actual: rawHex(output, position), position };
}

/** Says what is wrong with an output that is not an array of this type and length. */
export function compareShape(type: ElementType, length: number, actual: unknown): Mismatch | undefined {
  const actualType = elementTypeOf(actual);
  const shape =
    actualType === undefined ? typeof actual : `${actualType}[${(actual as ElementArray).length}]`;
  const expected = `${type}[${length}]`;
  return shape === expected ? undefined : { expected, actual: shape, position: undefined };
}

/** Compares a reduce's value with the expected one, by bits. A scalar NaN has no payload that JavaScript could show. */
export function compareScalars(type: ElementType, expected: Scalar, actual: unknown): Mismatch | undefined {
  checkName("type", ELEMENT_TYPES, type);
  if (!isElement(type, expected)) {
    throw new InvalidArgumentError("expected", `an element of ${type}`, describe(expected));
  }
  if (isElement(type, actual) && bitsOf(type, expected) === bitsOf(type, actual)) return undefined;
  const shown = isElement(type, actual) ? toHex(type, actual) : `${typeof actual} ${describe(actual)}`;
  return { expected: toHex(type, expected), actual: shown, position: undefined };
}

/** Index of the first element whose raw bits differ, of two arrays of one type and length. */
export function firstDifference(left: ElementArray, right: ElementArray): number | undefined {
  const leftWords = wordsOf(left);
  const rightWords = wordsOf(right);
  const wordsPerElement = left.BYTES_PER_ELEMENT / 4;
  for (let i = 0; i < leftWords.length; i++) {
    if (leftWords[i] !== rightWords[i]) return Math.floor(i / wordsPerElement);
  }
  return undefined;
}

/** How many elements differ in their raw bits, of two arrays of one type and length. */
export function differenceCount(left: ElementArray, right: ElementArray): number {
  const leftWords = wordsOf(left);
  const rightWords = wordsOf(right);
  const wordsPerElement = left.BYTES_PER_ELEMENT / 4;
  let count = 0;
  for (let i = 0; i < leftWords.length; i += wordsPerElement) {
    const topDiffers = leftWords[i + wordsPerElement - 1] !== rightWords[i + wordsPerElement - 1];
    if (topDiffers || leftWords[i] !== rightWords[i]) count++;
  }
  return count;
}

/** The bits of one element as they stand in memory, a NaN's payload included. */
export function rawHex(array: ElementArray, index: number): string {
  const bytes = array.BYTES_PER_ELEMENT;
  const view = new DataView(array.buffer, array.byteOffset + index * bytes, bytes);
  const bits = bytes === 8 ? view.getBigUint64(0, true) : BigInt(view.getUint32(0, true));
  return bits.toString(16).padStart(bytes * 2, "0");
}

function wordsOf(array: ElementArray): Uint32Array {
  return new Uint32Array(array.buffer, array.byteOffset, array.byteLength / 4);
}
