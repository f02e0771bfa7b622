import type { Network } from "../network.ts";
import { checkWire } from "../run-network.ts";
import { checkDrawable } from "./check-drawable.ts";

/** Which values an output is made of: `cone[k][wire]` is whether it needs what the wire holds after k steps. Nothing without an output. */
export type Cone = readonly (readonly boolean[])[];

/** The cone of an output; of none, where none is asked for. @throws InvalidArgumentError for a wire that is not there */
export function coneOf(network: Network, output: number | undefined): Cone {
  const { width, steps } = network;
  checkDrawable(width * (steps.length + 1));
  if (output !== undefined) checkWire(output, network, "output");
  let needed = Array.from({ length: width }, (_, wire) => wire === output);
  const cone = [needed];
  for (const step of [...steps].reverse()) {
    const before = [...needed];
    for (const [source, destination] of step) {
      if (needed[destination]) before[source] = true;
    }
    needed = before;
    cone.push(needed);
  }
  return cone.reverse();
}
