import { isOrderFree } from "../../expressions/expression.ts";
import type { Refusal, Request } from "../executor.ts";
import { isAssociative } from "./subject.ts";

/** Why the wasm executor cannot serve a request (contracts.md §4), and who can. */
export function refusalOf(request: Request): Refusal | undefined {
  const { contract, observation } = request;
  if (contract.kind === "function") {
    return {
      reason: "a plain function has no WebAssembly form",
      remedy: 'use the javascript executor ("samebits/javascript"), or an operator written as a term',
    };
  }
  if (isOrderFree(contract.expression)) {
    return {
      reason: "this door has no accumulators",
      remedy: 'use the same function of "samebits/sums"',
    };
  }
  // Bit for bit associative: every expression has the same bits, so that of the fastest kernels serves.
  if (isAssociative(contract)) return undefined;
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
