import { InvalidArgumentError } from "../../values/errors.ts";
import { checkWidth, type Network } from "../network.ts";
import { checkParameter } from "./check-parameter.ts";
import { harrisSteps } from "./harris-steps.ts";
import { levelCountOf, networkOf } from "./owned-step.ts";

/**
 * The network at (l, f, t) of Harris' taxonomy: l levels beyond ⌈log2 N⌉, fan-out 2^f + 1, 2^t wire tracks, with l + f + t = ⌈log2 N⌉ − 1.
 *
 * (0, 0, t) is Kogge and Stone's, (0, f, 0) Sklansky's, (l, 0, 0) Brent and Kung's, (l, f, 0) Ladner and Fischer's, (l, 0, t) Han and Carlson's;
 * (0, f, t) is Knowles' without the overlaps, so that it serves every associative operator. At other widths than powers of two, the wires below N.
 *
 * @throws InvalidArgumentError for a bad width, and unless the sum is ⌈log2 N⌉ − 1 (0 at N = 1)
 * @see Harris, A Taxonomy of Parallel Prefix Networks, 2003
 */
export function harris(width: number, levels: number, fanOut: number, tracks: number): Network {
  checkWidth(width);
  checkParameter("levels", levels, 0);
  checkParameter("fanOut", fanOut, 0);
  checkParameter("tracks", tracks, 0);
  const expected = Math.max(0, levelCountOf(width) - 1);
  if (levels + fanOut + tracks !== expected) {
    throw new InvalidArgumentError(
      "levels + fanOut + tracks",
      `⌈log2 ${width}⌉ − 1 = ${expected}`,
      `${levels} + ${fanOut} + ${tracks}`,
    );
  }
  return networkOf(width, harrisSteps(width, levels, fanOut));
}
