import type { SegmentRule } from "../../contracts/contract.ts";
import type { ContractOptions } from "../../contracts/resolve.ts";
import { CONTRACT_OPTIONS } from "../given-contract.ts";

/** What segments do to the trees. */
export interface SegmentRuleOption {
  readonly segmentRule?: SegmentRule | undefined; // default: "restart", each segment is as if alone; "lifted": one tree over all
}

/** The names of the options that make a contract over segments. */
export const SEGMENT_OPTIONS: readonly string[] = [...CONTRACT_OPTIONS, "segmentRule"];

/** Options of a contract over segments, whose rule is known. */
export function withSegmentRule(options: ContractOptions): ContractOptions {
  return { ...options, segmentRule: options.segmentRule ?? "restart" };
}
