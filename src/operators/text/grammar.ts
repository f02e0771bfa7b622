// The words and symbols of the operator language, for its parser and its printer; the grammar itself stands in parse-file.ts.

import { BINARY_FUNCTIONS, UNARY_FUNCTIONS } from "../../elementary/names.ts";
import { Cursor } from "../../text/cursor.ts";
import type { ForeignToken, TokenRule } from "../../text/tokens.ts";
import { OperatorSyntaxError } from "../../values/errors.ts";
import type { BinaryOperation, UnaryOperation } from "../term.ts";
import type { OperatorText } from "./operator-text.ts";

/** How deep a text may nest: every operator that defineOperator allows (256 deep) prints with at most two levels of text for each of its own. */
const DEEPEST_TEXT = 600;

/** The words that no parameter and no `let` may be called by. Fields may have any name. */
const RESERVED_WORDS: readonly string[] = [
  ..."operator let in if then else true false inf nan identity start where".split(" "),
  ..."f64 f32 i64 u64 i32 u32 bool".split(" "),
];

/** Functions that have the same name in texts. */
function functionsByName<Name extends string>(names: readonly Name[]): Readonly<Record<string, Name>> {
  return Object.fromEntries(names.map((name) => [name, name]));
}

/** The operations of one operand that are written as calls. */
export const UNARY_CALLS: Readonly<Record<string, UnaryOperation>> = {
  abs: "abs",
  sqrt: "sqrt",
  floor: "floor",
  ceil: "ceil",
  truncate: "truncate",
  round_even: "roundEven",
  ...functionsByName(UNARY_FUNCTIONS),
  count_leading_zeros: "countLeadingZeros",
  count_trailing_zeros: "countTrailingZeros",
  count_ones: "countOnes",
};

/** The operations of two operands that are written as calls. */
export const BINARY_CALLS: Readonly<Record<string, BinaryOperation>> = {
  min: "min",
  max: "max",
  ...functionsByName(BINARY_FUNCTIONS),
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

type TokenKind = "name" | "number" | "symbol" | "hole";

const RULES: readonly TokenRule<TokenKind>[] = [
  {
    kind: "name",
    pattern: /[A-Za-z_][A-Za-z0-9_-]*/y, // kebab-case, as the name of an operator is
    where: (before) => before.length === 1 && before[0].text === "operator",
  },
  { kind: "name", pattern: /[A-Za-z_][A-Za-z0-9_]*/y },
  {
    kind: "number", // and its type, if it has one
    pattern: /(0x[0-9A-Fa-f]+|[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)([A-Za-z_][A-Za-z0-9_]*)?/y,
  },
  { kind: "symbol", pattern: /=>|==|!=|<=|>=|<<|>>|&&|\|\||[-+*/%<>=!~&|^(){}:,.]/y },
];

const FOREIGN: readonly ForeignToken[] = [
  { pattern: /===/y, expected: () => '"=="' },
  { pattern: /!==/y, expected: () => '"!="' },
  { pattern: /\*\*/y, expected: () => '"pow(a, b)", or a product' },
  { pattern: /\?/y, expected: () => '"if … then … else …"' },
  { pattern: /Math\.([A-Za-z0-9]+)(?=\s*\()/y, expected: ([, name]) => `"${name}" without "Math."` },
];

/** Where the parser of the operator language stands. */
export type OperatorCursor = Cursor<TokenKind, OperatorText>;

/** A cursor at the beginning of a text. A hole is a token where the text has one: `${1}` that is only written is not one. */
export function cursorOf(source: OperatorText): OperatorCursor {
  const hole: TokenRule<TokenKind> = {
    kind: "hole",
    pattern: /\$\{[0-9]+\}/y,
    where: (_, at) => source.holes.has(at),
  };
  return new Cursor(source, {
    blank: /(?:\s|#[^\n]*|\/\/[^\n]*)+/y,
    rules: [hole, ...RULES],
    foreign: FOREIGN,
    reserved: RESERVED_WORDS,
    deepest: DEEPEST_TEXT,
    nested: "a text nested",
    error: OperatorSyntaxError,
  });
}
