// Why: a law of integers may fail only because results wrap. Bigints tell, as long as they stay short.
import type { BinaryOperation } from "../operators/term.ts";
import { SCALAR_TYPE_FACTS, type ScalarType } from "../values/element-types.ts";

/** Whether values of a type are whole numbers, which wrap. */
export function isInteger(type: ScalarType): boolean {
  return type !== "bool" && !SCALAR_TYPE_FACTS[type].isFloat;
}

/** Integers with more bits than this are not worked with: a product of products doubles them. */
const MOST_BITS = 1n << 14n;

export function isShortInteger(value: bigint): boolean {
  return (value < 0n ? -value : value) >> MOST_BITS === 0n;
}

/** An operation on two integers without bounds; undefined for operations on bits, which mean nothing without a width. */
export function wholeBinary(
  operation: BinaryOperation,
  left: bigint,
  right: bigint,
): 0 | 1 | bigint | undefined {
  switch (operation) {
    case "add":
      return left + right;
    case "subtract":
      return left - right;
    case "multiply":
      return left * right;
    case "divide":
      return right === 0n ? 0n : left / right;
    case "remainder":
      return right === 0n ? left : left % right;
    case "min":
      return left < right ? left : right;
    case "max":
      return left < right ? right : left;
    case "less":
      return left < right ? 1 : 0;
    case "lessOrEqual":
      return left <= right ? 1 : 0;
    case "equal":
      return left === right ? 1 : 0;
    default:
      return undefined;
  }
}
