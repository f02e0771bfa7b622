// Where a shared value is to be computed: in the innermost function or branch that holds all of its uses.

import { InvalidArgumentError } from "../../values/errors.ts";
import type { FieldGraph, Frame, Graph, Scope, TermGraph } from "./graph.ts";
import { shapeText } from "./shape.ts";

export type Shared = TermGraph | FieldGraph;

/** Who uses what in a definition, and where what is shared gets its name. */
export interface Uses {
  /** Values that become a `let`, by the scope in which they were made, in the order in which they were. */
  readonly shared: ReadonlyMap<Scope, readonly Shared[]>;
  readonly isUsed: (graph: Graph) => boolean;
  /** Whether a value is used by itself, and not only its components. */
  readonly isUsedWhole: (graph: Graph) => boolean;
  readonly needs: readonly unknown[];
  readonly names: readonly string[]; // that `called` gives
}

/** Terms that stand deeper within each other are cut by a `let`: what prints and reads them recurses. */
const HIGHEST = 200;

interface Use {
  count: number;
  whole: number;
  isWithinFunction: boolean; // used by a function that was made later
  readonly home: Scope;
}

/**
 * A value is computed where it was made, as a `const` says: it is a `let` of that scope when it is used more than once, or by a function
 * that the scope makes. What is used once stands where it is used.
 *
 * @throws InvalidArgumentError for a value out of a function that has returned
 */
export function usesOf(definition: Frame): Uses {
  const uses = new Map<Graph, Use>();
  const outer = new Map<Scope, Scope>();
  // A stack of its own, because values may be as deep as a loop of JavaScript is long.
  const pending: (() => void)[] = [];
  const visitFrame = (frame: Frame, home: Scope | undefined): void => {
    if (home !== undefined) outer.set(frame.scope, home);
    for (const { scope, result } of frame.bodies) {
      outer.set(scope, frame.scope);
      pending.push(() => visit(result, scope, true));
    }
  };
  const visit = (graph: Graph, at: Scope, isWhole: boolean): void => {
    if (graph.kind === "literal" || graph.kind === "global") return;
    const known = uses.get(graph);
    const home = known?.home ?? homeOf(graph, at, outer);
    if (!isWithin(at, home, outer)) throw escaped(graph);
    const use = known ?? { count: 0, whole: 0, isWithinFunction: false, home };
    uses.set(graph, use);
    use.count++;
    if (isWhole) use.whole++;
    if (functionOf(at, outer) !== functionOf(home, outer)) use.isWithinFunction = true;
    if (known !== undefined) return;
    if (graph.kind === "field") pending.push(() => visit(graph.of, home, false));
    if (graph.kind !== "term") return;
    for (const part of graph.parts) {
      if (part.kind === "frame") visitFrame(part, home);
      else pending.push(() => visit(part, home, true));
    }
  };
  visitFrame(definition, undefined);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) next();
  const terms = [...uses.keys()].filter((graph) => graph.kind === "term");
  terms.sort((left, right) => left.serial - right.serial);
  return {
    shared: sharedOf(uses),
    isUsed: (graph) => uses.has(graph),
    isUsedWhole: (graph) => (uses.get(graph)?.whole ?? 0) > 0,
    needs: [...new Set(terms.flatMap(({ needs }) => (needs === undefined ? [] : [needs])))],
    names: terms.flatMap(({ name }) => (name === undefined ? [] : [name])),
  };
}

function sharedOf(uses: ReadonlyMap<Graph, Use>): ReadonlyMap<Scope, readonly Shared[]> {
  const shared = new Map<Scope, Shared[]>();
  for (const [graph, { count, isWithinFunction, home }] of uses) {
    const isNamed = graph.kind === "term" && (graph.name !== undefined || graph.height % HIGHEST === 0);
    if (count < 2 && !isWithinFunction && !isNamed) continue;
    if (graph.kind !== "term" && graph.kind !== "field") continue;
    shared.set(home, [...(shared.get(home) ?? []), graph]);
  }
  for (const row of shared.values()) {
    // A component is there as soon as its whole is, and named after it.
    row.sort((left, right) => left.serial - right.serial || depthOf(left) - depthOf(right));
  }
  return shared;
}

/** How many components of components a value is. */
function depthOf(graph: Graph): number {
  return graph.kind === "field" ? depthOf(graph.of) + 1 : 0;
}

type Outer = ReadonlyMap<Scope, Scope>;

/** The innermost scope around a use in which the value was made. */
function homeOf(graph: Exclude<Graph, { kind: "literal" | "global" }>, at: Scope, outer: Outer): Scope {
  for (let scope: Scope | undefined = at; scope !== undefined; scope = outer.get(scope)) {
    const isOwner = graph.kind !== "parameter" || graph.owner === scope;
    if (isOwner && scope.start < graph.serial && graph.serial < scope.end) return scope;
  }
  throw escaped(graph);
}

function isWithin(at: Scope, home: Scope, outer: Outer): boolean {
  for (let scope: Scope | undefined = at; scope !== undefined; scope = outer.get(scope)) {
    if (scope === home) return true;
  }
  return false;
}

function functionOf(at: Scope, outer: Outer): Scope {
  let scope = at;
  for (let next = outer.get(scope); !scope.isFunction && next !== undefined; next = outer.get(scope))
    scope = next;
  return scope;
}

function escaped(graph: Graph): InvalidArgumentError {
  const expected = "used in the function, branch or definition whose body made it";
  return new InvalidArgumentError(shapeText(graph.shape), expected, "a use outside");
}
