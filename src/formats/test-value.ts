import type { ScalarType } from "../values/element-types.ts";
import { LengthMismatchError } from "../values/errors.ts";
import type { ColumnArray } from "../values/value-types.ts";

/** A value of a test file: a scalar (no shape), or an array whose elements lie row by row. Bools are bytes 0 and 1. */
export interface TestValue {
  readonly type: ScalarType;
  readonly shape: readonly number[];
  readonly elements: ColumnArray;
}

/** Numbers of which none says its type, as they are written, row by row: of whatever type is asked for. */
export interface UntypedTestValue {
  readonly type: undefined;
  readonly shape: readonly number[];
  readonly numbers: readonly string[];
}

/** A value as a text has it. `typedTestValue` gives it a type. */
export type WrittenTestValue = TestValue | UntypedTestValue;

/** `[][]i32`; `[]number` where nothing says more. */
export function typeOfTestValue({ type, shape }: Pick<WrittenTestValue, "type" | "shape">): string {
  return `${"[]".repeat(shape.length)}${type ?? "number"}`;
}

/** A value as nested arrays whose innermost rows are typed arrays; a scalar as itself. */
export type NestedTestValue = number | bigint | boolean | ColumnArray | readonly NestedTestValue[];

/** The value with its shape: `[2][3]i32` is two arrays of three. @throws LengthMismatchError */
export function nestTestValue({ type, shape, elements }: TestValue): NestedTestValue {
  if (shape.length === 0) return type === "bool" ? elements[0] === 1 : elements[0];
  const wanted = shape.reduce((product, each) => product * each, 1);
  if (wanted !== elements.length) throw new LengthMismatchError("elements", wanted, elements.length);
  const nest = (dimension: number, start: number): NestedTestValue => {
    const length = shape[dimension];
    if (dimension === shape.length - 1) return elements.slice(start, start + length);
    const stride = shape.slice(dimension + 1).reduce((product, each) => product * each, 1);
    return Array.from({ length }, (_, row) => nest(dimension + 1, start + row * stride));
  };
  return nest(0, 0);
}
