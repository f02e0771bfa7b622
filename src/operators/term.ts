// The scalar language: what every executor, emitter and proof understands of an operator.

import type { BinaryFunction, UnaryFunction } from "../elementary/names.ts";
import type { Scalar, ScalarType } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";

/**
 * A term of the scalar language: pure, typed, without loops. An operator is one term over `left` and `right` for each column of its type.
 *
 * Terms are built by the functions below, which check types, and may share subterms. `type` is the type of the value.
 *
 * | operation | value |
 * |---|---|
 * | add subtract multiply negate | integers wrap modulo 2^bits; floats round to nearest, ties to even |
 * | divide remainder | integers: towards zero, x / 0 = 0, x % 0 = x, smallest / −1 wraps to smallest; floats: divide only, IEEE 754 |
 * | min max | IEEE 754-2019 minimum and maximum: NaN wins, −0 < +0 |
 * | abs | floats: clears the sign; signed integers: of the smallest is itself |
 * | sqrt floor ceil truncate roundEven | floats: IEEE 754, correctly rounded |
 * | exp expm1 exp2 log log1p log2 log10 sin cos tan asin acos atan sinh cosh tanh cbrt | floats: the real value, correctly rounded; IEEE 754 at the edges |
 * | pow atan2 hypot | of two floats, likewise: pow(base, exponent), atan2(y, x) |
 * | and or xor not | integers: bit by bit; bool: logical, both sides evaluated |
 * | shiftLeft shiftRight rotateLeft | distance modulo the width; shiftRight fills with the sign for i32 and i64, else with zeros |
 * | countLeadingZeros countTrailingZeros countOnes | of the bits, in the operand's type; of 0 the first two are the width |
 * | less lessOrEqual equal | bool; floats: IEEE 754, so a NaN is neither less than nor equal to anything, and −0 equals +0 |
 * | select | one of two values, both evaluated |
 * | convert | integers keep their low bits; to floats rounds once, ties to even; from floats truncates and saturates, NaN gives 0; bool is 0 or 1 |
 * | bitcast | the same bits in a type of the same width; a NaN has its canonical bits |
 */
export type Term =
  | { readonly kind: "left" | "right"; readonly type: ScalarType; readonly column: number }
  | { readonly kind: "constant"; readonly type: ScalarType; readonly value: Scalar } // bool as 0 or 1
  | {
      readonly kind: "unary";
      readonly operation: UnaryOperation;
      readonly type: ScalarType;
      readonly operand: Term;
    }
  | {
      readonly kind: "binary";
      readonly operation: BinaryOperation;
      readonly type: ScalarType;
      readonly first: Term;
      readonly second: Term;
    }
  | {
      readonly kind: "select";
      readonly type: ScalarType;
      readonly condition: Term;
      readonly first: Term; // the value where the condition holds
      readonly second: Term;
    }
  | { readonly kind: "convert" | "bitcast"; readonly type: ScalarType; readonly operand: Term };

export type UnaryOperation =
  | "negate"
  | "abs"
  | "sqrt"
  | "floor"
  | "ceil"
  | "truncate"
  | "roundEven"
  | "not"
  | "countLeadingZeros"
  | "countTrailingZeros"
  | "countOnes"
  | UnaryFunction;

export type BinaryOperation =
  | "add"
  | "subtract"
  | "multiply"
  | "divide"
  | "remainder"
  | "min"
  | "max"
  | "and"
  | "or"
  | "xor"
  | "shiftLeft"
  | "shiftRight"
  | "rotateLeft"
  | BinaryFunction
  | Comparison;

/** The operations whose value is a bool, whatever their operands are. */
export type Comparison = "less" | "lessOrEqual" | "equal";

const FLOATS: readonly ScalarType[] = ["f64", "f32"];
const INTEGERS: readonly ScalarType[] = ["i64", "u64", "i32", "u32"];
const NUMBERS: readonly ScalarType[] = [...FLOATS, ...INTEGERS];
const BITS: readonly ScalarType[] = [...INTEGERS, "bool"];
const ALL: readonly ScalarType[] = [...NUMBERS, "bool"];

/** The operand types that each unary operation is defined on. */
export const UNARY_OPERATIONS: Readonly<Record<UnaryOperation, readonly ScalarType[]>> = {
  negate: NUMBERS,
  abs: ["f64", "f32", "i64", "i32"],
  sqrt: FLOATS,
  floor: FLOATS,
  ceil: FLOATS,
  truncate: FLOATS,
  roundEven: FLOATS,
  exp: FLOATS,
  expm1: FLOATS,
  exp2: FLOATS,
  log: FLOATS,
  log1p: FLOATS,
  log2: FLOATS,
  log10: FLOATS,
  sin: FLOATS,
  cos: FLOATS,
  tan: FLOATS,
  asin: FLOATS,
  acos: FLOATS,
  atan: FLOATS,
  sinh: FLOATS,
  cosh: FLOATS,
  tanh: FLOATS,
  cbrt: FLOATS,
  not: BITS,
  countLeadingZeros: INTEGERS,
  countTrailingZeros: INTEGERS,
  countOnes: INTEGERS,
};

/** The operand types that each binary operation is defined on; both operands have the same. */
export const BINARY_OPERATIONS: Readonly<Record<BinaryOperation, readonly ScalarType[]>> = {
  add: NUMBERS,
  subtract: NUMBERS,
  multiply: NUMBERS,
  divide: NUMBERS,
  remainder: INTEGERS,
  min: NUMBERS,
  max: NUMBERS,
  pow: FLOATS,
  atan2: FLOATS,
  hypot: FLOATS,
  and: BITS,
  or: BITS,
  xor: BITS,
  shiftLeft: INTEGERS,
  shiftRight: INTEGERS,
  rotateLeft: INTEGERS,
  less: NUMBERS,
  lessOrEqual: NUMBERS,
  equal: ALL,
};

/** The types of the same width, between which a bitcast is defined. */
export const BITCASTS: Readonly<Record<ScalarType, readonly ScalarType[]>> = {
  f64: ["i64", "u64"],
  f32: ["i32", "u32"],
  i64: ["f64", "u64"],
  u64: ["f64", "i64"],
  i32: ["f32", "u32"],
  u32: ["f32", "i32"],
  bool: [],
};

/** Whether a binary operation gives a bool. */
export function isComparison(operation: BinaryOperation): operation is Comparison {
  return operation === "less" || operation === "lessOrEqual" || operation === "equal";
}

/** The left operand of an operator, or one column of it. */
export function left(type: ScalarType, column = 0): Term {
  return { kind: "left", type, column };
}

/** The right operand of an operator, or one column of it. */
export function right(type: ScalarType, column = 0): Term {
  return { kind: "right", type, column };
}

/** A value written into the term; a bool as 0 or 1. */
export function constant(type: ScalarType, value: Scalar): Term {
  return { kind: "constant", type, value };
}

/** An operation on one term. @throws InvalidArgumentError where the operation is not defined on the operand's type */
export function unary(operation: UnaryOperation, operand: Term): Term {
  checkOperand(operation, "operand", UNARY_OPERATIONS[operation], operand.type);
  return { kind: "unary", operation, type: operand.type, operand };
}

/** An operation on two terms of one type. @throws InvalidArgumentError where the types differ or the operation is not defined on them */
export function binary(operation: BinaryOperation, first: Term, second: Term): Term {
  checkOperand(operation, "first", BINARY_OPERATIONS[operation], first.type);
  checkOperand(operation, "second", [first.type], second.type);
  return { kind: "binary", operation, type: isComparison(operation) ? "bool" : first.type, first, second };
}

/** `condition ? first : second`. @throws InvalidArgumentError where the condition is not a bool or the types of the values differ */
export function select(condition: Term, first: Term, second: Term): Term {
  checkOperand("select", "condition", ["bool"], condition.type);
  checkOperand("select", "second", [first.type], second.type);
  return { kind: "select", type: first.type, condition, first, second };
}

/** The value as one of another type; nothing where it has that type already. @throws InvalidArgumentError to bool, which `equal` makes */
export function convert(type: ScalarType, operand: Term): Term {
  if (operand.type === type) return operand;
  if (type === "bool") throw new InvalidArgumentError("convert", "to a number type", "bool");
  return { kind: "convert", type, operand };
}

/** The bits as a value of another type. @throws InvalidArgumentError where the widths differ */
export function bitcast(type: ScalarType, operand: Term): Term {
  if (operand.type === type) return operand;
  checkOperand(`bitcast to ${type}`, "operand", BITCASTS[type], operand.type);
  return { kind: "bitcast", type, operand };
}

/** The operands of a term, in order; none for leaves. */
export function operandsOf(term: Term): readonly Term[] {
  switch (term.kind) {
    case "left":
    case "right":
    case "constant":
      return [];
    case "unary":
    case "convert":
    case "bitcast":
      return [term.operand];
    case "binary":
      return [term.first, term.second];
    case "select":
      return [term.condition, term.first, term.second];
    default:
      return term satisfies never;
  }
}

/** The same operation on other operands, of the same types; a leaf is itself. */
export function withOperands(term: Term, operands: readonly Term[]): Term {
  switch (term.kind) {
    case "left":
    case "right":
    case "constant":
      return term;
    case "unary":
    case "convert":
    case "bitcast":
      return { ...term, operand: operands[0] };
    case "binary":
      return { ...term, first: operands[0], second: operands[1] };
    case "select":
      return { ...term, condition: operands[0], first: operands[1], second: operands[2] };
    default:
      return term satisfies never;
  }
}

/** Terms with each leaf replaced; what was shared stays shared, within and between them. */
export function replaceLeaves(terms: readonly Term[], replacement: (leaf: Term) => Term): readonly Term[] {
  const known = new Map<Term, Term>();
  const replaced = (term: Term): Term => {
    const found = known.get(term);
    if (found !== undefined) return found;
    const operands = operandsOf(term);
    const fresh = operands.length === 0 ? replacement(term) : withOperands(term, operands.map(replaced));
    known.set(term, fresh);
    return fresh;
  };
  return terms.map(replaced);
}

/** The same terms with their operands exchanged: `dual(f)(left, right) = f(right, left)`. */
export function swapSides(terms: readonly Term[]): readonly Term[] {
  return replaceLeaves(terms, (leaf) => {
    if (leaf.kind === "left") return right(leaf.type, leaf.column);
    return leaf.kind === "right" ? left(leaf.type, leaf.column) : leaf;
  });
}

function checkOperand(
  operation: string,
  operand: string,
  types: readonly ScalarType[],
  actual: ScalarType,
): void {
  if (!types.includes(actual))
    throw new InvalidArgumentError(`${operation}.${operand}`, types.join(" or "), actual);
}
