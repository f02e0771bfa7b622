import { InvalidArgumentError } from "../values/errors.ts";
import { builderText, type Trace } from "./builder-text.ts";
import { operandsOf, type Term } from "./term.ts";

/** What a node that nothing uses was most likely made for, as the fact of an error. */
const UNUSED =
  "one that nothing uses: to JavaScript's if, ?:, && and || every node is true, so they decide while the operator is built; " +
  "write select(condition, first, second), .and(), .or(), .not(), or do not make it";

/** Notes what a call has made, or a bool that was read: the terms of one node, or of a record of nodes, of which one that is used is enough. */
export function noteMade(trace: Trace | undefined, terms: readonly Term[]): void {
  trace?.made.push(terms);
}

/**
 * Refuses a node that the body has made and the result does not need. A condition that only JavaScript has looked at is one, and
 * there is no other way to see that: a test of an object asks it nothing.
 *
 * @throws InvalidArgumentError naming the node, of several the last one, which no other uses
 */
export function checkAllUsed(trace: Trace, results: readonly Term[]): void {
  const used = reachableFrom(results);
  const last = trace.made.filter((terms) => !terms.some((term) => used.has(term))).at(-1);
  if (last === undefined) return;
  throw new InvalidArgumentError(builderText(last[0], trace), "part of the result", UNUSED);
}

// By identity, and not by structure: what is written twice, once for an `if` and once for the result, is made twice.
function reachableFrom(roots: readonly Term[]): ReadonlySet<Term> {
  const reached = new Set<Term>(roots);
  // A set grows while it is walked: what is added is visited, too.
  for (const term of reached) for (const operand of operandsOf(term)) reached.add(operand);
  return reached;
}
