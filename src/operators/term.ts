import type { ElementType, Scalar } from "../values/element-types.ts";

/**
 * A term of the scalar language: pure, typed, a tree. Every operator is one term over `left` and `right`.
 *
 * Integers wrap modulo 2^bits. `min` and `max` are IEEE 754-2019 minimum and maximum (NaN wins, −0 < +0). Shifts and
 * rotations take their distance modulo the width; `shiftRight` fills with zeros for u32 and u64, with the sign for i32 and i64.
 */
export type Term =
  | { readonly kind: "left"; readonly type: ElementType }
  | { readonly kind: "right"; readonly type: ElementType }
  | { readonly kind: "constant"; readonly type: ElementType; readonly value: Scalar }
  | {
      readonly kind: "binary";
      readonly operation: BinaryOperation;
      readonly type: ElementType;
      readonly first: Term;
      readonly second: Term;
    };

export type BinaryOperation =
  | "add"
  | "multiply"
  | "min"
  | "max"
  | "and"
  | "or"
  | "xor"
  | "shiftRight"
  | "rotateLeft";

/** The left operand of an operator. */
export function left(type: ElementType): Term {
  return { kind: "left", type };
}

/** The right operand of an operator. */
export function right(type: ElementType): Term {
  return { kind: "right", type };
}

/** A value written into the term. */
export function constant(type: ElementType, value: Scalar): Term {
  return { kind: "constant", type, value };
}

/** Two terms of one type joined by an operation of that type. */
export function binary(operation: BinaryOperation, first: Term, second: Term): Term {
  return { kind: "binary", operation, type: first.type, first, second };
}

/** The same term with its operands exchanged: `dual(f)(left, right) = f(right, left)`. */
export function swapSides(term: Term): Term {
  switch (term.kind) {
    case "left":
      return right(term.type);
    case "right":
      return left(term.type);
    case "constant":
      return term;
    case "binary":
      return { ...term, first: swapSides(term.first), second: swapSides(term.second) };
    default:
      return term satisfies never;
  }
}
