// Networks of a tree up and a tree down: few pairs, twice the depth.
import { checkWidth, type Network } from "../network.ts";
import { downStep, levelCountOf, networkOf, ownedStep, upStep } from "./owned-step.ts";

/**
 * Blelloch's exclusive scan: wire 0 carries the start, wire i the element i − 1 (`applyNetworkExclusively`).
 *
 * The published down-sweep swaps: a node hands its prefix to its left child and, combined with what stood there, to its right one. With
 * every prefix on the wire where it is wanted the hand-over to the left needs no pair, and of the up-sweep's root, which is cleared, nothing
 * remains. Size 2N − 2 − log2 N at a power of two, fan-out 2, one wire track.
 *
 * @throws InvalidArgumentError for a width that is not an integer from 1 to 65,536
 * @see Blelloch, Prefix Sums and Their Applications, 1990
 */
export function upDownSweep(width: number): Network {
  checkWidth(width);
  const levels = Array.from({ length: levelCountOf(width) }, (_, level) => level);
  const up = levels.map((level) => {
    const half = 2 ** level;
    return ownedStep(width, (wire) => (wire > 0 && wire % (2 * half) === 0 ? wire - half : undefined));
  });
  const down = levels.map((level) => {
    const half = 2 ** level;
    return ownedStep(width, (wire) => (wire % (2 * half) === half ? wire - half : undefined));
  });
  return networkOf(width, [...up, ...down.reverse()]);
}

/**
 * A tree up and a tree down: few pairs, twice the depth. Brackets are dyadic-left: complete blocks, largest first, folded from the left.
 *
 * Size 2N − 2 − log2 N at a power of two, 2·log2 N − 1 steps of depth 2·log2 N − 2, fan-out 2, one wire track.
 *
 * @throws InvalidArgumentError for a width that is not an integer from 1 to 65,536
 * @see Brent, Kung, A Regular Layout for Parallel Adders, 1982
 */
export function brentKung(width: number): Network {
  checkWidth(width);
  const levelCount = levelCountOf(width);
  const levels = Array.from({ length: levelCount }, (_, level) => level);
  const down = levels.slice(0, -1).reverse();
  return networkOf(width, [
    ...levels.map((level) => upStep(width, level)),
    ...down.map((level) => downStep(width, level)),
  ]);
}
