// Operands and results as the values of test files.

import {
  nestTestValue,
  type TestValue,
  typedTestValue,
  typeOfTestValue,
  type WrittenTestValue,
} from "../formats/test-value.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { newScalars, type ProgramScalar } from "../values/program-scalars.ts";
import type { StoredArray } from "../values/value-types.ts";
import { type Data, dataOfParts } from "./evaluation/data.ts";
import {
  arrayShape,
  elementShape,
  fieldShape,
  MOST_EMPTY_ROWS,
  noRows,
  rowShapeOf,
  type Shape,
  shapeOfType,
} from "./evaluation/shape.ts";
import { printType } from "./types/print-type.ts";
import { resolved, type Type } from "./types/type.ts";

/**
 * Operands of these types out of the values of a test file, where a tuple is one value after another and an array of tuples one array
 * after another.
 *
 * @throws InvalidArgumentError for too few or too many values, and for one of another type
 */
export function operandsOfTestValues(
  types: readonly Type[],
  values: readonly WrittenTestValue[],
  argument: string,
): readonly Data[] {
  const leaves = typedTestValues(types, values, argument).map((value, index) => {
    return { ...value, name: `${argument}[${index}]` };
  });
  return types.map((type) => dataOfLeaves(type, leaves));
}

/** A value of a test file, with what errors call it. */
interface Leaf extends TestValue {
  readonly name: string;
}

/** Data of a type, out of the leaves that come first; these are taken away. */
function dataOfLeaves(type: Type, leaves: Leaf[]): Data {
  const known = resolved(type);
  if (known.kind === "array") return itemsOfLeaves(known.element, leaves);
  if (known.kind === "record") return dataOfParts(known.fields, (_, of) => dataOfLeaves(of, leaves));
  return nestTestValue(leaves.splice(0, 1)[0]);
}

/** The data of an array: of records an array for each field, of arrays one row after another. */
function itemsOfLeaves(element: Type, leaves: Leaf[]): Data {
  const known = resolved(element);
  if (known.kind === "record") return dataOfParts(known.fields, (_, of) => itemsOfLeaves(of, leaves));
  if (known.kind !== "array") return nestTestValue(leaves.splice(0, 1)[0]);
  const own = leaves.splice(0, leavesOf(known).length);
  const [count = 0] = own[0]?.shape ?? [];
  for (const leaf of own) checkCount(leaf, leaf.shape[0], own[0].name, count);
  if (count === 0) return noRows(rowShape(known, own));
  if (count > MOST_EMPTY_ROWS && own.every(({ elements }) => elements.length === 0)) {
    const expected = `of at most ${MOST_EMPTY_ROWS} rows without an element`;
    throw new InvalidArgumentError(own[0].name, expected, String(count));
  }
  return Array.from({ length: count }, (_, row) => {
    return itemsOfLeaves(
      known.element,
      own.map((leaf) => rowOf(leaf, row)),
    );
  });
}

/** What a row of an empty array would be, as the leaves of the array say. */
function rowShape(row: Type, leaves: readonly Leaf[]): Shape {
  let next = 0;
  const visit = (type: Type, dimension: number): Shape => {
    const known = resolved(type);
    if (known.kind === "record") {
      const fields = known.fields.map((field) => ({ name: field.name, shape: visit(field.type, dimension) }));
      return { kind: "record", fields };
    }
    if (known.kind !== "array") {
      next++;
      return shapeOfType(known);
    }
    const [name, length] = [leaves[next].name, leaves[next].shape[dimension]];
    const first = next;
    const element = visit(known.element, dimension + 1);
    for (const leaf of leaves.slice(first, next)) checkCount(leaf, leaf.shape[dimension], name, length);
    return arrayShape(length, element);
  };
  return visit(row, 1);
}

/** @throws InvalidArgumentError unless the arrays of one array of records are equally long */
function checkCount(leaf: Leaf, length: number, first: string, expected: number): void {
  if (length === expected) return;
  throw new InvalidArgumentError(leaf.name, `of length ${expected}, as ${first} is`, String(length));
}

function rowOf({ name, type, shape: [, ...shape], elements }: Leaf, row: number): Leaf {
  const length = shape.reduce((product, each) => product * each, 1);
  return { name, type, shape, elements: elements.subarray(row * length, (row + 1) * length) };
}

/**
 * The values of a test file, each of the type that stands in its place: numbers that say no type are read as that.
 *
 * @throws InvalidArgumentError for too few or too many values, and for one of another type
 */
function typedTestValues(
  types: readonly Type[],
  values: readonly WrittenTestValue[],
  argument: string,
): readonly TestValue[] {
  const leaves = types.flatMap((type) => leavesOf(type));
  const typed = leaves.map(({ type, rank }, index) => {
    const name = `${argument}[${index}]`;
    const value = values[index];
    const expected = `${"[]".repeat(rank)}${printType(type)}`;
    if (type.kind !== "scalar")
      throw new InvalidArgumentError(name, expected, "a type that data do not have");
    if (value === undefined) throw new InvalidArgumentError(name, expected, "none");
    if (value.shape.length !== rank) throw new InvalidArgumentError(name, expected, typeOfTestValue(value));
    return typedTestValue(value, type.type, name);
  });
  if (typed.length === values.length) return typed;
  const count = `${typed.length} ${typed.length === 1 ? "value" : "values"} in all`;
  throw new InvalidArgumentError(argument, count, String(values.length));
}

/**
 * What a test file expects of a result, as `testValuesOfData` has it.
 *
 * @throws InvalidArgumentError for too few or too many values, and for one of another type
 */
export function expectedTestValues(
  type: Type,
  values: readonly WrittenTestValue[],
  argument: string,
): readonly TestValue[] {
  return typedTestValues([type], values, argument);
}

/** What is neither an array nor a record in a type, in its order, and in how many arrays it is. */
function leavesOf(type: Type, rank = 0): readonly { readonly type: Type; readonly rank: number }[] {
  const known = resolved(type);
  if (known.kind === "array") return leavesOf(known.element, rank + 1);
  if (known.kind === "record") return known.fields.flatMap((field) => leavesOf(field.type, rank));
  return [{ type: known, rank }];
}

/** Data of a type as the values of a test file. @throws InvalidArgumentError for arrays whose rows differ in length */
export function testValuesOfData(data: Data, type: Type): readonly TestValue[] {
  const known = resolved(type);
  if (known.kind === "record") {
    const given = data as Readonly<Record<string, Data>>;
    return known.fields.flatMap((field) => testValuesOfData(given[field.name], field.type));
  }
  if (known.kind === "scalar")
    return [{ type: known.type, shape: [], elements: columnOf(known.type, [data]) }];
  if (known.kind !== "array") throw new InvalidArgumentError("result", "data", printType(type));
  return testValuesOfArray(data, known.element);
}

function testValuesOfArray(data: Data, element: Type): readonly TestValue[] {
  const known = resolved(element);
  if (known.kind === "record") {
    const given = data as Readonly<Record<string, Data>>;
    return known.fields.flatMap((field) => testValuesOfArray(given[field.name], field.type));
  }
  if (known.kind === "scalar") {
    const elements = data as StoredArray;
    return [{ type: known.type, shape: [elements.length], elements }];
  }
  if (known.kind !== "array") throw new InvalidArgumentError("result", "data", printType(element));
  const rows = (data as readonly Data[]).map((row) => testValuesOfArray(row, known.element));
  if (rows.length === 0) return emptyValues(known, rowShapeOf(data) ?? shapeOfType(known), [0]);
  return rows[0].map((first, column) => {
    const values = rows.map((row) => row[column]);
    if (values.some(({ shape }) => String(shape) !== String(first.shape))) {
      throw new InvalidArgumentError("result", "an array whose rows have one length", "several");
    }
    const all = values.flatMap(({ elements }) => Array.from(elements as ArrayLike<Data>));
    return { type: first.type, shape: [rows.length, ...first.shape], elements: columnOf(first.type, all) };
  });
}

/** The values of an array of no elements, each of which would be of a shape. Lengths that nothing says are 0. */
function emptyValues(element: Type, shape: Shape, outer: readonly number[]): readonly TestValue[] {
  const known = resolved(element);
  if (known.kind === "record") {
    return known.fields.flatMap((field) => emptyValues(field.type, fieldShape(shape, field.name), outer));
  }
  if (known.kind === "array") {
    const [length = 0] = shape.kind === "array" ? shape.lengths : [];
    return emptyValues(known.element, elementShape(shape), [...outer, length]);
  }
  if (known.kind !== "scalar") throw new InvalidArgumentError("result", "data", printType(element));
  return [{ type: known.type, shape: outer, elements: newScalars(known.type, 0) }];
}

function columnOf(type: ProgramScalar, values: readonly Data[]): StoredArray {
  const column = newScalars(type, values.length);
  values.forEach((value, index) => {
    column[index] = typeof value === "boolean" ? Number(value) : (value as number);
  });
  return column;
}
