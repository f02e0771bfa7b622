// Flags are bytes of 0 and 1 inside; callers give those, booleans, or a predicate.

import { checkAttached } from "./check-arrays.ts";
import { describe } from "./describe.ts";
import type { Scalar } from "./element-types.ts";
import { InvalidArgumentError, LengthMismatchError } from "./errors.ts";

import { type ColumnArray, shapeValue, shownScalar, type ValueType } from "./value-types.ts";

/** Refuses bytes that are neither 0 nor 1. @throws InvalidArgumentError naming the first of them */
export function checkBools(argument: string, flags: Uint8Array): void {
  for (let i = 0; i < flags.length; i++) {
    if (flags[i] > 1) {
      throw new InvalidArgumentError(`${argument}[${i}]`, "0 or 1, being a bool", String(flags[i]));
    }
  }
}

/** Flags as a caller gives them, as bytes: a Uint8Array of 0 and 1 as it is, an Array of booleans copied. */
export function flagArray(argument: string, given: unknown, length?: number): Uint8Array {
  const flags = Array.isArray(given) ? bytesOf(argument, given) : given;
  if (!(flags instanceof Uint8Array)) {
    const expected = "flags: a Uint8Array of 0 and 1, or an Array of booleans";
    throw new InvalidArgumentError(argument, expected, describe(given));
  }
  if (flags.length === 0) checkAttached(argument, flags);
  if (length !== undefined && flags.length !== length)
    throw new LengthMismatchError(argument, length, flags.length);
  checkBools(argument, flags);
  return flags;
}

function bytesOf(argument: string, given: readonly unknown[]): Uint8Array {
  const flags = new Uint8Array(given.length);
  for (let i = 0; i < given.length; i++) {
    const flag = given[i];
    if (typeof flag !== "boolean") {
      throw new InvalidArgumentError(`${argument}[${i}]`, "true or false", describe(flag));
    }
    flags[i] = flag ? 1 : 0;
  }
  return flags;
}

/** Columns of one length, and the type of one record of them. */
interface TypedColumns {
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
