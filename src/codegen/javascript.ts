// Terms as JavaScript text, for loops that are generated.

import type { OperatorBody } from "../operators/operator.ts";
import type { Term } from "../operators/term.ts";
import { termList } from "../operators/term-list.ts";
import { SCALAR_TYPE_FACTS } from "../values/element-types.ts";
import { declareHelpers, type HelperName } from "./javascript-helpers.ts";
import { numberSource, operationSource } from "./javascript-operations.ts";

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
    if (SCALAR_TYPE_FACTS[node.term.type].isBigInt) return undefined;
    const leaf = leafSource(node.term, left, right);
    if (leaf === undefined) {
      operationCount++;
      const { text, helper, repeats } = operationSource(
        node.term,
        node.operands.map((place) => texts[place]),
      );
      const isOverLeaves = node.operands.every((place) => nodes[place].operands.length === 0);
      if (helper !== undefined || node.uses > 1 || (repeats && !isOverLeaves)) return undefined;
      texts.push(text);
    } else texts.push(leaf);
  }
  return operationCount > MOST_PASTED ? undefined : texts[roots[0]];
}

/**
 * Any body as the source of a function `(left, right) => [...]` over lists of scalars by column, bools as 0 and 1.
 *
 * An expression that needs nothing around it. Every operation and type is covered; each distinct subterm is computed once.
 */
export function javascriptFunctionSource({ terms }: OperatorBody): string {
  const { nodes, roots } = termList(terms);
  const texts: string[] = [];
  const helpers = new Set<HelperName>();
  let statements = "";
  nodes.forEach(({ term, operands }, place) => {
    if (term.kind === "constant") {
      texts.push(numberSource(term.value));
      return;
    }
    let value: string;
    if (term.kind === "left" || term.kind === "right") value = `${term.kind}[${term.column}]`;
    else {
      const source = operationSource(
        term,
        operands.map((operand) => texts[operand]),
      );
      if (source.helper !== undefined) helpers.add(source.helper);
      value = source.text;
    }
    statements += `const t${place}=${value};`;
    texts.push(`t${place}`);
  });
  const combine = `(left,right)=>{${statements}return[${roots.map((root) => texts[root]).join(",")}];}`;
  return helpers.size === 0 ? combine : `(()=>{${declareHelpers(helpers)}return${combine};})()`;
}

function leafSource(term: Term, left: string, right: string): string | undefined {
  if (term.kind === "left") return left;
  if (term.kind === "right") return right;
  return term.kind === "constant" ? numberSource(term.value) : undefined;
}
