import type { FloatType } from "../../../../summaries/accumulators/accumulator.ts";
import type { Family, Serving } from "../../family.ts";
import type { OrderFreeCounts } from "../order-free-counts.ts";
import { exactRunner } from "./exact-runner.ts";

/** The exact sum, rounded once. */
export function exact(counts: OrderFreeCounts): Family {
  const open: Serving["openOnline"] = (arena, { contract }) =>
    exactRunner(arena, contract.sums[0] as FloatType, counts); // no other type has order-free sums
  return { serve: ({ kind }) => (kind === "exact" ? { open, openOnline: open } : undefined) };
}
