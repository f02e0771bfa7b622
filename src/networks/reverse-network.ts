import { copyNetwork, type Network } from "./network.ts";

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
