import { takesAnyTree } from "../../contracts/takes-any-tree.ts";
import { checkNetworkExpression } from "../../expressions/check-network-expression.ts";
import type { Refusal, Request } from "../executor.ts";

/** Why workers cannot serve a request, and who can. */
export function refusalOf({ contract, observation }: Request): Refusal | undefined {
  if (contract.kind === "function") {
    return {
      reason: "a plain function cannot be sent to a worker",
      remedy: 'use the javascript executor ("samebits/javascript"), or an operator written as a term',
    };
  }
  if (contract.expression.kind === "network") checkNetworkExpression(contract.expression);
  // Any tree has the same bits, so that one which can be cut serves.
  if (takesAnyTree(contract)) return undefined;
  switch (contract.expression.kind) {
    case "leftFold":
      return {
        reason: "a left fold is one chain, of which no second worker can begin a part",
        remedy: 'use the wasm executor ("samebits"), or blockDyadic',
      };
    case "custom":
      return {
        reason: `the tree of "${contract.expression.name}" is a function, which only the javascript executor calls`,
        remedy: 'use the javascript executor ("samebits/javascript")',
      };
    case "bisection":
      if (observation === "reduce") return undefined;
      return {
        reason: "every prefix of a bisection has a tree of its own, about n^1.5 combines in all",
        remedy:
          'use iteratedPairwise, or the javascript executor ("samebits/javascript") with allowQuadratic: true',
      };
    default:
      return undefined;
  }
}
