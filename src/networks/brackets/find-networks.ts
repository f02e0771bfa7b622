import { type NamedNetwork, networksAt } from "../generators/networks-at.ts";
import type { Network } from "../network.ts";
import { checkBrackets } from "../validators/check-brackets.ts";
import { type Bracketing, copyBracketing } from "./bracketing.ts";

/** Wires on which nearly every network without the brackets already lacks one. */
const LOOKED_AT_FIRST = 64;

/** The generated networks of a width that have the very brackets of an expression, fewest pairs first. @throws InvalidArgumentError for a bad width, from 1 to 4,096 */
export function findNetworks(bracketing: Bracketing, width: number): readonly NamedNetwork[] {
  const expected = copyBracketing(bracketing);
  const sizeOf = ({ network }: NamedNetwork): number =>
    network.steps.reduce((sum, step) => sum + step.length, 0);
  return networksAt(width)
    .filter(({ network }) => checkBrackets(beginningOf(network), expected).holds)
    .filter(({ network }) => checkBrackets(network, expected).holds)
    .sort((one, other) => sizeOf(one) - sizeOf(other));
}

/** The network of the first wires: pairs of generated networks lead up, so that nothing beyond is in what leaves on them. */
function beginningOf({ width, steps }: Network): Network {
  const shown = Math.min(width, LOOKED_AT_FIRST);
  return { width: shown, steps: steps.map((step) => step.filter(([, destination]) => destination < shown)) };
}
