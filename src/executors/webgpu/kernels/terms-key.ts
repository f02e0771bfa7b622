// Kernels are found by what they are printed from. Terms are compared node by node: two objects with the same nodes are one kernel.

import type { Term } from "../../../operators/term.ts";
import { nodeText, termList } from "../../../operators/term-list.ts";

const known = new WeakMap<Term, string>();

/** A key of terms: two lists with one key have the same terms to the node, and so one text, whatever objects they share. */
export function termsKey(terms: readonly Term[]): string {
  return terms.map(termKey).join("|");
}

function termKey(term: Term): string {
  const key = known.get(term) ?? keyOf(term);
  known.set(term, key);
  return key;
}

function keyOf(term: Term): string {
  return termList([term])
    .nodes.map(({ term: node, operands }) => nodeText(node, operands))
    .join(";");
}
