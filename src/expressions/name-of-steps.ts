import type { Network } from "../networks/network.ts";
import { hashBytes } from "../values/hash.ts";

/** What the name of a network without a name begins with. */
export const STEPS = "steps-";

/** `steps-` and the FNV-1a 64 of the network as one line of JSON, pairs of a step by their destinations, for they have no order of their own. */
export function nameOfSteps({ width, steps }: Network): string {
  const ordered = steps.map((step) => [...step].sort(([, one], [, other]) => one - other));
  return STEPS + hashBytes(new TextEncoder().encode(JSON.stringify({ width, steps: ordered })));
}
