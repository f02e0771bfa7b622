// Checks of arrays from callers: types, detached buffers, overlaps. Entry points check, everything behind them trusts.

import { checkList, checkText } from "./check-arguments.ts";
import { checkName } from "./check-name.ts";
import { describe } from "./describe.ts";
import {
  type ElementArray,
  elementTypeOf,
  isNarrowType,
  narrowArrayOf,
  type ScalarType,
} from "./element-types.ts";
import { InvalidArgumentError, LengthMismatchError } from "./errors.ts";
import {
  type Column,
  type ColumnArray,
  isArrayOf,
  SCALAR_TYPES,
  type StoredArray,
  type StoredColumns,
  type StoredType,
} from "./value-types.ts";

/** An array of elements of any type, as a caller gave it. @throws InvalidArgumentError for another value, and for a detached array */
export function checkElements(argument: string, given: unknown): ElementArray {
  if (elementTypeOf(given) === undefined) throw new InvalidArgumentError(argument, EXPECTED, describe(given));
  const array = given as ElementArray;
  if (array.length === 0) checkAttached(argument, array);
  return array;
}

/** An array that holds elements of a storage type; of a Float16Array its bits. @throws InvalidArgumentError for another value, and for a detached array */
export function checkStored(argument: string, type: StoredType, given: unknown): StoredArray {
  const array = isNarrowType(type) ? narrowArrayOf(type, given) : isArrayOf(type, given) ? given : undefined;
  if (array === undefined) throw new InvalidArgumentError(argument, ARRAY_NAMES[type], describe(given));
  const stored = array as StoredArray;
  if (stored.length === 0) checkAttached(argument, stored);
  return stored;
}

const EXPECTED = "a Float64Array, Float32Array, BigInt64Array, BigUint64Array, Int32Array or Uint32Array";

const ARRAY_NAMES: Readonly<Record<StoredType, string>> = {
  f64: "a Float64Array",
  f32: "a Float32Array",
  i64: "a BigInt64Array",
  u64: "a BigUint64Array",
  i32: "an Int32Array",
  u32: "a Uint32Array",
  bool: "a Uint8Array of 0 and 1",
  f16: "a Uint16Array of the bits of f16, or a Float16Array",
  bf16: "a Uint16Array of the bits of bf16",
  u8: "a Uint8Array",
  i8: "an Int8Array",
  u16: "a Uint16Array",
  i16: "an Int16Array",
};

/** What came as a column of this type; its bools are not looked at. @throws InvalidArgumentError for another array, or a detached one */
export function checkColumn(name: string, type: ScalarType, value: unknown): ColumnArray {
  if (!isArrayOf(type, value)) throw new InvalidArgumentError(name, ARRAY_NAMES[type], describe(value));
  const column = value as ColumnArray;
  if (column.length === 0) checkAttached(name, column);
  return column;
}

/**
 * Refuses a view whose buffer was detached, or resized to less than the view covers. Such a view says that its length is 0, so
 * who holds a typed array need ask only about empty ones.
 *
 * @throws InvalidArgumentError
 */
export function checkAttached(argument: string, view: ArrayBufferView): void {
  try {
    // Reading through a detached or out-of-bounds view throws; a typed array's length alone does not.
    if (view instanceof DataView) void view.byteLength;
    else Uint8Array.prototype.keys.call(view);
  } catch {
    const buffer = view.buffer as ArrayBufferLike & { readonly resizable?: boolean };
    const wasResized = buffer.resizable === true && buffer.byteLength > 0;
    const fact = `${describe(view)} whose buffer was ${wasResized ? "resized" : "detached"}`;
    throw new InvalidArgumentError(argument, "a view inside its buffer", fact);
  }
}

/** Refuses an output that shares bytes with the input, unless both are the same range of one type. @throws InvalidArgumentError */
export function checkOverlap(
  input: StoredArray,
  output: ColumnArray,
  inputName = "input",
  outputName = "output",
): void {
  if (input === output || !overlaps(input, output)) return;
  // Lengths are equal, so that this is the same range; bools have no element type and are bytes.
  if (input.byteOffset === output.byteOffset && elementTypeOf(input) === elementTypeOf(output)) return;
  const expected = `the same elements as "${inputName}" (in place) or bytes apart from it`;
  throw new InvalidArgumentError(outputName, expected, sharedBytes(output, "the input", input));
}

/** Refuses two arrays that share bytes. @throws InvalidArgumentError */
export function checkApart(name: string, array: ColumnArray, otherName: string, other: StoredArray): void {
  if (!overlaps(array, other)) return;
  throw new InvalidArgumentError(name, `bytes apart from "${otherName}"`, sharedBytes(array, "that", other));
}

function overlaps(first: StoredArray, second: StoredArray): boolean {
  if (isKnownApart(first, second)) return false;
  const from = first.byteOffset;
  const otherFrom = second.byteOffset;
  const end = Math.min(
    from + first.length * first.BYTES_PER_ELEMENT,
    otherFrom + second.length * second.BYTES_PER_ELEMENT,
  );
  // The buffers last: asking for one costs more than all the rest.
  if (Math.max(from, otherFrom) >= end) return false;
  const { buffer } = first;
  const other = second.buffer;
  if (buffer === other) return true;
  if (buffer.byteLength + other.byteLength <= MOST_KEPT_BYTES) knownApart = { first, second };
  return false;
}

/**
 * The last two arrays of buffers of their own, which they have for ever: loops call again with the same, and asking for two buffers takes as long as a scan of
 * 32 elements. Only small ones, since they are kept from the collector.
 */
let knownApart: { readonly first: StoredArray; readonly second: StoredArray } | undefined;
const MOST_KEPT_BYTES = 2 ** 13;

function isKnownApart(first: StoredArray, second: StoredArray): boolean {
  return knownApart !== undefined && knownApart.first === first && knownApart.second === second;
}

function sharedBytes(array: StoredArray, otherName: string, other: StoredArray): string {
  const range = ({ byteOffset, byteLength }: StoredArray): string =>
    `[${byteOffset}, ${byteOffset + byteLength})`;
  return `bytes ${range(array)} of the buffer that has ${otherName} at ${range(other)}`;
}

/** Columns as `columnsOf` gives them, which somebody else may have put together. @throws InvalidArgumentError */
export function checkColumnList(argument: string, given: unknown): readonly Column[] {
  return checkList(argument, given, "columns").map((column, i) => {
    const name = `${argument}[${i}]`;
    if (typeof column !== "object" || column === null) {
      throw new InvalidArgumentError(name, "a column, with path and type", describe(column));
    }
    const { path, type } = column as Readonly<Record<string, unknown>>;
    return {
      path: checkList(`${name}.path`, path, "names").map((field) => checkText(`${name}.path`, field)),
      type: checkName(`${name}.type`, SCALAR_TYPES, type),
    };
  });
}

/** The bytes of a file or a message as a caller gave them. @throws InvalidArgumentError for anything else, and for a detached view */
export function checkBytes(argument: string, given: unknown): Uint8Array {
  if (!(given instanceof Uint8Array))
    throw new InvalidArgumentError(argument, "a Uint8Array", describe(given));
  if (given.length === 0) checkAttached(argument, given);
  return given;
}

/** The elements of an array, or of something array-like, as a new array. @throws InvalidArgumentError, LengthMismatchError */
export function copyElements<Value>(argument: string, given: ArrayLike<Value>, length: number): Value[] {
  if (typeof given !== "object" || given === null || typeof given.length !== "number") {
    throw new InvalidArgumentError(argument, "an array", describe(given));
  }
  if (given.length !== length) throw new LengthMismatchError(argument, length, given.length);
  return Array.from({ length }, (_, index) => given[index]);
}

/** Arrays of an asynchronous call, by the argument's name. */
type CallArrays = Readonly<Record<string, StoredColumns | undefined>>;

/**
 * Runs an asynchronous call over arrays that have to stay where they are until it is done. One that is transferred or resized meanwhile reads as
 * empty or shorter from then on, so that neither a result nor an error of such a call can be believed: it is refused by name.
 *
 * @throws InvalidArgumentError for an array that is not what it was
 */
export async function whileAttached<Result>(arrays: CallArrays, run: () => Promise<Result>): Promise<Result> {
  const before = Object.values(arrays).flatMap((columns = []) => columns.map(({ length }) => length));
  const check = (): void => {
    let next = 0;
    for (const [argument, columns = []] of Object.entries(arrays)) {
      for (const column of columns) checkLength(argument, column, before[next++]);
    }
  };
  try {
    const result = await run();
    check();
    return result;
  } catch (error) {
    check();
    throw error;
  }
}

function checkLength(argument: string, column: StoredArray, before: number): void {
  if (column.length === before) return;
  checkAttached(argument, column);
  throw new InvalidArgumentError(
    argument,
    `as long as when the call began until it is done, ${before} elements`,
    `${column.length}`,
  );
}
