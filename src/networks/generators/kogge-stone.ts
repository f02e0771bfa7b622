// Networks that double their reach in every step. They differ in how many wires share a source.
import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { checkWidth, type Network } from "../network.ts";
import { levelCountOf, networkOf, ownedStep } from "./owned-step.ts";

/**
 * Every wire takes up the one 2^i before it: least depth with fan-out 2, and the most pairs. Brackets are mirrored pairwise ones.
 *
 * Size N·log2 N − N + 1 at a power of two, depth ⌈log2 N⌉, N/2 wire tracks.
 *
 * @throws InvalidArgumentError for a width that is not an integer from 1 to 65,536
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

/**
 * The data-parallel scan of the Connection Machine: pair for pair the network of Kogge and Stone, found again for programs.
 *
 * @throws InvalidArgumentError for a width that is not an integer from 1 to 65,536
 * @see Hillis, Steele, Data Parallel Algorithms, 1986
 */
export function hillisSteele(width: number): Network {
  return koggeStone(width);
}

/**
 * Knowles' network with these lateral fan-outs, last level first as published: [1,1,1,1] is Kogge and Stone's, [8,4,2,1] shares as much as Sklansky's.
 *
 * Wires in a group of f take up the same one, so that ranges overlap wherever f > 1: a scan for **idempotent** operators alone, such as those of carries; of
 * sums it is not a scan (`harris(N, 0, f, t)` is what serves sums). Of ⌈log2 N⌉ powers of two that do not grow, the i-th from the end at most 2^i.
 *
 * @throws InvalidArgumentError for a bad width, and for fan-outs that are not such a list
 * @see Knowles, A Family of Adders, 1999
 */
export function knowles(width: number, fanOuts: readonly number[]): Network {
  checkWidth(width);
  checkFanOuts(fanOuts, levelCountOf(width));
  const steps = [...fanOuts].reverse().map((fanOut, level) => {
    const distance = 2 ** level;
    return ownedStep(width, (wire) => {
      const lastOfGroup = wire - (wire % fanOut) + fanOut - 1;
      return wire >= distance ? lastOfGroup - distance : undefined;
    });
  });
  return networkOf(width, steps);
}

function checkFanOuts(fanOuts: readonly number[], levelCount: number): void {
  if (!Array.isArray(fanOuts) || fanOuts.length !== levelCount) {
    throw new InvalidArgumentError("fanOuts", `a list of ⌈log2 width⌉ = ${levelCount}`, describe(fanOuts));
  }
  for (const [index, fanOut] of fanOuts.entries()) {
    const most = Math.min(fanOuts[index - 1] ?? Number.POSITIVE_INFINITY, 2 ** (levelCount - 1 - index));
    if (Number.isInteger(fanOut) && Number.isInteger(Math.log2(fanOut)) && fanOut >= 1 && fanOut <= most)
      continue;
    throw new InvalidArgumentError(`fanOuts[${index}]`, `a power of two, at most ${most}`, describe(fanOut));
  }
}
