import { copyNetwork, type Network } from "../network.ts";

/**
 * A network as nested pairs, a step on each line: `{{(0, 1), (2, 3)},\n{(1, 3)}}`. The inverse of `parseNetwork`.
 *
 * The width is written above, `N = 9`, only where it is not one more than the highest wire of a pair.
 */
export function printNetwork(given: Network): string {
  const network = copyNetwork(given);
  const steps = network.steps.map(
    (step) => `{${step.map(([source, destination]) => `(${source}, ${destination})`).join(", ")}}`,
  );
  const width = network.width === impliedWidth(network.steps) ? "" : `N = ${network.width}\n`;
  return `${width}{${steps.join(",\n")}}\n`;
}

/** One more than the highest wire that a pair names. */
export function impliedWidth(steps: Network["steps"]): number {
  let highest = 0;
  for (const step of steps) {
    for (const [source, destination] of step) highest = Math.max(highest, source, destination);
  }
  return highest + 1;
}
