import { toHex } from "../values/bits.ts";
import { checkList } from "../values/check-arguments.ts";
import { checkColumn, checkColumnList } from "../values/check-arrays.ts";
import { isElement } from "../values/convert.ts";
import { describe } from "../values/describe.ts";
import { elementTypeOf, type Scalar } from "../values/element-types.ts";
import { InvalidArgumentError, LengthMismatchError } from "../values/errors.ts";
import { type Column, type ColumnArray, pathText } from "../values/value-types.ts";
import { compareArrays, type Mismatch, rawHex } from "./compare.ts";

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
