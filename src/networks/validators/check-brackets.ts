import { type Bracket, bracketMaker, printBracket } from "../brackets/bracket.ts";
import type { Bracketing } from "../brackets/bracketing.ts";
import { bracketsOf } from "../brackets/brackets-of.ts";
import { prefixBrackets } from "../brackets/prefix-brackets.ts";
import { directionIn, reverseNetwork } from "../direction.ts";
import { copyNetwork, type Network } from "../network.ts";
import { judge, type NetworkVerdict } from "./verdict.ts";

/** Elements of a bracket that a verdict shows before it says "…". */
const SHOWN_ELEMENTS = 16;

/**
 * Whether a network gives the very brackets of a named expression: **the same bits for any operator**, associative or not. The strongest check, in the free magma.
 *
 * A backward network has to give the brackets of the reversed sequence with the sides of every combine swapped, as contracts have it.
 *
 * @throws InvalidArgumentError for a block length out of range
 */
export function checkBrackets(given: Network, bracketing: Bracketing): NetworkVerdict {
  const network = copyNetwork(given);
  const make = bracketMaker();
  const isForward = directionIn(network) === "forward";
  const brackets = bracketsOf(isForward ? network : reverseNetwork(network), make);
  const expected = prefixBrackets(bracketing, network.width, make);
  const placeOf = (wire: number): number => (isForward ? wire : network.width - 1 - wire);
  const written = { limit: SHOWN_ELEMENTS, ...(isForward ? {} : { mirroredIn: network.width }) };
  const print = (bracket: Bracket): string => printBracket(bracket, written);
  const values = isForward ? brackets : [...brackets].reverse();
  return judge(network, values, {
    validator: "brackets",
    isRight: (bracket, _range, wire) => bracket === expected[placeOf(wire)],
    print: (wire) => ({ computes: print(brackets[placeOf(wire)]), expected: print(expected[placeOf(wire)]) }),
  });
}
