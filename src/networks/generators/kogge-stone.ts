import { checkWidth, type Network } from "../network.ts";
import { levelCountOf, networkOf, ownedStep } from "./owned-step.ts";

/**
 * Every wire takes up the one 2^i before it: least depth with fan-out 2, and the most pairs. Brackets are mirrored pairwise ones.
 *
 * Size N·log2 N − N + 1 at a power of two, depth ⌈log2 N⌉, N/2 wire tracks.
 *
 * @throws InvalidArgumentError for a width that is no integer from 1 to 65,536
 * @see Kogge, Stone, A Parallel Algorithm for the Efficient Solution of a General Class of Recurrence Equations, 1973
 */
export function koggeStone(width: number): Network {
  checkWidth(width);
  const steps = Array.from({ length: levelCountOf(width) }, (_, level) => {
    const distance = 2 ** level;
    return ownedStep(width, (wire) => (wire >= distance ? wire - distance : undefined));
  });
  return networkOf(width, steps);
}
