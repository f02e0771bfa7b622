// Matching of brackets as a scan: what stays unmatched of two texts in a row.

import type { RecordOperator } from "../operator.ts";
import { binary, left, right } from "../term.ts";
import { defineRecord } from "./part.ts";

/** What is unmatched in a text: so many closing brackets, then so many opening ones. */
type BracketsType = { readonly closing: "u32"; readonly opening: "u32" };

/**
 * What two texts leave unmatched, one after the other: with `m = min(o₁, c₂)` matched between them,
 * `(c₁, o₁) ∘ (c₂, o₂) = (c₁ + (c₂ − m), (o₁ − m) + o₂)` over `{ closing, opening }`: the bicyclic monoid.
 *
 * An opening bracket is `{ closing: 0, opening: 1 }`; a text is balanced where the reduce is zeros. Associative while no count exceeds
 * 2^32 − 1; the identity is zeros.
 */
export function brackets(): RecordOperator<BracketsType> {
  const [leftClosing, leftOpening] = [left("u32", 0), left("u32", 1)];
  const [rightClosing, rightOpening] = [right("u32", 0), right("u32", 1)];
  const matched = binary("min", leftOpening, rightClosing);
  return defineRecord(
    { closing: "u32", opening: "u32" },
    [
      binary("add", leftClosing, binary("subtract", rightClosing, matched)),
      binary("add", binary("subtract", leftOpening, matched), rightOpening),
    ],
    {
      name: "brackets",
      claims: { identity: [0, 0] },
      derivation: { combinator: "brackets", parts: [] },
    },
  );
}
