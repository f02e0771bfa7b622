// What one run of a body has made, so that a node which JavaScript alone has looked at can be refused.

import { describe } from "../../values/describe.ts";
import type { Column } from "../../values/value-types.ts";
import { leafNames } from "../print-term.ts";
import { operandsOf, type Term } from "../term.ts";

import { checkAllUsed } from "./guard-node.ts";

/** The operands whose columns a node looks at: one call of one function over them. Nodes of different traces do not mix. */
export interface Trace {
  readonly columns: readonly Column[];
  readonly left: string; // what the function calls them
  readonly right: string;
  readonly made: (readonly Term[])[]; // by the body, beside the operands, in order: the terms of a node or of a record of nodes
}

/** Levels of operations in the text of a node; what lies deeper is `…`. */
const DEEPEST = 3;

/** A term as the builder writes it, short: the path in an error. */
export function builderText(term: Term, trace: Trace | undefined, depth = DEEPEST): string {
  if (depth === 0 && operandsOf(term).length > 0) return "…";
  const text = (operand: Term): string => builderText(operand, trace, depth - 1);
  switch (term.kind) {
    case "left":
    case "right":
      return trace === undefined
        ? term.kind
        : leafNames(trace.columns, trace.left, trace.right)(term.kind, term.column);
    case "constant":
      return describe(term.type === "bool" ? term.value === 1 : term.value);
    case "unary":
      return `${text(term.operand)}.${term.operation}()`;
    case "binary":
      return `${text(term.first)}.${term.operation}(${text(term.second)})`;
    case "select":
      return `select(${text(term.condition)}, ${text(term.first)}, ${text(term.second)})`;
    case "convert":
    case "bitcast":
      return `${text(term.operand)}.${term.kind}(${term.type})`;
    default:
      return term satisfies never;
  }
}

/** Notes what a call has made, or a bool that was read: the terms of one node, or of a record of nodes, of which one that is used is enough. */
export function noteMade(trace: Trace | undefined, terms: readonly Term[]): void {
  trace?.made.push(terms);
}

/** Refuses a node that the body has made and the result does not need. @throws InvalidArgumentError */
export function checkResults(trace: Trace, results: readonly Term[]): void {
  const used = reachableFrom(results);
  checkAllUsed(
    trace.made,
    (terms) => terms.some((term) => used.has(term)),
    ([term]) => builderText(term, trace),
    { whole: "operator", choice: "select(condition, first, second)" },
  );
}

// By identity, and not by structure: what is written twice, once for an `if` and once for the result, is made twice.
function reachableFrom(roots: readonly Term[]): ReadonlySet<Term> {
  const reached = new Set<Term>(roots);
  // A set grows while it is walked: what is added is visited, too.
  for (const term of reached) for (const operand of operandsOf(term)) reached.add(operand);
  return reached;
}
