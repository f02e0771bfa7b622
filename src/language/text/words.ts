import type { InfixSymbol } from "../term.ts";

/** The words that nothing may be called by. */
export const RESERVED_WORDS: readonly string[] =
  "def entry let in if then else loop for while do true false".split(" ");

/** How tightly infix symbols bind; those of one level associate to the left, comparisons not at all. */
export const INFIX_LEVELS: Readonly<Record<InfixSymbol, number>> = {
  "||": 1,
  "&&": 2,
  "==": 3,
  "!=": 3,
  "<": 3,
  "<=": 3,
  ">": 3,
  ">=": 3,
  "|": 4,
  "^": 4,
  "&": 4,
  "<<": 5,
  ">>": 5,
  "+": 6,
  "-": 6,
  "*": 7,
  "/": 7,
  "%": 7,
};

export const COMPARISON_LEVEL = 3;
