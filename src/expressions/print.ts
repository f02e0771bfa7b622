import type { Expression } from "./expression.ts";

/** The canonical text of an expression, as in a contract and on the command line: `block-dyadic:32`; a caller's own prints its name. */
export function printExpression(expression: Expression): string {
  switch (expression.kind) {
    case "leftFold":
      return "left-fold";
    case "iteratedPairwise":
      return "iterated-pairwise";
    case "bisection":
      return "bisection";
    case "interleaved":
      return `interleaved:${expression.laneCount}`;
    case "blockDyadic":
      return `block-dyadic:${expression.blockLength}`;
    case "linearCarry":
      return `linear-carry:${expression.blockLength}`;
    case "binned":
      return `binned:${expression.fold}`;
    case "exact":
      return "exact";
    case "custom":
      return expression.name;
    default:
      return expression satisfies never;
  }
}
