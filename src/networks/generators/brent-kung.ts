import { checkWidth, type Network } from "../network.ts";
import { levelCountOf, networkOf } from "./owned-step.ts";
import { downStep, upStep } from "./sweeps.ts";

/**
 * A tree up and a tree down: few pairs, twice the depth. Brackets are dyadic-left: complete blocks, largest first, folded from the left.
 *
 * Size 2N − 2 − log2 N at a power of two, 2·log2 N − 1 steps of depth 2·log2 N − 2, fan-out 2, one wire track.
 *
 * @throws InvalidArgumentError for a width that is no integer from 1 to 65,536
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
