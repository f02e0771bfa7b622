import { describe } from "./describe.ts";
import type { Scalar } from "./element-types.ts";
import { InvalidArgumentError } from "./errors.ts";
import { type ColumnArray, shapeValue, shownScalar, type ValueType } from "./value-types.ts";

/** Columns of one length, and the type of one record of them. */
export interface TypedColumns {
  readonly type: ValueType;
  readonly columns: readonly ColumnArray[];
  readonly length: number;
}

/**
 * The flags that a plain function gives, called for each element in order with the element, or a record of it, and its index.
 *
 * @throws InvalidArgumentError for an answer that is neither true nor false, naming the index
 */
export function flagsWhere(
  predicate: (element: unknown, index: number) => unknown,
  { type, columns, length }: TypedColumns,
  argument: string,
): Uint8Array {
  const flags = new Uint8Array(length);
  const elementAt = typeof type === "string" && type !== "bool" ? at(columns[0]) : recordAt(type, columns);
  for (let i = 0; i < length; i++) {
    const answer = predicate(elementAt(i), i);
    if (typeof answer !== "boolean") {
      const expected = "a function that gives true or false";
      throw new InvalidArgumentError(argument, expected, `${describe(answer)} for index ${i}`);
    }
    flags[i] = answer ? 1 : 0;
  }
  return flags;
}

function at(column: ColumnArray): (i: number) => unknown {
  return (i) => column[i];
}

function recordAt(type: ValueType, columns: readonly ColumnArray[]): (i: number) => unknown {
  return (i) => {
    const scalars: readonly Scalar[] = columns.map((column) => column[i]);
    return shapeValue(type, scalars, shownScalar);
  };
}
