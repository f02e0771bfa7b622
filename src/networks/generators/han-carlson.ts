import { checkWidth, type Network } from "../network.ts";
import { checkParameter } from "./check-parameter.ts";
import { harrisSteps } from "./harris-steps.ts";
import { levelCountOf, networkOf } from "./owned-step.ts";

/**
 * Kogge and Stone's network over blocks of 2^l wires, between l levels up and l down: (l, 0, ⌈log2 N⌉ − 1 − l) of Harris' taxonomy.
 *
 * A larger l than ⌈log2 N⌉ − 1, which is Brent and Kung's network, changes nothing.
 *
 * @throws InvalidArgumentError for a bad width or l
 * @see Han, Carlson, Fast Area-Efficient VLSI Adders, 1987
 */
export function hanCarlson(width: number, levels = 1): Network {
  checkWidth(width);
  checkParameter("levels", levels, 0);
  return networkOf(width, harrisSteps(width, Math.min(levels, Math.max(0, levelCountOf(width) - 1)), 0));
}
