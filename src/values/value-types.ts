// Records are stored by column: types, their columns, and the way between records and columns.

import { checkInteger, checkRoom } from "./check-arguments.ts";
import { oneOf } from "./check-name.ts";
import { describe } from "./describe.ts";
import {
  COLUMN_TYPE_FACTS,
  ELEMENT_TYPES,
  type ElementArray,
  type ElementScalar,
  type ElementType,
  elementTypeOf,
  isNarrowType,
  NARROW_TYPES,
  type NarrowArray,
  type NarrowType,
  narrowArrayOf,
  newElementArray,
  type Scalar,
  type ScalarType,
  type StorageArray,
  type StorageType,
  viewElements,
  viewNarrow,
} from "./element-types.ts";
import { InvalidArgumentError, OutOfMemoryError } from "./errors.ts";

/** The type of an operator's values: one scalar, or a record of them, nested as deep as one likes. */
export type ValueType = ScalarType | RecordType;

/** Named fields. In memory and at the API a record is its columns: one array for each scalar in it (struct of arrays). */
export interface RecordType {
  readonly [field: string]: ValueType;
}

/** The same as its columns come in: their elements may be narrow. */
export interface StoredRecordType {
  readonly [field: string]: StoredType | StoredRecordType;
}

/** One scalar of a record: the path of field names that leads to it. A type that is not a record has one column with an empty path. */
export interface Column {
  readonly path: readonly string[];
  readonly type: ScalarType;
}

/** The same of a record as it comes in. */
export interface StoredColumn {
  readonly path: readonly string[];
  readonly type: StoredType;
}

/** What holds a column: a typed array of its type; bools are bytes, 0 or 1. */
export type ColumnArray = ElementArray | Uint8Array;

/** What holds a column that comes in: its elements may be narrow. */
export type StoredArray = ColumnArray | NarrowArray;

/** The same by column, all of one length. */
export type StoredColumns = readonly StoredArray[];

/** The type of a column that comes in. */
export type StoredType = ScalarType | NarrowType;

/** What holds a column of a type. */
export type ArrayFor<T extends StoredType> = T extends ScalarType ? ColumnArray : StoredArray;

/** Arrays by column, all of one length. */
export type Columns = readonly ColumnArray[];

/** One value by column; bools as 0 and 1. */
export type Row = readonly Scalar[];

/**
 * The row of a single column. For V8 it is an array of objects, as rows of several are: `[scalar]` would be one of doubles for some types and of
 * objects for others, and code that meets both takes 45 ns longer.
 */
export function rowOf(scalar: Scalar): Row {
  const row: (Scalar | undefined)[] = [undefined];
  row[0] = scalar;
  return row as Scalar[];
}

/** A record's arrays, in the shape of its type: `{ value: f32, index: u32 }` gives `{ value: Float32Array, index: Uint32Array }`. */
export type ColumnsOf<Type extends ValueType | NarrowType> = Type extends StorageType
  ? StorageArray<Type>
  : Type extends "bool"
    ? Uint8Array
    : Type extends RecordType
      ? { readonly [Field in keyof Type]: ColumnsOf<Type[Field]> }
      : never;

/** One value, in the shape of its type: `{ value: f32, isValid: bool }` gives `{ value: number, isValid: boolean }`. */
export type ValueOf<Type extends ValueType> = Type extends ElementType
  ? ElementScalar<Type>
  : Type extends "bool"
    ? boolean
    : Type extends RecordType
      ? { readonly [Field in keyof Type]: ValueOf<Type[Field]> }
      : never;

/** Every type of a scalar: the element types, and bool. */
export const SCALAR_TYPES: readonly ScalarType[] = [...ELEMENT_TYPES, "bool"];

/** Every type of a column that comes in. */
export const STORED_TYPES: readonly StoredType[] = [...SCALAR_TYPES, ...NARROW_TYPES];

/** A new column of `length` zeros. @throws InvalidArgumentError, OutOfMemoryError */
export function newColumn(type: ScalarType, length: number): ColumnArray {
  return type === "bool" ? newBytes(length) : newElementArray(type, length);
}

/** A new array for elements of a storage type. @throws InvalidArgumentError, OutOfMemoryError */
export function newStorageArray<T extends StorageType>(type: T, length: number): StorageArray<T> {
  const array = isNarrowType(type)
    ? viewNarrow(
        type,
        newBytes(checkInteger("length", length) * COLUMN_TYPE_FACTS[type].bytes).buffer,
        0,
        length,
      )
    : newElementArray(type as ElementType, length);
  return array as StorageArray<T>;
}

function newBytes(length: number): Uint8Array {
  checkRoom(checkInteger("length", length));
  try {
    return new Uint8Array(length);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new OutOfMemoryError(length, "the memory of this host");
  }
}

/** The type of a column's values. */
export function columnType(column: ColumnArray): ScalarType {
  return elementTypeOf(column) ?? "bool";
}

/** A view of `length` values of a column in `buffer`, from `byteOffset` on. */
export function viewColumn(
  type: ScalarType,
  buffer: ArrayBufferLike,
  byteOffset: number,
  length: number,
): ColumnArray {
  if (type === "bool") return new Uint8Array(buffer, byteOffset, length);
  return viewElements(type, buffer, byteOffset, length);
}

/** The same of a column that came in. */
export function viewStored<T extends StoredType>(
  type: T,
  buffer: ArrayBufferLike,
  byteOffset: number,
  length: number,
): ArrayFor<T> {
  const array = isNarrowType(type)
    ? viewNarrow(type, buffer, byteOffset, length)
    : viewColumn(type as ScalarType, buffer, byteOffset, length);
  return array as ArrayFor<T>;
}

/** Whether a value is the array that holds a column of a type. */
export function isArrayOf(type: StoredType, value: unknown): boolean {
  if (type === "bool") return value instanceof Uint8Array;
  return isNarrowType(type) ? narrowArrayOf(type, value) === value : elementTypeOf(value) === type;
}

/** Names that fields may have. None is a word of the operator language or looks like a number, so that types print and parse. */
const FIELD_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** The most columns and the deepest nesting that a type may have: beyond lies a mistake, not a record. */
const MOST_COLUMNS = 64;
export const DEEPEST_RECORD = 16;

/**
 * The columns of a type, in the order in which its fields were written.
 *
 * @throws InvalidArgumentError for no field, a field name that is not an identifier, an unknown type, too many columns or too deep nesting
 */
export function columnsOf(type: ValueType, argument = "type"): readonly Column[] {
  return storedColumnsOf(type, argument, SCALAR_TYPES) as readonly Column[];
}

/** The same of a type whose scalars may be others. */
export function storedColumnsOf(
  type: unknown,
  argument: string,
  known: readonly StoredType[] = STORED_TYPES,
): readonly StoredColumn[] {
  const columns: StoredColumn[] = [];
  const visit = (part: unknown, path: readonly string[]): void => {
    const name = [argument, ...path].join(".");
    if (typeof part === "string") {
      if (!known.includes(part as StoredType)) {
        throw new InvalidArgumentError(
          name,
          `one of ${known.join(", ")}, or a record of them`,
          describe(part),
        );
      }
      columns.push(Object.freeze({ path: Object.freeze(path), type: part as StoredType }));
      return;
    }
    if (typeof part !== "object" || part === null || Array.isArray(part)) {
      throw new InvalidArgumentError(name, "a scalar type or a record of types", describe(part));
    }
    const fields = Object.entries(part);
    if (fields.length === 0) throw new InvalidArgumentError(name, "a record with at least one field", "none");
    if (path.length === DEEPEST_RECORD)
      throw new InvalidArgumentError(name, `nested at most ${DEEPEST_RECORD} deep`, "deeper");
    for (const [field, inner] of fields) {
      if (!FIELD_NAME.test(field)) {
        throw new InvalidArgumentError(name, "of fields named by letters, digits and _", describe(field));
      }
      visit(inner, [...path, field]);
    }
  };
  visit(type, []);
  if (columns.length > MOST_COLUMNS) {
    throw new InvalidArgumentError(argument, `of at most ${MOST_COLUMNS} columns`, `${columns.length}`);
  }
  return columns;
}

/** The type whose columns these are, made anew and frozen: the inverse of `columnsOf`. */
export function typeOfColumns(columns: readonly Column[]): ValueType {
  const [first] = columns;
  if (columns.length === 1 && first.path.length === 0) return first.type;
  const fields = new Map<string, Column[]>();
  for (const { path, type } of columns) {
    const [field, ...rest] = path;
    const inner = fields.get(field) ?? [];
    inner.push({ path: rest, type });
    fields.set(field, inner);
  }
  return Object.freeze(
    Object.fromEntries([...fields].map(([field, inner]) => [field, typeOfColumns(inner)])),
  );
}

/** A type as contracts write it: `f64`, `{value:f32,index:u32}`. `parseType` reads it back. */
export function printType(type: ValueType): string {
  columnsOf(type);
  return textOf(type);
}

/** The same of a type whose columns come in, which may be narrow. */
export function printStoredType(type: StoredType | StoredRecordType): string {
  storedColumnsOf(type, "type");
  return textOf(type);
}

function textOf(type: StoredType | StoredRecordType): string {
  if (typeof type === "string") return type;
  return `{${Object.entries(type)
    .map(([field, inner]) => `${field}:${textOf(inner)}`)
    .join(",")}}`;
}

/** Values by column as one value in the shape of its type; bools as booleans. The inverse of `flattenValue`. */
export function shapeValue<Leaf, Shaped>(
  type: ValueType,
  leaves: readonly Leaf[],
  leafOf: (leaf: Leaf, type: ScalarType) => Shaped,
): unknown {
  let next = 0;
  const shape = (part: ValueType): unknown => {
    if (typeof part === "string") return leafOf(leaves[next++], part);
    return Object.fromEntries(Object.entries(part).map(([field, inner]) => [field, shape(inner)]));
  };
  return shape(type);
}

/** What a shaped object holds at the path of each column. @throws InvalidArgumentError naming a field that is missing or one too many */
export function flattenValue(type: ValueType, shaped: unknown, argument: string): readonly unknown[] {
  const leaves: unknown[] = [];
  const visit = (part: ValueType, value: unknown, name: string): void => {
    if (typeof part === "string") {
      leaves.push(value);
      return;
    }
    if (typeof value !== "object" || value === null || Array.isArray(value) || ArrayBuffer.isView(value)) {
      throw new InvalidArgumentError(name, `an object with ${Object.keys(part).join(", ")}`, describe(value));
    }
    const extra = Object.keys(value).find((field) => !Object.hasOwn(part, field));
    if (extra !== undefined) {
      const fields = oneOf(extra, Object.keys(part));
      throw new InvalidArgumentError(name, `of fields that are each ${fields}`, describe(extra));
    }
    for (const [field, inner] of Object.entries(part)) {
      if (!Object.hasOwn(value, field)) {
        throw new InvalidArgumentError(`${name}.${field}`, "given, as every field is", "none");
      }
      visit(inner, (value as Record<string, unknown>)[field], `${name}.${field}`);
    }
  };
  visit(type, shaped, argument);
  return leaves;
}

/** A column's path as text: `value`, `position.x`; empty for a type that is not a record. */
export function pathText({ path }: Pick<Column, "path">): string {
  return path.join(".");
}

/** A scalar as its callers see it: a bool as a boolean, everything else as it is. */
export function shownScalar(scalar: Scalar, type: ScalarType): Scalar | boolean {
  return type === "bool" ? scalar !== 0 : scalar;
}
