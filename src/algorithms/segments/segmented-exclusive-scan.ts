import type { ContractOptions } from "../../contracts/resolve.ts";
import type { Call } from "../call.ts";
import { type SegmentedScan, segmentedScanCall } from "./segmented-scan.ts";

/**
 * What stands before each element in its segment: `out[i] = initial ∘ input[s] ∘ … ∘ input[i − 1]`, where s is the segment's first element.
 *
 * Without an initial value each segment begins with where the operator starts. Segments are scanned as by `segmentedInclusiveScan`.
 *
 * Work O(n + segments), whatever their lengths.
 *
 * @throws InvalidArgumentError for an operator without a start where no initial value is given
 * @throws InvalidArgumentError, LengthMismatchError for segments that do not cover the input, or an output that does not fit
 * @see docs/notes/what-scans-are-for.md (Schwartz 1980; Blelloch 1990)
 */
export type SegmentedExclusiveScan<When extends "now" | "later"> = SegmentedScan<When>;

/** The call of `segmentedExclusiveScan`. */
export function segmentedExclusiveScanCall(
  input: unknown,
  segments: unknown,
  options: ContractOptions & { readonly output?: unknown } = {},
): Call<unknown> {
  return segmentedScanCall("exclusive-scan", input, segments, options);
}
