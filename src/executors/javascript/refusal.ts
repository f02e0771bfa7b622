import { partElsewhere } from "../../contracts/part-elsewhere.ts";
import { takesAnyTree } from "../../contracts/takes-any-tree.ts";
import type { Refusal, Request } from "../executor.ts";

/** Everything is served here, any expression over any values; only a scan that would be quadratic has to be asked for twice. */
export function refusal(request: Request): Refusal | undefined {
  const { contract, observation, allowQuadratic } = request;
  if (contract.expression.kind !== "bisection") return partElsewhere(contract);
  if (observation === "reduce" || allowQuadratic || takesAnyTree(contract)) return undefined;
  return {
    reason: "every prefix of a bisection has a tree of its own, about n^1.5 combines in all",
    remedy: "use iteratedPairwise (iterated-pairwise) or pass allowQuadratic: true (--allow-quadratic)",
  };
}
