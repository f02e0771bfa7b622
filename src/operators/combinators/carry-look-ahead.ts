// Addition of long integers: whether a digit makes a carry or passes one on is associative.

import { checkName } from "../../values/check-name.ts";
import type { Scalar } from "../../values/element-types.ts";
import type { RecordOperator } from "../operator.ts";
import { binary, left, right } from "../term.ts";
import { defineRecord, type TypeArgument, typeNamed } from "./part.ts";

/** Whether digits make a carry of their own, and whether they pass one on. Neither kills it. */
type CarryType<Type extends "bool" | "u32" | "u64"> = {
  readonly generate: Type;
  readonly propagate: Type;
};

const ALL_ONES: Readonly<Record<string, Scalar>> = { bool: 1, u32: 2 ** 32 - 1, u64: 2n ** 64n - 1n };

/**
 * What two groups of digits do to a carry, the left one the less significant:
 * `(g₁, p₁) ∘ (g₂, p₂) = (g₂ ∨ (p₂ ∧ g₁), p₁ ∧ p₂)` over `{ generate, propagate }`.
 *
 * `generate` of an exclusive scan is the carry into each digit. Over u32 or u64 every bit is an addition of its own. Associative; the
 * identity generates nothing and propagates.
 *
 * @throws InvalidArgumentError for a type that is not "bool", "u32" or "u64"
 * @see Ladner and Fischer 1980; Blelloch 1990
 */
export function carryLookAhead<Type extends "bool" | "u32" | "u64" = "bool">(
  type?: TypeArgument<Type>,
): RecordOperator<CarryType<Type>> {
  const column: "bool" | "u32" | "u64" = type === undefined ? "bool" : typeNamed(type);
  checkName("type", Object.keys(ALL_ONES), column);
  const carried = binary("and", right(column, 1), left(column, 0));
  return defineRecord(
    { generate: column as Type, propagate: column as Type },
    [binary("or", right(column, 0), carried), binary("and", left(column, 1), right(column, 1))],
    {
      name: "carry-look-ahead",
      claims: { identity: [column === "u64" ? 0n : 0, ALL_ONES[column]] },
      derivation: { combinator: "carry-look-ahead", parts: [] },
    },
  );
}
