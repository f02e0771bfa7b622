import { type NamedNetwork, networksAt } from "../generators/networks-at.ts";
import { checkBrackets } from "../validators/check-brackets.ts";
import type { Bracketing } from "./bracketing.ts";

/** The generated networks of a width that have the very brackets of an expression, fewest pairs first. @throws InvalidArgumentError for a bad width */
export function findNetworks(bracketing: Bracketing, width: number): readonly NamedNetwork[] {
  const sizeOf = ({ network }: NamedNetwork): number =>
    network.steps.reduce((sum, step) => sum + step.length, 0);
  return networksAt(width)
    .filter(({ network }) => checkBrackets(network, bracketing).holds)
    .sort((one, other) => sizeOf(one) - sizeOf(other));
}
