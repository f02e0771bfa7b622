import { applyIndexOperation } from "./evaluate-term.ts";
import type { IndexCondition, IndexOperation, IndexTerm } from "./network-program.ts";

// Short words for terms. What is known of constants is worked out at once: x + 0 is x, (x + 1) − 1 is x, 2 << 3 is 16.

export function integer(value: number): IndexTerm {
  return { kind: "integer", value };
}

export function variable(name: string): IndexTerm {
  return { kind: "variable", name };
}

export const COUNTER = variable("i");
export const THREAD = variable("j");
export const WIDTH = variable("N");

/** `⌈log2 of⌉`. */
export function ceilLog2(of: IndexTerm): IndexTerm {
  return { kind: "ceilLog2", of };
}

export function add(left: IndexTerm, right: IndexTerm): IndexTerm {
  if (left.kind === "integer") return right.kind === "integer" ? fold("add", left, right) : add(right, left);
  if (right.kind === "integer") return moved(left, right.value);
  return binary("add", left, right);
}

export function subtract(left: IndexTerm, right: IndexTerm): IndexTerm {
  if (right.kind === "integer") return add(left, integer(-right.value));
  return takenBack(left, right) ?? binary("subtract", left, right);
}

/** a − (a − b) is b, a − (a − b − c) is b + c: what reversing a program twice leaves. Undefined for other differences. */
function takenBack(from: IndexTerm, term: IndexTerm): IndexTerm | undefined {
  if (term.kind !== "binary" || (term.operation !== "subtract" && term.operation !== "add")) return undefined;
  const isSubtracted = term.operation === "subtract";
  if (isSubtracted && isSameTerm(from, term.left)) return term.right;
  const rest = takenBack(from, term.left);
  if (rest === undefined) return undefined;
  return isSubtracted ? add(rest, term.right) : subtract(rest, term.right);
}

/** Whether two terms are written the same. */
export function isSameTerm(one: IndexTerm, other: IndexTerm): boolean {
  if (one.kind === "binary" && other.kind === "binary") {
    const isSame = one.operation === other.operation && isSameTerm(one.left, other.left);
    return isSame && isSameTerm(one.right, other.right);
  }
  if (one.kind === "ceilLog2" && other.kind === "ceilLog2") return isSameTerm(one.of, other.of);
  if (one.kind === "variable" && other.kind === "variable") return one.name === other.name;
  return one.kind === "integer" && other.kind === "integer" && one.value === other.value;
}

/** A term and a constant, in one constant with what the term ends with. */
function moved(term: IndexTerm, offset: number): IndexTerm {
  if (term.kind === "binary" && term.right.kind === "integer") {
    if (term.operation === "add") return moved(term.left, term.right.value + offset);
    if (term.operation === "subtract") return moved(term.left, offset - term.right.value);
  }
  if (offset === 0) return term;
  return binary(offset < 0 ? "subtract" : "add", term, integer(Math.abs(offset)));
}

export function multiply(left: IndexTerm, right: IndexTerm): IndexTerm {
  if (isInteger(left, 0) || isInteger(right, 0)) return integer(0);
  if (isInteger(left, 1)) return right;
  return isInteger(right, 1) ? left : fold("multiply", left, right);
}

export function shiftLeft(term: IndexTerm, places: IndexTerm): IndexTerm {
  return isInteger(places, 0) ? term : fold("shiftLeft", term, places);
}

export function shiftRight(term: IndexTerm, places: IndexTerm): IndexTerm {
  return isInteger(places, 0) ? term : fold("shiftRight", term, places);
}

/** `2^exponent`. */
export function powerOfTwo(exponent: IndexTerm): IndexTerm {
  return shiftLeft(integer(1), exponent);
}

export function divide(left: IndexTerm, right: IndexTerm): IndexTerm {
  return isInteger(right, 1) ? left : fold("divide", left, right);
}

export function modulo(left: IndexTerm, right: IndexTerm): IndexTerm {
  return isInteger(right, 1) ? integer(0) : fold("modulo", left, right);
}

export function and(left: IndexTerm, right: IndexTerm): IndexTerm {
  return fold("and", left, right);
}

export function minimum(left: IndexTerm, right: IndexTerm): IndexTerm {
  return fold("minimum", left, right);
}

export function maximum(left: IndexTerm, right: IndexTerm): IndexTerm {
  return fold("maximum", left, right);
}

export function compare(
  left: IndexTerm,
  comparison: "equal" | "notEqual" | "less" | "lessOrEqual",
  right: IndexTerm,
): IndexCondition {
  return { kind: "compare", comparison, left, right };
}

/** All of them; one alone is itself. */
export function all(conditions: readonly IndexCondition[]): IndexCondition {
  return conditions.length === 1 ? conditions[0] : { kind: "all", conditions };
}

/** The conditions that have to hold, one by one. */
export function partsOf(condition: IndexCondition): readonly IndexCondition[] {
  return condition.kind === "all" ? condition.conditions.flatMap(partsOf) : [condition];
}

function binary(operation: IndexOperation, left: IndexTerm, right: IndexTerm): IndexTerm {
  return { kind: "binary", operation, left, right };
}

function fold(operation: IndexOperation, left: IndexTerm, right: IndexTerm): IndexTerm {
  if (left.kind !== "integer" || right.kind !== "integer") return binary(operation, left, right);
  return integer(applyIndexOperation(operation, left.value, right.value));
}

function isInteger(term: IndexTerm, value: number): boolean {
  return term.kind === "integer" && term.value === value;
}
