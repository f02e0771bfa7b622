import { ownCost } from "../cost/construct-costs.ts";
import type { ArrayFunction } from "../types/signatures.ts";
import { applyValue } from "./apply-value.ts";
import type { Context } from "./context.ts";
import { type ArrayValue, asArray, asArrayValue, asScalar, type Value } from "./value.ts";

/** One use of a function over arrays, its operands evaluated. */
export interface Call {
  readonly name: ArrayFunction;
  readonly at: number;
  readonly operands: readonly Value[];
  readonly context: Context;
  readonly expression?: string; // the named expression of an attribute
}

export function itemsOf({ operands }: Call, index: number): readonly Value[] {
  return asArray(operands[index]);
}

export function arrayOf({ operands }: Call, index: number): ArrayValue {
  return asArrayValue(operands[index]);
}

export function scalarsOf(call: Call, index: number): readonly number[] {
  return itemsOf(call, index).map((item) => Number(asScalar(item)));
}

/** A function's value for operands that are values. */
export function apply({ operands }: Call, index: number, ...values: readonly Value[]): Value {
  return applyValue(operands[index], values);
}

/** An operand that says how many. @throws ProgramError for a negative number */
export function countOf({ operands, at, context, name }: Call, index: number): number {
  const count = Number(asScalar(operands[index]));
  if (count < 0) context.fail(at, `${name} with a length that is not negative`, String(count));
  return count;
}

/** Charges what the function costs by itself for arrays of a length. */
export function charge({ name, at, context }: Call, length: number): void {
  const { work, span } = ownCost(context.model, name, length);
  context.spend(at, work, span);
}

/** @throws ProgramError unless the arrays are equally long */
export function checkSameLength({ at, context, name }: Call, arrays: readonly (readonly Value[])[]): void {
  const other = arrays.find((array) => array.length !== arrays[0].length);
  if (other === undefined) return;
  const lengths = arrays.map((array) => array.length).join(" and ");
  context.fail(at, `${name} of arrays of one length`, `lengths ${lengths}`);
}
