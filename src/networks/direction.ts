// Which way a network's pairs lead: up for prefixes, down for suffixes. A backward network is a forward one in a mirror.
import { copyNetwork, type Network } from "./network.ts";

/**
 * Which scan a network can be: "backward" where every pair leads to a lower wire (and there is one), else "forward".
 *
 * A network with pairs of both kinds is neither: what a wire has taken up from above and from below it never loses again. Validators say so.
 *
 * @throws InvalidArgumentError for what is not a network
 */
export function directionOf(network: Network): "forward" | "backward" {
  return directionIn(copyNetwork(network));
}

/** `directionOf` of a network that was looked at. */
export function directionIn({ steps }: Network): "forward" | "backward" {
  const isBackward = steps.every((step) => step.every(([source, destination]) => source > destination));
  return isBackward && steps.some((step) => step.length > 0) ? "backward" : "forward";
}

/**
 * The network for the other direction: wire i becomes wire N − 1 − i.
 *
 * A forward scan becomes the backward scan whose trees are anchored at the end, with every pair of operands still left to right.
 */
export function reverseNetwork(given: Network): Network {
  const { width, steps } = copyNetwork(given);
  const last = width - 1;
  return {
    width,
    steps: steps.map((step) => step.map(([source, destination]) => [last - source, last - destination])),
  };
}
