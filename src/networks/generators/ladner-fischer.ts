import { checkWidth, type Network } from "../network.ts";
import { checkParameter } from "./check-parameter.ts";
import { harrisSteps } from "./harris-steps.ts";
import { levelCountOf, networkOf } from "./owned-step.ts";

/**
 * Sklansky's network over blocks of 2^l wires, between l levels up and l down: (l, ⌈log2 N⌉ − 1 − l, 0) of Harris' taxonomy. From
 * Sklansky (l = 0) to Brent and Kung (l = ⌈log2 N⌉ − 1; a larger l changes nothing). With l = 1 its brackets are `blockDyadic(2)`.
 *
 * @throws InvalidArgumentError for a bad width or l
 * @see Ladner, Fischer, Parallel Prefix Computation, 1980
 */
export function ladnerFischer(width: number, levels = 1): Network {
  checkWidth(width);
  checkParameter("levels", levels, 0);
  const levelCount = levelCountOf(width);
  return networkOf(width, harrisSteps(width, Math.min(levels, Math.max(0, levelCount - 1)), levelCount));
}
