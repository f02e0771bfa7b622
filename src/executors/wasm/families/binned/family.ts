import type { FloatType } from "../../../../summaries/accumulators/accumulator.ts";
import type { Family, Serving } from "../../family.ts";
import type { OrderFreeCounts } from "../order-free-counts.ts";
import { binnedRunner } from "./binned-runner.ts";

/** The sum by bins of exponents, of which as many are kept as the expression says. */
export function binned(counts: OrderFreeCounts): Family {
  return {
    serve(expression) {
      if (expression.kind !== "binned") return undefined;
      const open: Serving["openOnline"] = (arena, { contract }) =>
        binnedRunner(arena, contract.sums[0] as FloatType, expression.fold, counts); // no other type has order-free sums
      return { open, openOnline: open };
    },
  };
}
