// Harris' taxonomy: one family with three parameters, of which several published networks are corners.
import { InvalidArgumentError } from "../../values/errors.ts";
import { checkWidth, type Network, type Step } from "../network.ts";
import {
  checkParameter,
  downStep,
  levelCountOf,
  networkOf,
  ownedStep,
  type SourceOf,
  upStep,
} from "./owned-step.ts";
import { sklanskySource } from "./sklansky.ts";

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

/**
 * The steps of the family that Harris orders: an up-sweep of `sparsity` levels, then on the last wire of each block Sklansky's network within groups of
 * 2^`sharing` such wires and Kogge and Stone's across the groups, then the down-sweep. Made one by one, for callers that stop early.
 */
export function* harrisSteps(width: number, sparsity: number, sharing: number): Generator<Step> {
  const blockLength = 2 ** sparsity;
  const innerLevelCount = levelCountOf(Math.max(1, Math.floor(width / blockLength)));
  for (let level = 0; level < sparsity; level++) yield upStep(width, level);
  for (let level = 0; level < innerLevelCount; level++) {
    yield ownedStep(width, onLastOfBlocks(blockLength, innerSource(level, sharing)));
  }
  for (let level = sparsity - 1; level >= 0; level--) yield downStep(width, level);
}

function innerSource(level: number, sharing: number): SourceOf {
  if (level < sharing) return (wire) => sklanskySource(wire, level);
  const groupLength = 2 ** sharing;
  const distance = 2 ** (level - sharing);
  return (wire) => {
    const group = Math.floor(wire / groupLength);
    return group >= distance ? (group - distance + 1) * groupLength - 1 : undefined; // the last of that group
  };
}

/** The same among the last wires of blocks, counted from 0. */
function onLastOfBlocks(blockLength: number, sourceOf: SourceOf): SourceOf {
  return (wire) => {
    if ((wire + 1) % blockLength !== 0) return undefined;
    const source = sourceOf((wire + 1) / blockLength - 1);
    return source === undefined ? undefined : (source + 1) * blockLength - 1;
  };
}

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
