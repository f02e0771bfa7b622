import { applyBinary, applyUnary } from "../operators/apply.ts";
import type { BinaryOperation, Term, UnaryOperation } from "../operators/term.ts";
import { termList } from "../operators/term-list.ts";
import { isElement } from "../values/convert.ts";
import { SCALAR_TYPE_FACTS, type Scalar, type ScalarType } from "../values/element-types.ts";
import {
  addReals,
  compareReals,
  divideReals,
  floorReal,
  multiplyReals,
  negateReal,
  type Real,
  realOf,
  signOf,
  sqrtReal,
  wholeReal,
} from "./real.ts";
import { isShortInteger, wholeBinary } from "./whole-numbers.ts";

/** What a machine's value stands for: a bool as 0 or 1, an integer without bounds, a number without rounding. */
export type Ideal = 0 | 1 | bigint | { readonly real: Real };

/**
 * Gives the values of some terms over `left` alone, as if floats were the real numbers that they stand for, and integers had no bounds.
 *
 * Undefined where that has no answer: a NaN, a division by zero, a root that is not a fraction, bits of what does not fit in the type.
 */
export function idealEvaluator(
  terms: readonly Term[],
): (left: readonly Scalar[]) => readonly Ideal[] | undefined {
  const { nodes, roots } = termList(terms);
  return (left) => {
    const values: (Ideal | undefined)[] = [];
    // What a condition leaves out may have no answer, and need none.
    for (const { term, operands } of nodes) {
      const of = operands.map((place) => values[place]);
      values.push(ideally(term, of, left));
    }
    const found = roots.map((root) => values[root]);
    return found.every((value) => value !== undefined) ? found : undefined;
  };
}

/** Whether two ideal values are the same one. */
export function isSameIdeal(left: Ideal, right: Ideal): boolean {
  if (typeof left !== "object" || typeof right !== "object") return left === right;
  return compareReals(left.real, right.real) === 0;
}

function ideally(term: Term, of: readonly (Ideal | undefined)[], left: readonly Scalar[]): Ideal | undefined {
  switch (term.kind) {
    case "left":
      return idealOf(term.type, left[term.column]);
    case "right":
      return undefined;
    case "constant":
      return idealOf(term.type, term.value);
    case "select":
      return of[0] === undefined ? undefined : of[0] === 1 ? of[1] : of[2];
    case "unary":
      return of[0] === undefined ? undefined : idealUnary(term.operation, term.type, of[0]);
    case "binary":
      if (of[0] === undefined || of[1] === undefined) return undefined;
      return idealBinary(term.operation, term.first.type, of[0], of[1]);
    case "convert":
      return of[0] === undefined ? undefined : converted(term.type, of[0]);
    case "bitcast":
      return undefined;
    default:
      return term satisfies never;
  }
}

function idealOf(type: ScalarType, value: Scalar): Ideal | undefined {
  if (type === "bool") return value === 1 ? 1 : 0;
  if (!isFloat(type)) return BigInt(value);
  return ofReal(realOf(Number(value)));
}

function ofReal(real: Real | undefined): Ideal | undefined {
  return real === undefined ? undefined : { real };
}

function isFloat(type: ScalarType): boolean {
  return type !== "bool" && SCALAR_TYPE_FACTS[type].isFloat;
}

function idealUnary(operation: UnaryOperation, type: ScalarType, of: Ideal): Ideal | undefined {
  if (typeof of === "object") return realUnary(operation, of.real);
  if (typeof of === "bigint" && operation === "negate") return -of;
  if (typeof of === "bigint" && operation === "abs") return of < 0n ? -of : of;
  return onBits(type, [of], ([value]) => applyUnary(operation, type, value));
}

function realUnary(operation: UnaryOperation, of: Real): Ideal | undefined {
  const whole = (value: bigint | undefined): Ideal | undefined =>
    value === undefined ? undefined : { real: wholeReal(value) };
  switch (operation) {
    case "negate":
      return { real: negateReal(of) };
    case "abs":
      return { real: signOf(of) < 0 ? negateReal(of) : of };
    case "sqrt":
      return ofReal(sqrtReal(of));
    case "floor":
      return whole(floorReal(of));
    case "ceil":
      return whole(negated(floorReal(negateReal(of))));
    case "truncate":
      return whole(truncated(of));
    case "roundEven":
      return whole(nearestEven(of));
    default:
      return undefined;
  }
}

function negated(value: bigint | undefined): bigint | undefined {
  return value === undefined ? undefined : -value;
}

function truncated(of: Real): bigint | undefined {
  return signOf(of) < 0 ? negated(floorReal(negateReal(of))) : floorReal(of);
}

function nearestEven(of: Real): bigint | undefined {
  const below = floorReal(of);
  if (below === undefined) return undefined;
  const half = addReals({ numerator: 2n * below + 1n, denominator: 2n }, negateReal(of));
  const sign = half === undefined ? 0 : signOf(half); // of the middle less the value
  if (sign !== 0) return sign > 0 ? below : below + 1n;
  return below % 2n === 0n ? below : below + 1n;
}

function idealBinary(
  operation: BinaryOperation,
  type: ScalarType,
  left: Ideal,
  right: Ideal,
): Ideal | undefined {
  if (typeof left === "object" && typeof right === "object")
    return realBinary(operation, left.real, right.real);
  if (typeof left === "bigint" && typeof right === "bigint") {
    const whole = wholeBinary(operation, left, right);
    if (whole !== undefined) return isShort(whole) ? whole : undefined;
  }
  return onBits(type, [left, right], ([one, other]) => applyBinary(operation, type, one, other), operation);
}

function isShort(value: Ideal): boolean {
  return typeof value !== "bigint" || isShortInteger(value);
}

function realBinary(operation: BinaryOperation, left: Real, right: Real): Ideal | undefined {
  const order = compareReals(left, right);
  switch (operation) {
    case "add":
      return ofReal(addReals(left, right));
    case "subtract":
      return ofReal(addReals(left, negateReal(right)));
    case "multiply":
      return ofReal(multiplyReals(left, right));
    case "divide":
      return ofReal(divideReals(left, right));
    case "min":
      return { real: order < 0 ? left : right };
    case "max":
      return { real: order < 0 ? right : left };
    case "less":
      return order < 0 ? 1 : 0;
    case "lessOrEqual":
      return order <= 0 ? 1 : 0;
    case "equal":
      return order === 0 ? 1 : 0;
    default:
      return undefined;
  }
}

/** An operation on bits, of operands that have them: they fit in their type. */
function onBits(
  type: ScalarType,
  of: readonly Ideal[],
  apply: (values: readonly Scalar[]) => Scalar,
  operation?: BinaryOperation,
): Ideal | undefined {
  const isBig = type !== "bool" && SCALAR_TYPE_FACTS[type].isBigInt;
  const values = of.map((value): Scalar | undefined => {
    if (typeof value === "object") return undefined;
    const scalar = isBig ? BigInt(value) : fitting(value);
    return scalar !== undefined && isElement(type, scalar) ? scalar : undefined;
  });
  if (!values.every((value) => value !== undefined)) return undefined;
  const result = apply(values);
  const isBool = type === "bool" || operation === "equal";
  return isBool ? (result === 1 ? 1 : 0) : BigInt(result);
}

function fitting(value: bigint | 0 | 1): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : undefined;
}

function converted(to: ScalarType, of: Ideal): Ideal | undefined {
  if (isFloat(to)) return typeof of === "object" ? of : { real: wholeReal(BigInt(of)) };
  return typeof of === "object" ? truncated(of.real) : BigInt(of);
}
