import { partElsewhere } from "../../contracts/part-elsewhere.ts";
import { takesAnyTree } from "../../contracts/takes-any-tree.ts";
import type { Refusal, Request } from "../executor.ts";

/** Why the wasm executor cannot serve a request, and who can. */
export function refusalOf(request: Request): Refusal | undefined {
  const { contract, observation } = request;
  if (contract.kind === "function") {
    return {
      reason: "a plain function has no WebAssembly form",
      remedy: 'use the javascript executor ("samebits/javascript"), or an operator written as a term',
    };
  }
  const refused = partElsewhere(contract);
  if (refused !== undefined) return refused;
  // Any tree has the same bits, so that the one of the fastest kernels serves.
  if (takesAnyTree(contract)) return undefined;
  if (contract.expression.kind === "custom") {
    return {
      reason: `the tree of "${contract.expression.name}" is a function, which only the javascript executor calls`,
      remedy: 'use the javascript executor ("samebits/javascript")',
    };
  }
  if (contract.expression.kind === "bisection" && observation !== "reduce") {
    return {
      reason: "every prefix of a bisection has a tree of its own, about n^1.5 combines in all",
      remedy:
        'use iteratedPairwise, or the javascript executor ("samebits/javascript") with allowQuadratic: true',
    };
  }
  return undefined;
}
