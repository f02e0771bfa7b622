import { checkWidth, type Network } from "../network.ts";
import { levelCountOf, networkOf, ownedStep } from "./owned-step.ts";

/**
 * The upper half of every block of 2^(i + 1) takes up the last wire of the lower half: every prefix is bracketed iterated pairwise.
 *
 * Size (N/2)·log2 N at a power of two, which no network with these brackets can undercut; depth ⌈log2 N⌉, fan-out N/2 + 1, one track.
 *
 * @throws InvalidArgumentError for a width that is not an integer from 1 to 65,536
 * @see Sklansky, Conditional-Sum Addition Logic, 1960
 */
export function sklansky(width: number): Network {
  checkWidth(width);
  const steps = Array.from({ length: levelCountOf(width) }, (_, level) =>
    ownedStep(width, (wire) => sklanskySource(wire, level)),
  );
  return networkOf(width, steps);
}

/** The last wire of the lower half, for a wire in the upper half of its block of 2^(level + 1). */
export function sklanskySource(wire: number, level: number): number | undefined {
  const half = 2 ** level;
  const before = wire % half;
  return Math.floor(wire / half) % 2 === 1 ? wire - before - 1 : undefined;
}
