import type { DrawnNetwork } from "../../compute/network-task.ts";

/** What an output is made of: `cone[k]` holds the wires whose value after k steps it needs. */
export function coneOf({ steps, width }: DrawnNetwork, output: number): readonly ReadonlySet<number>[] {
  let needed = new Set(output < width ? [output] : []);
  const cone = [needed];
  for (const step of [...steps].reverse()) {
    const before = new Set(needed);
    for (const [source, destination] of step) if (needed.has(destination)) before.add(source);
    needed = before;
    cone.push(needed);
  }
  return cone.reverse();
}
