import type { Step } from "../network.ts";
import { ownedStep } from "./owned-step.ts";

/** A level of the up-sweep: the last wire of every complete block of 2^(level + 1) takes up the last of its lower half. */
export function upStep(width: number, level: number): Step {
  const half = 2 ** level;
  return ownedStep(width, (wire) => ((wire + 1) % (2 * half) === 0 ? wire - half : undefined));
}

/** A level of the down-sweep: the last wire of every lower half takes up the last of the block before, which is a prefix by then. */
export function downStep(width: number, level: number): Step {
  const half = 2 ** level;
  return ownedStep(width, (wire) => {
    const isLastOfLowerHalf = (wire + 1) % (2 * half) === half;
    return isLastOfLowerHalf && wire >= 2 * half ? wire - half : undefined;
  });
}
