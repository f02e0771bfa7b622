// Greedy schedules of a graph, which keep Brent's bounds.

import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { type CostDag, checkDag } from "./meter.ts";

/** For each node the length of the longest way that ends with it: its level, from 1. */
export function levelsOf({ waitsFor }: CostDag): Uint32Array {
  const levels = new Uint32Array(waitsFor.length);
  waitsFor.forEach((before, node) => {
    let deepest = 0;
    for (const earlier of before) deepest = Math.max(deepest, levels[earlier]);
    levels[node] = deepest + 1;
  });
  return levels;
}

/** The work and span of a graph, counted: how many nodes, and the longest way through them. */
export function costOfDag(given: CostDag): { readonly work: number; readonly span: number } {
  const dag = checkDag(given);
  return {
    work: dag.waitsFor.length,
    span: levelsOf(dag).reduce((deepest, level) => Math.max(deepest, level), 0),
  };
}

/** A longest way, from its first node to its last. */
export function criticalPath(given: CostDag): readonly number[] {
  const dag = checkDag(given);
  const levels = levelsOf(dag);
  const path: number[] = [];
  let node: number | undefined = levels.indexOf(
    levels.reduce((deepest, level) => Math.max(deepest, level), 0),
  );
  while (node !== undefined && node >= 0) {
    path.push(node);
    const level: number = levels[node];
    node = dag.waitsFor[node].find((earlier) => levels[earlier] === level - 1);
  }
  return path.reverse();
}

/**
 * The steps of a greedy schedule on `processors`: in each as many nodes as there are processors, of those that wait for nothing any more.
 *
 * Brent: T1/p ≤ Tp ≤ T∞ + T1/p, where T1 is the work and T∞ the span.
 *
 * @throws InvalidArgumentError unless `processors` is a positive whole number, or ∞
 */
export function greedySteps(given: CostDag, processors: number): number {
  if (!(processors === Number.POSITIVE_INFINITY || (Number.isInteger(processors) && processors >= 1))) {
    throw new InvalidArgumentError(
      "processors",
      "a positive whole number, or Infinity",
      describe(processors),
    );
  }
  const dag = checkDag(given);
  const { waitsFor } = dag;
  const missing = Uint32Array.from(waitsFor, (before) => before.length);
  const followers: number[][] = waitsFor.map(() => []);
  waitsFor.forEach((before, node) => {
    for (const earlier of before) followers[earlier].push(node);
  });
  let ready: number[] = [];
  missing.forEach((count, node) => {
    if (count === 0) ready.push(node);
  });
  let steps = 0;
  while (ready.length > 0) {
    const now = ready.slice(0, processors);
    const next = ready.slice(now.length);
    for (const node of now) {
      for (const follower of followers[node]) {
        missing[follower]--;
        if (missing[follower] === 0) next.push(follower);
      }
    }
    ready = next;
    steps++;
  }
  return steps;
}
