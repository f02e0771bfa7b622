import { takesAnyTree } from "../../../contracts/takes-any-tree.ts";
import type { Refusal, Request } from "../../executor.ts";
import type { Family, PrefixAt } from "../family.ts";
import type { Combine } from "../folds/online-fold.ts";

/** Recursive halving at `floor(n/2)`. */
export const bisectionFamily: Family = (expression) =>
  expression.kind === "bisection"
    ? { kind: "prefixes", prefixAt: bisectionAt, refusal: refuseScan, givesWay: true }
    : undefined;

function bisectionAt<Value>(combine: Combine<Value>): PrefixAt<Value> {
  return (at, length) => {
    const ofRange = (start: number, end: number): Value => {
      if (end - start === 1) return at(start);
      const middle = start + Math.floor((end - start) / 2);
      return combine(ofRange(start, middle), ofRange(middle, end));
    };
    return ofRange(0, length);
  };
}

/** Only a scan that would be quadratic has to be asked for twice. */
function refuseScan({ contract, observation, allowQuadratic }: Request): Refusal | undefined {
  if (observation === "reduce" || allowQuadratic || takesAnyTree(contract)) return undefined;
  return {
    reason: "every prefix of a bisection has a tree of its own, about n^1.5 combines in all",
    remedy: "use iteratedPairwise (iterated-pairwise) or pass allowQuadratic: true (--allow-quadratic)",
  };
}
