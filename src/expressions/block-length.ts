// Where the trees of an expression begin anew: cluster cuts pieces there, and conformance tries lengths around it.

import type { Expression } from "./expression.ts";

/** Elements after which the trees of an expression begin anew: 1 where it has no blocks. */
export function blockLengthOf(expression: Expression): number {
  switch (expression.kind) {
    case "blockDyadic":
    case "linearCarry":
      return expression.blockLength;
    case "network":
      return expression.network.width;
    case "interleaved":
      return expression.laneCount;
    case "leftFold":
    case "iteratedPairwise":
    case "bisection":
    case "binned":
    case "exact":
    case "custom":
      return 1;
    default:
      return expression satisfies never;
  }
}
