import type { ElementType, Scalar } from "../values/element-types.ts";
import type { BinaryOperation, Term } from "./term.ts";

/** The value of a term, read literally: the semantics that every code generator is tested against. */
export function evaluateTerm(term: Term, left: Scalar, right: Scalar): Scalar {
  switch (term.kind) {
    case "left":
      return left;
    case "right":
      return right;
    case "constant":
      return term.value;
    case "binary":
      return applyOperation(
        term.operation,
        term.type,
        evaluateTerm(term.first, left, right),
        evaluateTerm(term.second, left, right),
      );
    default:
      return term satisfies never;
  }
}

function applyOperation(
  operation: BinaryOperation,
  type: ElementType,
  first: Scalar,
  second: Scalar,
): Scalar {
  if (type === "f64" || type === "f32") {
    const exact = onFloats(operation, Number(first), Number(second));
    // Rounding the f64 result of two f32 operands once more is innocuous for + and × (53 ≥ 2·24 + 2).
    return type === "f32" ? Math.fround(exact) : exact;
  }
  return wrap(type, onIntegers(operation, type, BigInt(first), BigInt(second)));
}

function onFloats(operation: BinaryOperation, first: number, second: number): number {
  switch (operation) {
    case "add":
      return first + second;
    case "multiply":
      return first * second;
    case "min":
      return Math.min(first, second);
    case "max":
      return Math.max(first, second);
    default:
      throw new TypeError(`${operation} is not defined on floats`);
  }
}

function onIntegers(operation: BinaryOperation, type: ElementType, first: bigint, second: bigint): bigint {
  const width = type === "i64" || type === "u64" ? 64n : 32n;
  const distance = BigInt.asUintN(64, second) % width;
  const unsigned = BigInt.asUintN(Number(width), first);
  switch (operation) {
    case "add":
      return first + second;
    case "multiply":
      return first * second;
    case "min":
      return first < second ? first : second;
    case "max":
      return first > second ? first : second;
    case "and":
      return first & second;
    case "or":
      return first | second;
    case "xor":
      return first ^ second;
    case "shiftRight":
      return first >> distance;
    case "rotateLeft":
      return (unsigned << distance) | (unsigned >> (width - distance));
    default:
      return operation satisfies never;
  }
}

function wrap(type: ElementType, value: bigint): Scalar {
  switch (type) {
    case "i64":
      return BigInt.asIntN(64, value);
    case "u64":
      return BigInt.asUintN(64, value);
    case "i32":
      return Number(BigInt.asIntN(32, value));
    default:
      return Number(BigInt.asUintN(32, value));
  }
}
