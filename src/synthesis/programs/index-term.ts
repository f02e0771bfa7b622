/**
 * An integer as a function of loop counters, in exact arithmetic over whole numbers: what stands between the brackets of `a[…]`.
 *
 * The names that programs use: `i`, the counter of a phase; `j`, the number of a thread or of a pair; `N`, the width. Shifts and
 * `modulo` round down; `and` is that of two's complement without an end. No operand of a shift is negative.
 */
export type IndexTerm =
  | { readonly kind: "integer"; readonly value: number }
  | { readonly kind: "variable"; readonly name: string }
  | {
      readonly kind: "binary";
      readonly operation: IndexOperation;
      readonly left: IndexTerm;
      readonly right: IndexTerm;
    }
  | { readonly kind: "ceilLog2"; readonly of: IndexTerm }; // 0 for 1

/** What a name may look like: programs are printed as texts of other languages. */
export const INDEX_NAME = /^[\p{L}_][\p{L}\p{N}_]{0,63}$/u;

export type IndexOperation =
  | "add"
  | "subtract"
  | "multiply"
  | "shiftLeft"
  | "shiftRight"
  | "divide" // rounded down, by a positive number
  | "modulo" // 0 ≤ result < right, by a positive number
  | "and"
  | "minimum"
  | "maximum";

/** What must hold of the counters for a thread to work. `all` of nothing holds. */
export type IndexCondition =
  | {
      readonly kind: "compare";
      readonly comparison: "equal" | "notEqual" | "less" | "lessOrEqual";
      readonly left: IndexTerm;
      readonly right: IndexTerm;
    }
  | { readonly kind: "all"; readonly conditions: readonly IndexCondition[] };
