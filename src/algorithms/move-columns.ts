import type { ElementTypeOf } from "../contracts/options.ts";
import { checkApart, checkColumn, checkOverlap } from "../values/check-arrays.ts";
import { describe } from "../values/describe.ts";
import {
  type ElementArray,
  type ElementScalar,
  elementTypeOf,
  isNarrowType,
  type NarrowType,
  narrowTypeOf,
  type ScalarType,
} from "../values/element-types.ts";
import { InvalidArgumentError, LengthMismatchError } from "../values/errors.ts";
import { checkBools, flagArray } from "../values/flags.ts";
import { MOST_ELEMENTS } from "../values/index-array.ts";
import {
  type Column,
  type ColumnArray,
  columnsOf,
  DEEPEST_RECORD,
  flattenValue,
  pathText,
  shapeValue,
  type ValueType,
} from "../values/value-types.ts";
import { checkInput, withoutType } from "./check-input.ts";
import { widenedElements } from "./widened-elements.ts";

/** Columns whose elements are moved and not combined: one typed array, or a record of them, where bytes of 0 and 1 are bools. */
export type Columns = ElementArray | RecordOfColumns;

export interface RecordOfColumns {
  readonly [field: string]: ElementArray | Uint8Array | RecordOfColumns;
}

/** Fresh columns in the shape of those given. */
export type Moved<Input> = Input extends ElementArray
  ? ElementArray<ElementTypeOf<Input>>
  : Input extends Uint8Array
    ? Uint8Array
    : { readonly [Field in keyof Input]: Moved<Input[Field]> };

/** One element of a column, or one record of columns: what a plain function is called with. */
export type ElementOf<Input> = Input extends ElementArray
  ? ElementScalar<ElementTypeOf<Input>>
  : Input extends Uint8Array
    ? boolean
    : { readonly [Field in keyof Input]: ElementOf<Input[Field]> };

/** The type of one element, or of one record. */
export type TypeOfColumns<Input> = Input extends ElementArray
  ? ElementTypeOf<Input>
  : Input extends Uint8Array
    ? "bool"
    : { readonly [Field in keyof Input]: TypeOfColumns<Input[Field]> };

/** Columns of the caller's, checked: all of one length, bools 0 and 1. */
export interface GivenColumns {
  readonly argument: string; // what the caller knows them by
  readonly type: ValueType; // of one element
  readonly names: readonly Column[]; // path and type of each column
  readonly columns: readonly ColumnArray[];
  readonly length: number;
}

/**
 * Columns as a caller gives them, in the order of their fields: a typed array or a record of them as they are; with a `type`, anything whose
 * values convert exactly, in the order of the type's fields. Narrow elements, which have no fields, come as what they widen to.
 *
 * @throws InvalidArgumentError, LengthMismatchError naming the column, such as `input.index`
 */
export function givenColumns(
  input: unknown,
  type?: ValueType | NarrowType,
  argument = "input",
): GivenColumns {
  const own = type ?? narrowTypeOf(input);
  if (typeof own === "string" && isNarrowType(own)) {
    const column = checkInput(own, input, argument);
    return givenColumns(widenedElements(own, column).elements, undefined, argument);
  }
  const known = own ?? typeOfColumns(input, argument);
  const names = columnsOf(known, type === undefined ? argument : "type");
  const leaves = typeof known === "string" ? [input] : flattenValue(known, input, argument);
  const columns = names.map((name, i) => givenColumn(name.type, leaves[i], nameOf(argument, name)));
  const { length } = columns[0];
  checkLength(length, nameOf(argument, names[0]));
  columns.forEach((column, i) => {
    if (column.length === length) return;
    throw new LengthMismatchError(nameOf(argument, names[i]), length, column.length);
  });
  return { argument, type: known, names, columns, length };
}

/** Columns in the shape of a type: the result of a call. */
export function shapeColumns(type: ValueType, columns: readonly ColumnArray[]): unknown {
  return shapeValue(type, columns, (column) => column);
}

/**
 * The caller's output for columns like those given: of their types and of that length, each its own input column or bytes apart from
 * all others.
 *
 * @throws InvalidArgumentError, LengthMismatchError naming the column
 */
export function outputColumns(
  { argument, type, names, columns }: GivenColumns,
  output: unknown,
  length: number,
): readonly ColumnArray[] | undefined {
  if (output === undefined) return undefined;
  const leaves = typeof type === "string" ? [output] : flattenValue(type, output, "output");
  const outputs = names.map((name, i) => checkColumn(nameOf("output", name), name.type, leaves[i]));
  outputs.forEach((column, i) => {
    const name = nameOf("output", names[i]);
    if (column.length !== length) throw new LengthMismatchError(name, length, column.length);
    columns.forEach((given, j) => {
      const other = nameOf(argument, names[j]);
      if (i === j && given.length === length) checkOverlap(given, column, other, name);
      else checkApart(name, column, other, given);
    });
    outputs.slice(0, i).forEach((other, j) => {
      checkApart(name, column, nameOf("output", names[j]), other);
    });
  });
  return outputs;
}

/** Refuses more elements than 32 bits can count. @throws InvalidArgumentError */
export function checkLength(length: number, argument = "input"): void {
  if (length <= MOST_ELEMENTS) return;
  throw new InvalidArgumentError(argument, `of at most ${MOST_ELEMENTS} elements`, `${length}`);
}

/** What a column is called in errors: `input`, `input.position.x`. */
export function nameOf(argument: string, column: Column): string {
  const path = pathText(column);
  return path === "" ? argument : `${argument}.${path}`;
}

/** The type of one element of what came without one: that of its arrays. */
function typeOfColumns(input: unknown, argument: string): ValueType {
  const own = elementTypeOf(input);
  if (own !== undefined) return own;
  if (!isRecord(input)) {
    if (argument === "input") throw withoutType(input);
    throw new InvalidArgumentError(argument, "a typed array, or a record of them", describe(input));
  }
  return typeOfRecord(input, argument, 0);
}

function typeOfRecord(record: Readonly<Record<string, unknown>>, argument: string, depth: number): ValueType {
  const fields = Object.entries(record).map(([field, value]) => {
    const own = value instanceof Uint8Array ? "bool" : elementTypeOf(value);
    if (own !== undefined) return [field, own] as const;
    const name = `${argument}.${field}`;
    if (isRecord(value) && depth < DEEPEST_RECORD)
      return [field, typeOfRecord(value, name, depth + 1)] as const;
    if (isRecord(value))
      throw new InvalidArgumentError(name, `nested at most ${DEEPEST_RECORD} deep`, "deeper");
    const expected = 'a typed array, a Uint8Array of bools, or come with a "type" to be read as';
    throw new InvalidArgumentError(name, expected, describe(value));
  });
  return Object.fromEntries(fields);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

function givenColumn(type: ScalarType, value: unknown, name: string): ColumnArray {
  if (type !== "bool") return checkInput(type, value, name);
  if (Array.isArray(value)) return flagArray(name, value, value.length);
  const flags = checkColumn(name, type, value);
  checkBools(name, flags as Uint8Array);
  return flags;
}
