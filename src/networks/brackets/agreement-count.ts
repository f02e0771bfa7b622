import { directionIn } from "../direction-in.ts";
import { copyNetwork, type Network } from "../network.ts";
import { reverseNetwork } from "../reverse-network.ts";
import { bracketMaker } from "./bracket.ts";
import type { Bracketing } from "./bracketing.ts";
import { bracketsOf } from "./brackets-of.ts";
import { prefixBrackets } from "./prefix-brackets.ts";

/** How many of a network's outputs have the brackets of an expression: the width where it realises it. @throws InvalidArgumentError for a bad block length */
export function agreementCount(given: Network, bracketing: Bracketing): number {
  const network = copyNetwork(given);
  const make = bracketMaker();
  const forward = directionIn(network) === "forward" ? network : reverseNetwork(network);
  const expected = prefixBrackets(bracketing, network.width, make);
  return bracketsOf(forward, make).filter((bracket, wire) => bracket === expected[wire]).length;
}
