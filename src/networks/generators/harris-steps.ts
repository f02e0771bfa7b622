import type { Step } from "../network.ts";
import { levelCountOf, ownedStep, type SourceOf } from "./owned-step.ts";
import { sklanskySource } from "./sklansky.ts";
import { downStep, upStep } from "./sweeps.ts";

/**
 * The steps of the family that Harris orders: an up-sweep of `sparsity` levels, then on the last wire of each block Sklansky's network within groups of
 * 2^`sharing` such wires and Kogge and Stone's across the groups, then the down-sweep. Made one by one, for whoever stops early.
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
