import type { TestValue } from "../formats/test-value.ts";
import { nestTestValue } from "../formats/test-value.ts";
import type { ScalarType } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { type ColumnArray, newColumn } from "../values/value-types.ts";
import type { Data } from "./evaluation/data.ts";
import { printType } from "./types/print-type.ts";
import { isTuple, resolved, type Type, type TypeField } from "./types/type.ts";

/**
 * Operands of these types out of the values of a test file, where a tuple is one value after another and an array of tuples one array
 * after another.
 *
 * @throws InvalidArgumentError for too few or too many values, and for one of another type
 */
export function operandsOfTestValues(
  types: readonly Type[],
  values: readonly TestValue[],
  argument: string,
): readonly Data[] {
  const wrongValue = (index: number, expected: string, actual: string): InvalidArgumentError =>
    new InvalidArgumentError(`${argument}[${index}]`, expected, actual);
  let next = 0;
  const take = (type: Type, rank: number): Data => {
    const known = resolved(type);
    if (known.kind === "array") return take(known.element, rank + 1);
    if (known.kind === "record") return parts(known.fields, (field) => take(field.type, rank));
    if (known.kind !== "scalar") throw wrongValue(next, printType(type), "a type that data do not have");
    const value = values[next];
    const expected = `${"[]".repeat(rank)}${known.type}`;
    if (value === undefined) throw wrongValue(next, expected, "none");
    if (value.type !== known.type || value.shape.length !== rank) {
      throw wrongValue(next, expected, `${"[]".repeat(value.shape.length)}${value.type}`);
    }
    next++;
    return nestTestValue(value);
  };
  const operands = types.map((type) => take(type, 0));
  if (next === values.length) return operands;
  const count = `${next} ${next === 1 ? "value" : "values"} in all`;
  throw new InvalidArgumentError(argument, count, String(values.length));
}

function parts(fields: readonly TypeField[], part: (field: TypeField) => Data): Data {
  if (isTuple(fields)) return fields.map(part);
  return Object.fromEntries(fields.map((field) => [field.name, part(field)]));
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
    const elements = data as ColumnArray;
    return [{ type: known.type, shape: [elements.length], elements }];
  }
  if (known.kind !== "array") throw new InvalidArgumentError("result", "data", printType(element));
  const rows = (data as readonly Data[]).map((row) => testValuesOfArray(row, known.element));
  if (rows.length === 0) return testValuesOfArray(emptyOf(known.element), known.element).map(withoutRows);
  return rows[0].map((first, column) => {
    const values = rows.map((row) => row[column]);
    if (values.some(({ shape }) => String(shape) !== String(first.shape))) {
      throw new InvalidArgumentError("result", "an array whose rows have one length", "several");
    }
    const all = values.flatMap(({ elements }) => Array.from(elements as ArrayLike<Data>));
    return { type: first.type, shape: [rows.length, ...first.shape], elements: columnOf(first.type, all) };
  });
}

function withoutRows(value: TestValue): TestValue {
  return { ...value, shape: [0, ...value.shape] };
}

/** An array of no elements, as data. */
function emptyOf(element: Type): Data {
  const known = resolved(element);
  if (known.kind === "record") return parts(known.fields, (field) => emptyOf(field.type));
  return known.kind === "scalar" ? newColumn(known.type, 0) : [];
}

function columnOf(type: ScalarType, values: readonly Data[]): ColumnArray {
  const column = newColumn(type, values.length);
  values.forEach((value, index) => {
    column[index] = typeof value === "boolean" ? Number(value) : (value as number);
  });
  return column;
}
