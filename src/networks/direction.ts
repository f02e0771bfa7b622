import { directionIn } from "./direction-in.ts";
import { copyNetwork, type Network } from "./network.ts";

/**
 * Which scan a network can be: "backward" where every pair leads to a lower wire (and there is one), else "forward".
 *
 * A network with pairs of both kinds is neither: what a wire has taken up from above and from below it never loses again. Validators say so.
 *
 * @throws InvalidArgumentError for what is no network
 */
export function directionOf(network: Network): "forward" | "backward" {
  return directionIn(copyNetwork(network));
}
