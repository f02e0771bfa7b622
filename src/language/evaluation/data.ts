// Values of the language as callers have them, and back.

import { withCanonicalNaNs } from "../../values/bits.ts";
import { describe } from "../../values/describe.ts";
import type { ElementArray, NarrowArray, Scalar } from "../../values/element-types.ts";
import { InternalError, InvalidArgumentError } from "../../values/errors.ts";
import { isNarrowInteger, newScalars, type ProgramScalar } from "../../values/program-scalars.ts";
import { type ColumnArray, isArrayOf, newColumn, type StoredArray } from "../../values/value-types.ts";
import { carrierOf } from "../types/narrow.ts";
import { printType } from "../types/print-type.ts";
import { isTuple, resolved, type Type, type TypeField } from "../types/type.ts";
import { isShapeOf, noRows, rowShapeOf, shapeOfType } from "./shape.ts";
import {
  type ArrayValue,
  arrayValue,
  asArrayValue,
  asScalar,
  elementOf,
  fieldOf,
  fieldsOf,
  type Value,
} from "./value.ts";

/**
 * A value as callers have it: numbers, bigints and booleans; tuples as arrays, records as objects; arrays of scalars as typed arrays (of
 * bools as bytes 0 and 1), arrays of tuples and records as tuples and records of arrays, arrays of arrays as arrays. An array of no rows that
 * a program gave, or a test file, remembers how long they would be.
 */
export type Data =
  | number
  | bigint
  | boolean
  | ElementArray
  | Uint8Array
  | NarrowArray
  | readonly Data[]
  | { readonly [name: string]: Data };

/** @throws InvalidArgumentError naming the argument, for what is not of the type */
export function valueOfData(data: unknown, type: Type, argument: string): Value {
  const known = resolved(type);
  switch (known.kind) {
    case "scalar":
      return scalarOfData(data, known.type, argument);
    case "array":
      return arrayOfData(data, known.element, argument);
    case "record": {
      const fields = partsOfData(data, known.fields, argument).map(({ name, part, type: of, path }) => {
        return { name, value: valueOfData(part, of, path) };
      });
      return { kind: "record", fields };
    }
    default:
      throw new InvalidArgumentError(argument, "of a type that data have", printType(type));
  }
}

/** An array out of its data: that of records comes as an array for each field. */
function arrayOfData(data: unknown, type: Type, argument: string): ArrayValue {
  const element = resolved(type);
  if (element.kind === "record") {
    const fields = partsOfData(data, element.fields, argument).map(({ name, part, type: of, path }) => {
      return { name, array: arrayOfData(part, of, path) };
    });
    checkLengths(
      fields.map(({ array }) => array.items),
      argument,
    );
    const items = Array.from({ length: fields[0]?.array.items.length ?? 0 }, (_, row): Value => {
      return {
        kind: "record",
        fields: fields.map(({ name, array }) => ({ name, value: array.items[row] })),
      };
    });
    const shapes = fields.map(({ name, array }) => ({ name, shape: elementOf(array) }));
    return arrayValue(items, { kind: "record", fields: shapes });
  }
  const items = itemsOfData(data, element, argument);
  const rows = rowShapeOf(data);
  return arrayValue(items, rows !== undefined && isShapeOf(rows, element) ? rows : shapeOfType(element));
}

function itemsOfData(data: unknown, element: Type, argument: string): readonly Value[] {
  if (ArrayBuffer.isView(data) && element.kind === "scalar") {
    if (isArrayOf(element.type, data)) return Array.from(data as StoredArray as ArrayLike<Scalar>);
  }
  if (!Array.isArray(data)) {
    throw new InvalidArgumentError(argument, `an array of ${printType(element)}`, describe(data));
  }
  return data.map((item, index) => valueOfData(item, element, `${argument}[${index}]`));
}

/** @throws InvalidArgumentError unless columns are of one length */
function checkLengths(columns: readonly { readonly length: number }[], argument: string): void {
  const lengths = columns.map(({ length }) => length);
  if (lengths.every((length) => length === lengths[0])) return;
  throw new InvalidArgumentError(argument, "columns of one length", `lengths ${lengths.join(" and ")}`);
}

/**
 * The columns of an array of scalars or of records of them, typed arrays as they are.
 *
 * @throws InvalidArgumentError for what is not of the type
 */
export function columnsOfData(data: unknown, type: Type, argument: string): readonly ColumnArray[] {
  const element = resolved(type);
  if (element.kind === "record") {
    const columns = partsOfData(data, element.fields, argument).map(({ part, type: of, path }) => {
      return columnsOfData(part, of, path);
    });
    const all = columns.flat();
    checkLengths(all, argument);
    return all;
  }
  if (element.kind !== "scalar") throw new InternalError(`a column of ${printType(element)}`);
  const carrier = carrierOf(element.type);
  if (carrier === element.type && isArrayOf(carrier, data)) return [data as ColumnArray];
  const items = itemsOfData(data, element, argument);
  const column = newColumn(carrier, items.length);
  items.forEach((item, index) => {
    column[index] = asScalar(item);
  });
  return [column];
}

/** The parts of a tuple or a record, each with the name that errors call it by. */
export function partsOfData(data: unknown, fields: readonly TypeField[], argument: string) {
  const isOfTuple = isTuple(fields);
  const isFit = isOfTuple
    ? Array.isArray(data) && data.length === fields.length
    : typeof data === "object" && data !== null && fields.every(({ name }) => Object.hasOwn(data, name));
  if (!isFit) {
    const expected = isOfTuple
      ? `${fields.length} values`
      : `fields ${fields.map(({ name }) => name).join(", ")}`;
    throw new InvalidArgumentError(argument, expected, describe(data));
  }
  const parts = data as Readonly<Record<string, unknown>>;
  return fields.map(({ name, type }) => {
    return {
      name,
      type,
      part: parts[name],
      path: isOfTuple ? `${argument}[${name}]` : `${argument}.${name}`,
    };
  });
}

function scalarOfData(data: unknown, type: ProgramScalar, argument: string): Scalar {
  const isBig = type === "i64" || type === "u64";
  const wrong = (): never => {
    throw new InvalidArgumentError(argument, `a value of ${type}`, describe(data));
  };
  if (type === "bool") return typeof data === "boolean" ? Number(data) : wrong();
  if (isBig && typeof data === "number" && Number.isSafeInteger(data))
    return scalarOfData(BigInt(data), type, argument);
  if (typeof data !== (isBig ? "bigint" : "number")) return wrong();
  const scalar = data as Scalar;
  const column = newScalars(type, 1);
  column[0] = scalar;
  return Object.is(column[0], scalar) ? scalar : wrong();
}

/** A value as data of its type. @throws InvalidArgumentError for a function */
export function dataOfValue(value: Value, type: Type): Data {
  const known = resolved(type);
  switch (known.kind) {
    case "scalar":
      return dataOfScalar(asScalar(value), known.type);
    case "array":
      return dataOfArray(asArrayValue(value), known.element);
    case "record":
      return dataOfParts(known.fields, (name, of) => dataOfValue(fieldOf(value, name), of));
    default:
      throw new InvalidArgumentError("entry", "a definition whose value is data", printType(type));
  }
}

/** A scalar as callers have it: a NaN is the canonical one, whatever operation it comes from. */
export function dataOfScalar(scalar: Scalar, type: ProgramScalar): number | bigint | boolean {
  if (type === "bool") return scalar === 1;
  return Number.isNaN(scalar) ? Number.NaN : scalar;
}

function dataOfArray(array: ArrayValue, type: Type): Data {
  const element = resolved(type);
  const { items } = array;
  if (element.kind === "record") {
    return dataOfParts(element.fields, (name, of) => dataOfArray(fieldsOf(array, name), of));
  }
  if (element.kind !== "scalar") {
    return items.length === 0 ? noRows(elementOf(array)) : items.map((item) => dataOfValue(item, element));
  }
  const column = newScalars(element.type, items.length);
  items.forEach((item, index) => {
    column[index] = asScalar(item);
  });
  return isNarrowInteger(element.type) ? column : withCanonicalNaNs(column as ColumnArray);
}

/** A tuple as an array, a record as an object. */
export function dataOfParts(fields: readonly TypeField[], partOf: (name: string, type: Type) => Data): Data {
  const parts = fields.map(({ name, type }) => [name, partOf(name, type)] as const);
  return isTuple(fields) ? parts.map(([, part]) => part) : Object.fromEntries(parts);
}
