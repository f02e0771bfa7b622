import type { Bracket } from "./bracket.ts";
import type { Bracketing } from "./bracketing.ts";
import { distinctNodes } from "./distinct-nodes.ts";
import { prefixBrackets } from "./prefix-brackets.ts";

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
