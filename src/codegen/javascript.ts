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
 * than an expression (elementary functions, roundEven, bit counts, bits of floats), and terms of many operations.
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

/** A term as code that comes before its value, and the value as an expression that may be written more than once. */
interface TermCode {
  readonly before: string;
  readonly value: string;
}

/**
 * A term over leaves of a caller's own as JavaScript: subterms with several uses are `const`s whose names begin with `prefix`. Undefined as
 * `javascriptSource`, but that 64-bit integers may be compared, chosen, and converted to f64.
 */
export function termCode(
  term: Term,
  leafText: (leaf: Extract<Term, { readonly column: number }>) => string,
  prefix: string,
  mostOperations = MOST_PASTED,
): TermCode | undefined {
  const { nodes, roots } = termList([term]);
  const texts: string[] = [];
  let before = "";
  let operationCount = 0;
  const named = (text: string): string => {
    const name = `${prefix}_${texts.length}`;
    before += `const ${name}=${text};`;
    return name;
  };
  for (const { term: node, operands, uses } of nodes) {
    if (node.kind === "left" || node.kind === "right") {
      texts.push(uses > 1 ? named(leafText(node)) : leafText(node));
    } else if (node.kind === "constant") {
      texts.push(numberSource(node.value));
    } else {
      operationCount++;
      const areWhole = operands.every((place) => IS_NAME.test(texts[place]));
      const source = operationSource(
        node,
        operands.map((place) => texts[place]),
      );
      if (source === undefined || (source.repeats && !areWhole)) return undefined;
      texts.push(uses > 1 ? named(source.text) : source.text);
    }
  }
  return operationCount > mostOperations ? undefined : { before, value: texts[roots[0]] };
}

const IS_NAME = /^[\w.]+$/;
