// One use of a function over arrays: its operands, what it charges, and the memory that it asks for.

import { ownCost } from "../cost/construct-costs.ts";
import type { ArrayFunction } from "../types/signatures.ts";
import { type Context, MADE, MOVED } from "./context.ts";
import { agreedShape, elementShape, type Shape, UNKNOWN_SHAPE } from "./shape.ts";
import {
  type ArrayValue,
  applyValue,
  asArray,
  asArrayValue,
  asScalar,
  elementOf,
  isCopiedWhenChanged,
  lookAt,
  shapeOf,
  standInOf,
  type Value,
} from "./value.ts";

/** What an assertion that fails is told to be. */
export const ASSERTION = "an assertion that holds";

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

/*
 * A map over no elements gives no elements, and yet these have a shape: as in APL, it is that of what the function gives for a stand-in, an
 * element of the operand's shape. Two are tried, of zeros and of ones, and only the lengths are kept that do not depend on them.
 */

/** The shape of what an operand, a function, would give for elements of an empty array; unknown as far as it depends on them. */
export function probedShape(call: Call, operand: number, elements: readonly Shape[]): Shape {
  const [one, other] = ([0, 1] as const).map((scalar) => {
    const standIns = elements.map((element) => standInOf(element, scalar));
    if (!standIns.every((each) => each !== undefined)) return undefined;
    return call.context.probe(() => shapeOf(apply(call, operand, ...standIns)));
  });
  return one === undefined || other === undefined ? UNKNOWN_SHAPE : agreedShape(one, other);
}

/** What stands for a missing element while functions are asked for the shape of what they give. */
export function probedElement(array: ArrayValue, { isProbing }: Context): Value | undefined {
  return isProbing ? standInOf(elementOf(array), 0) : undefined;
}

/** The shape of the elements of an operand that is an array. */
export function elementShapeOf(value: Value): Shape {
  return elementShape(shapeOf(value));
}

/** Functions whose results have elements that were there before. */
const MOVES: ReadonlySet<ArrayFunction> = new Set<ArrayFunction>([
  "concat",
  "flatten",
  "transpose",
  "reverse",
  "rotate",
  "take",
  "drop",
  "filter",
  "partition",
  "scatter",
  "sort",
]);

/** Units of memory that a use of a function asks for besides what is made by the functions that it is given. Known before it runs. */
export function unitsOf(call: Call): number {
  return elementsOf(call) * (MOVES.has(call.name) ? MOVED : MADE);
}

function elementsOf({ name, operands }: Call): number {
  switch (name) {
    case "iota":
    case "replicate":
    case "tabulate":
      return Math.max(0, Number(asScalar(operands[0])));
    case "length":
    case "head":
    case "last":
    case "assert":
      return 0;
    case "flatten":
    case "transpose":
      return operands.reduce<number>((sum, rows) => sum + lengthWithin(rows), 0);
    case "scatter": {
      const [into, ...given] = operands;
      const moved = given.reduce<number>((sum, operand) => sum + lengthOf(operand), 0);
      return moved + (isCopiedWhenChanged(asArrayValue(into)) ? lengthOf(into) : 0);
    }
    case "unzip":
      return 2 * lengthOf(operands[0]);
    case "unzip3":
      return 3 * lengthOf(operands[0]);
    default:
      return operands.reduce<number>((sum, operand) => sum + lengthOf(operand), 0);
  }
}

function lengthOf(value: Value): number {
  return typeof value === "object" && value.kind === "array" ? lookAt(value).length : 0;
}

function lengthWithin(value: Value): number {
  if (typeof value !== "object" || value.kind !== "array") return 0;
  return value.items.reduce<number>((sum, row) => sum + lengthOf(row), value.items.length);
}
