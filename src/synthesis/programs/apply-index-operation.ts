import { InvalidArgumentError } from "../../values/errors.ts";
import type { IndexOperation } from "./index-term.ts";

const OPERATIONS: Readonly<Record<IndexOperation, (left: number, right: number) => number>> = {
  add: (left, right) => left + right,
  subtract: (left, right) => left - right,
  multiply: (left, right) => left * right + 0, // never −0
  shiftLeft: (left, places) => left * 2 ** checked(places, places >= 0, "shift places", "not negative") + 0,
  shiftRight: (left, places) => {
    checked(places, places >= 0, "shift places", "not negative");
    return places > 1000 ? (left < 0 ? -1 : 0) : Math.floor(left / 2 ** places);
  },
  divide: (left, right) => Math.floor(left / checked(right, right > 0, "divisor", "positive")),
  modulo: (left, right) => {
    const rest = left % checked(right, right > 0, "modulus", "positive");
    return rest < 0 ? rest + right : rest + 0;
  },
  and: (left, right) =>
    (left | 0) === left && (right | 0) === right ? left & right : Number(BigInt(left) & BigInt(right)),
  minimum: Math.min,
  maximum: Math.max,
};

/**
 * One operation of an index term.
 *
 * @throws InvalidArgumentError for a negative shift, a divisor or modulus below 1, and a result beyond the integers of a number (±2^53)
 */
export function applyIndexOperation(operation: IndexOperation, left: number, right: number): number {
  const result = OPERATIONS[operation](left, right);
  return checked(result, Number.isSafeInteger(result), operation, "a whole number within ±2^53");
}

function checked(value: number, isGood: boolean, argument: string, expected: string): number {
  if (isGood) return value;
  throw new InvalidArgumentError(argument, expected, String(value));
}
