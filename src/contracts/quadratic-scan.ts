// Why: a scan by bisection is asked for twice, on every executor alike, since no prefix has a tree in common with the next.
import type { ColumnContract } from "./column-contract.ts";
import type { FunctionContract, Observation } from "./contract.ts";
import { takesAnyTree } from "./takes-any-tree.ts";

/** What a scan is asked for with. */
interface Asked {
  readonly contract: ColumnContract | FunctionContract;
  readonly observation: Observation;
  readonly allowQuadratic: boolean;
}

/** Why a scan that would be quadratic is not computed; undefined where it is allowed, or any tree will do. */
export function unaskedQuadratic({
  contract,
  observation,
  allowQuadratic,
}: Asked): { readonly reason: string; readonly remedy: string } | undefined {
  const isQuadratic = contract.expression.kind === "bisection" && observation !== "reduce";
  if (!isQuadratic || allowQuadratic || takesAnyTree(contract)) return undefined;
  return {
    reason: "every prefix of a bisection has a tree of its own, n(n - 1)/2 combines in all",
    remedy: "use iteratedPairwise (iterated-pairwise) or pass allowQuadratic: true (--allow-quadratic)",
  };
}
