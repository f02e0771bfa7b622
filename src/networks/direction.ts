import type { Network } from "./network.ts";

/**
 * Which scan a network can be: "backward" where every pair leads to a lower wire (and there is one), else "forward".
 *
 * A network with pairs of both kinds is neither: what a wire has taken up from above and from below it never loses again. Validators say so.
 */
export function directionOf({ steps }: Network): "forward" | "backward" {
  const pairs = steps.flat();
  return pairs.length > 0 && pairs.every(([source, destination]) => source > destination)
    ? "backward"
    : "forward";
}
