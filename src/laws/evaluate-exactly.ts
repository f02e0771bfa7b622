import { applyBinary, applyConvert, applyUnary } from "../operators/apply.ts";
import type { Term, UnaryOperation } from "../operators/term.ts";
import { termList } from "../operators/term-list.ts";
import { SCALAR_TYPE_FACTS, type Scalar, type ScalarType } from "../values/element-types.ts";
import { isShortInteger } from "./short-integer.ts";
import { wholeBinary } from "./whole-binary.ts";

/**
 * The values of some terms over `left` alone, as if integers had no bounds: they are bigints here, and nothing wraps.
 *
 * Undefined for terms with operations on bits, which mean nothing without a width, and where a value has thousands of digits.
 */
export function evaluateExactly(
  terms: readonly Term[],
  left: readonly Scalar[],
): readonly Scalar[] | undefined {
  const { nodes, roots } = termList(terms);
  const values: Scalar[] = [];
  for (const { term, operands } of nodes) {
    const value = exactly(
      term,
      operands.map((place) => values[place]),
      left,
    );
    if (value === undefined || (typeof value === "bigint" && !isShortInteger(value))) return undefined;
    values.push(value);
  }
  return roots.map((root) => values[root]);
}

function exactly(term: Term, of: readonly Scalar[], left: readonly Scalar[]): Scalar | undefined {
  switch (term.kind) {
    case "left":
      return isInteger(term.type) ? BigInt(left[term.column]) : left[term.column];
    case "right":
      return undefined;
    case "constant":
      return isInteger(term.type) ? BigInt(term.value) : term.value;
    case "select":
      return of[0] === 1 ? of[1] : of[2];
    case "unary":
      if (!isInteger(term.type)) return applyUnary(term.operation, term.type, of[0]);
      return exactUnary(term.operation, BigInt(of[0]));
    case "binary":
      if (!isInteger(term.first.type)) return applyBinary(term.operation, term.first.type, of[0], of[1]);
      return wholeBinary(term.operation, BigInt(of[0]), BigInt(of[1]));
    case "convert":
      return exactConvert(term.operand.type, term.type, of[0]);
    case "bitcast":
      return undefined;
    default:
      return term satisfies never;
  }
}

function isInteger(type: ScalarType): boolean {
  return type !== "bool" && !SCALAR_TYPE_FACTS[type].isFloat;
}

function exactUnary(operation: UnaryOperation, operand: bigint): bigint | undefined {
  if (operation === "negate") return -operand;
  if (operation !== "abs") return undefined;
  return operand < 0n ? -operand : operand;
}

function exactConvert(from: ScalarType, to: ScalarType, value: Scalar): Scalar {
  if (isInteger(to)) return isInteger(from) ? value : BigInt(applyConvert(from, to, value));
  // An integer from outside of its type is rounded to f64 first, which serves as well here.
  return isInteger(from) ? applyConvert("f64", to, Number(value)) : applyConvert(from, to, value);
}
