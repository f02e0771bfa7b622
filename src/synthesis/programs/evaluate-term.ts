// The meaning of index terms, in whole numbers within ±2^53. What leaves them is an error and never a rounded number.
import { checkObject } from "../../values/check-arguments.ts";
import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { decodeCondition, decodeTerm } from "./decode-program.ts";
import type { IndexCondition, IndexOperation, IndexTerm } from "./network-program.ts";

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

/**
 * The value of a term: `evaluateTerm(term, { i: 2, j: 5, N: 16 })`.
 *
 * @throws InvalidArgumentError for a name without a whole number as its value, a negative shift, a divisor or modulus below 1, a logarithm of
 * what is not positive, and a value on the way beyond ±2^53
 */
export function evaluateTerm(term: IndexTerm, values: IndexValues): number {
  return compileTerm(decodeTerm(term, "term"))(checkObject("values", values));
}

/** What the names in a term stand for: `i`, `j`, `N`, and others that a program was made with. */
export type IndexValues = Readonly<Record<string, number>>;

/** A term as a function of its names' values: many times as fast as walking it. Throws as `evaluateTerm` does. */
export function compileTerm(term: IndexTerm): (values: IndexValues) => number {
  switch (term.kind) {
    case "integer": {
      const { value } = term;
      return () => value;
    }
    case "variable":
      return readVariable(term.name);
    case "binary": {
      const { operation } = term;
      const left = compileTerm(term.left);
      const right = compileTerm(term.right);
      return (values) => applyIndexOperation(operation, left(values), right(values));
    }
    case "ceilLog2": {
      const of = compileTerm(term.of);
      return (values) => ceilLog2Of(of(values));
    }
    default:
      return term satisfies never;
  }
}

/** The same for a condition. What stands after a condition that fails is not looked at. */
export function compileCondition(condition: IndexCondition): (values: IndexValues) => boolean {
  switch (condition.kind) {
    case "all": {
      const parts = condition.conditions.map(compileCondition);
      return (values) => parts.every((part) => part(values));
    }
    case "compare": {
      const left = compileTerm(condition.left);
      const right = compileTerm(condition.right);
      switch (condition.comparison) {
        case "equal":
          return (values) => left(values) === right(values);
        case "notEqual":
          return (values) => left(values) !== right(values);
        case "less":
          return (values) => left(values) < right(values);
        case "lessOrEqual":
          return (values) => left(values) <= right(values);
        default:
          return condition.comparison satisfies never;
      }
    }
    default:
      return condition satisfies never;
  }
}

function readVariable(name: string): (values: IndexValues) => number {
  return (values) => {
    const value = values[name];
    if (Number.isSafeInteger(value)) return value;
    throw new InvalidArgumentError(name, "a whole number within ±2^53", describe(value));
  };
}

function ceilLog2Of(value: number): number {
  if (value >= 1) return Math.ceil(Math.log2(value)); // exact at powers of two
  throw new InvalidArgumentError("ceilLog2", "of a positive number", String(value));
}

/** Whether a condition holds for these values; from left to right, up to the first that fails. Throws as `evaluateTerm` does. */
export function evaluateCondition(condition: IndexCondition, values: IndexValues): boolean {
  return compileCondition(decodeCondition(condition, "condition"))(checkObject("values", values));
}
