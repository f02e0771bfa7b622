// Why: bits are compared, never values: -0 is not +0, and a NaN equals itself.
import { bitsOf, canonicalizeNaNs, toHex } from "../values/bits.ts";
import { checkList } from "../values/check-arguments.ts";
import { checkColumn, checkColumnList, checkElements } from "../values/check-arrays.ts";
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
import { InvalidArgumentError, LengthMismatchError } from "../values/errors.ts";

import { type Column, type ColumnArray, pathText } from "../values/value-types.ts";

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

/**
 * Compares a scan of records with the expected one, column by column and bit by bit. Bits are told of the whole record, as contracts
 * write them: `3f800000,00000007`.
 */
export function compareColumns(
  given: readonly Column[],
  expected: readonly ColumnArray[],
  actual: unknown,
): Mismatch | undefined {
  const columns = checkColumnList("columns", given);
  checkExpected(columns, expected, (column, value, place) => checkColumn(place, column.type, value));
  if (!Array.isArray(actual) || actual.length !== columns.length) {
    const shown = Array.isArray(actual) ? `${actual.length} columns` : typeof actual;
    return { expected: `${columns.length} columns`, actual: shown, position: undefined };
  }
  const mismatches = columns.map((column, index) => compareColumn(column, expected[index], actual[index]));
  const wrongShape = mismatches.find((mismatch) => mismatch !== undefined && mismatch.position === undefined);
  if (wrongShape !== undefined) return wrongShape;
  const positions = mismatches.flatMap((mismatch) => mismatch?.position ?? []);
  if (positions.length === 0) return undefined;
  const position = Math.min(...positions);
  const wanted = columns.map(({ type }, index) => toHex(type, expected[index][position]));
  const found = columns.map((_, index) => hexInMemory(actual[index], position));
  return { expected: wanted.join(","), actual: found.join(","), position };
}

/** Compares a reduce of records with the expected one, by bits. */
export function compareRecords(
  given: readonly Column[],
  expected: readonly Scalar[],
  actual: unknown,
): Mismatch | undefined {
  const columns = checkColumnList("columns", given);
  checkExpected(columns, expected, ({ type }, value, place) => {
    if (!isElement(type, value))
      throw new InvalidArgumentError(place, `an element of ${type}`, describe(value));
  });
  const values = Array.isArray(actual) ? actual : [actual];
  const shown = values.map((value, index) => {
    const type = columns[index]?.type;
    return type !== undefined && isElement(type, value)
      ? toHex(type, value)
      : `${typeof value} ${describe(value)}`;
  });
  const wanted = columns.map(({ type }, index) => toHex(type, expected[index])).join(",");
  return wanted === shown.join(",")
    ? undefined
    : { expected: wanted, actual: shown.join(","), position: undefined };
}

/** One for each column. @throws InvalidArgumentError, LengthMismatchError */
function checkExpected(
  columns: readonly Column[],
  expected: unknown,
  check: (column: Column, value: unknown, place: string) => void,
): void {
  const values = checkList("expected", expected, "a value for each column");
  if (values.length !== columns.length) {
    throw new LengthMismatchError("expected", columns.length, values.length);
  }
  for (const [i, value] of values.entries()) check(columns[i], value, `expected[${i}]`);
}

function compareColumn(column: Column, expected: ColumnArray, actual: unknown): Mismatch | undefined {
  const mismatch =
    expected instanceof Uint8Array ? compareBytes(expected, actual) : compareArrays(expected, actual);
  if (mismatch === undefined || mismatch.position !== undefined) return mismatch;
  if (column.path.length === 0) return mismatch; // single elements, in a column without a name
  return { ...mismatch, expected: `${mismatch.expected} as column ${pathText(column)}` };
}

function compareBytes(expected: Uint8Array, actual: unknown): Mismatch | undefined {
  if (!(actual instanceof Uint8Array) || actual.length !== expected.length) {
    const shown =
      actual instanceof Uint8Array ? `bool[${actual.length}]` : (elementTypeOf(actual) ?? typeof actual);
    return { expected: `bool[${expected.length}]`, actual: shown, position: undefined };
  }
  const position = expected.findIndex((value, index) => value !== actual[index]);
  return position < 0 ? undefined : { expected: "", actual: "", position };
}

function hexInMemory(array: ColumnArray, index: number): string {
  if (!(array instanceof Uint8Array)) return rawHex(array, index);
  return array[index].toString(16).padStart(2, "0");
}
