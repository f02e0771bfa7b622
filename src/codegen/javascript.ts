// Terms as JavaScript text, for loops that are generated.

import type { Term } from "../operators/term.ts";
import { termList } from "../operators/term-list.ts";
import { isNarrow, numberSource, operationSource } from "./javascript-operations.ts";

/** Operations of an expression that is pasted many times into one loop; beyond, the loop would outgrow what engines optimise. */
const MOST_PASTED = 12;

/**
 * A term over single elements as one JavaScript expression over two operand names.
 *
 * Undefined where no fast expression is at hand: 64-bit integers, subterms that it would have to write twice, operations that take more
 * than an expression (roundEven, bit counts, bits of floats), and terms of many operations.
 */
export function javascriptSource(term: Term, left: string, right: string): string | undefined {
  const { nodes, roots } = termList([term]);
  const texts: string[] = [];
  let operationCount = 0;
  for (const node of nodes) {
    if (!isNarrow(node.term.type)) return undefined;
    const leaf = leafSource(node.term, left, right);
    if (leaf === undefined) {
      operationCount++;
      const source = operationSource(
        node.term,
        node.operands.map((place) => texts[place]),
      );
      const isOverLeaves = node.operands.every((place) => nodes[place].operands.length === 0);
      if (source === undefined || node.uses > 1 || (source.repeats && !isOverLeaves)) return undefined;
      texts.push(source.text);
    } else texts.push(leaf);
  }
  return operationCount > MOST_PASTED ? undefined : texts[roots[0]];
}

function leafSource(term: Term, left: string, right: string): string | undefined {
  if (term.kind === "left") return left;
  if (term.kind === "right") return right;
  return term.kind === "constant" ? numberSource(term.value) : undefined;
}
