import type { Expression } from "../../../expressions/expression.ts";
import type { Blocks } from "../typed/tree-parts.ts";

/** What loops and rows need to know of an expression. */
type TreeWay =
  | { readonly kind: "fold" } // one running value
  | { readonly kind: "blocks"; readonly blocks: Blocks }
  | { readonly kind: "lanes"; readonly laneCount: number }
  | { readonly kind: "own" } // a caller's, read literally
  | { readonly kind: "other" };

export function treeWay(expression: Expression): TreeWay {
  switch (expression.kind) {
    case "leftFold":
      return { kind: "fold" };
    case "iteratedPairwise":
      return { kind: "blocks", blocks: { blockLength: Number.POSITIVE_INFINITY, isLinear: false } };
    case "blockDyadic":
      return { kind: "blocks", blocks: { blockLength: expression.blockLength, isLinear: false } };
    case "linearCarry":
      return { kind: "blocks", blocks: { blockLength: expression.blockLength, isLinear: true } };
    case "interleaved":
      return { kind: "lanes", laneCount: expression.laneCount };
    case "custom":
      return { kind: "own" };
    default:
      return { kind: "other" };
  }
}
