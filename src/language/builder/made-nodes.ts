import { InvalidArgumentError } from "../../values/errors.ts";
import type { Graph } from "./graph.ts";

interface MadeNode {
  readonly graph: Graph;
  readonly text: string; // the call that made it, for errors
}

/** What a node that nothing uses was most likely made for, as the fact of an error. */
const UNUSED =
  "one that nothing uses: to JavaScript's if, ?:, && and || every node is true, so they decide while the program is built; " +
  "write branch(condition, () => first, () => second), .and(), .or(), .not(), or do not make it";

/** Of the definition whose body runs now. A definition within another one has its own. */
let current: MadeNode[] | undefined;

/** Notes what a user's call has made. */
export function noteMade(graph: Graph, text: string): void {
  if (graph.kind === "term") current?.push({ graph, text });
}

/** What a body gives, and the nodes that it has made. */
export function withMade<Result>(body: () => Result): {
  readonly result: Result;
  readonly made: readonly MadeNode[];
} {
  const outer = current;
  const made: MadeNode[] = [];
  current = made;
  try {
    return { result: body(), made };
  } finally {
    current = outer;
  }
}

/**
 * Refuses a node that the definition has made and does not need: a condition that only JavaScript has looked at.
 *
 * @throws InvalidArgumentError naming the last one, which no other uses
 */
export function checkAllUsed(made: readonly MadeNode[], isUsed: (graph: Graph) => boolean): void {
  const last = made.filter(({ graph }) => !isUsed(graph)).at(-1);
  if (last !== undefined) throw new InvalidArgumentError(last.text, "part of the result", UNUSED);
}
