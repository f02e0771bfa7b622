import type { BinaryOperation, UnaryOperation } from "../term.ts";

/** The words that no parameter and no `let` may be called by. Fields may have any name. */
export const RESERVED_WORDS: readonly string[] = [
  ..."operator let in if then else true false inf nan identity start where".split(" "),
  ..."f64 f32 i64 u64 i32 u32 bool".split(" "),
];

/** The operations of one operand that are written as calls. */
export const UNARY_CALLS: Readonly<Record<string, UnaryOperation>> = {
  abs: "abs",
  sqrt: "sqrt",
  floor: "floor",
  ceil: "ceil",
  truncate: "truncate",
  round_even: "roundEven",
  count_leading_zeros: "countLeadingZeros",
  count_trailing_zeros: "countTrailingZeros",
  count_ones: "countOnes",
};

/** The operations of two operands that are written as calls. */
export const BINARY_CALLS: Readonly<Record<string, BinaryOperation>> = {
  min: "min",
  max: "max",
  rotate_left: "rotateLeft",
};

/** What an infix symbol means: the operation, which operands it is spelled for, and whether they are swapped or the result negated. */
export interface Infix {
  readonly operation: BinaryOperation;
  readonly level: number; // how tightly it binds
  readonly on?: "bool" | "integers"; // && || are of bools, & | of integers; ^ of both
  readonly isSwapped?: true; // left > right is right < left
  readonly isNegated?: true; // left != right is !(left == right)
}

/** Comparisons bind at this level, and do not chain. */
export const COMPARISON_LEVEL = 3;

/** A prefix operator binds tighter than every infix one. */
export const PREFIX_LEVEL = 10;

/** What never needs parentheses. */
export const ATOM_LEVEL = 11;

export const INFIXES: Readonly<Record<string, Infix>> = {
  "||": { operation: "or", level: 1, on: "bool" },
  "&&": { operation: "and", level: 2, on: "bool" },
  "<": { operation: "less", level: COMPARISON_LEVEL },
  "<=": { operation: "lessOrEqual", level: COMPARISON_LEVEL },
  ">": { operation: "less", level: COMPARISON_LEVEL, isSwapped: true },
  ">=": { operation: "lessOrEqual", level: COMPARISON_LEVEL, isSwapped: true },
  "==": { operation: "equal", level: COMPARISON_LEVEL },
  "!=": { operation: "equal", level: COMPARISON_LEVEL, isNegated: true },
  "|": { operation: "or", level: 4, on: "integers" },
  "^": { operation: "xor", level: 5 },
  "&": { operation: "and", level: 6, on: "integers" },
  "<<": { operation: "shiftLeft", level: 7 },
  ">>": { operation: "shiftRight", level: 7 },
  "+": { operation: "add", level: 8 },
  "-": { operation: "subtract", level: 8 },
  "*": { operation: "multiply", level: 9 },
  "/": { operation: "divide", level: 9 },
  "%": { operation: "remainder", level: 9 },
};

/** The call that spells a bitcast to a type: `bitcast_f32(…)`. */
export const BITCAST = "bitcast_";
