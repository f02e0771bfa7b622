import { takesAnyTree } from "../../contracts/takes-any-tree.ts";
import { isOrderFree } from "../../expressions/expression.ts";
import type { Refusal, Request } from "../executor.ts";

/** Everything is served here, any expression over any values; only a scan that would be quadratic has to be asked for twice. */
export function refusal(request: Request): Refusal | undefined {
  const { contract, observation, allowQuadratic } = request;
  if (isOrderFree(contract.expression)) return WITHOUT_ACCUMULATORS;
  if (contract.expression.kind !== "bisection" || observation === "reduce" || allowQuadratic)
    return undefined;
  if (takesAnyTree(contract)) return undefined;
  return {
    reason: "every prefix of bisection has its own tree, so a scan takes far more than n·log2 n combines",
    remedy: "use iteratedPairwise (iterated-pairwise) or pass allowQuadratic: true (--allow-quadratic)",
  };
}

/** Why the executors of a door without accumulators serve no order-free sum. */
const WITHOUT_ACCUMULATORS: Refusal = {
  reason: "this door has no accumulators",
  remedy: 'use the same function of "samebits/sums"',
};
