// What a network builds, and how far it agrees with what was asked for.
import { checkFunction } from "../../values/check-arguments.ts";
import { directionIn, reverseNetwork } from "../direction.ts";
import { copyNetwork, type Network } from "../network.ts";
import { runNetwork } from "../run-network.ts";
import { type Bracket, bracketMaker, distinctNodes, type MakeBracket } from "./bracket.ts";
import type { Bracketing } from "./bracketing.ts";
import { prefixBrackets } from "./prefix-brackets.ts";

/** The bracket that leaves on every wire: the exact tree of each output, whatever the operator. Made by `make`, for comparing with others of its. */
export function bracketsOf(given: Network, make: MakeBracket = bracketMaker()): readonly Bracket[] {
  const network = copyNetwork(given);
  checkFunction("make", make);
  const leaves = Array.from({ length: network.width }, (_, wire): Bracket => wire);
  return runNetwork(network, leaves, make);
}

/**
 * How many different combines there are in brackets of one maker.
 *
 * For an operator of which nothing is known each has to be done, and once is enough: the least work of whatever gives these values.
 */
export function distinctCombineCount(brackets: readonly Bracket[]): number {
  return distinctNodes(brackets).size;
}

/** The least combines that all prefixes of `length` elements take under an expression. @throws InvalidArgumentError for a bad length */
export function minimumCombines(bracketing: Bracketing, length: number): number {
  return distinctCombineCount(prefixBrackets(bracketing, length));
}

/** The combines on the longest path of each bracket, over all of them. */
export function depthOfBrackets(brackets: readonly Bracket[]): number {
  const depths = new Map<Bracket, number>();
  const depthOf = (bracket: Bracket): number => depths.get(bracket) ?? 0; // of an element 0
  let deepest = 0;
  for (const node of distinctNodes(brackets)) {
    const depth = 1 + Math.max(depthOf(node.left), depthOf(node.right));
    depths.set(node, depth);
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** How many of a network's outputs have the brackets of an expression: the width where it realises it. @throws InvalidArgumentError for a bad block length */
export function agreementCount(given: Network, bracketing: Bracketing): number {
  const network = copyNetwork(given);
  const make = bracketMaker();
  const forward = directionIn(network) === "forward" ? network : reverseNetwork(network);
  const expected = prefixBrackets(bracketing, network.width, make);
  return bracketsOf(forward, make).filter((bracket, wire) => bracket === expected[wire]).length;
}
