import type { ContractOptions } from "../../contracts/resolve.ts";
import type { Call } from "../call.ts";
import { type SegmentedScan, segmentedScanCall } from "./segmented-scan.ts";

/**
 * The inclusive prefixes of each segment: `out[i] = input[s] ∘ … ∘ input[i]`, where s is the first element of i's segment.
 *
 * Each segment is scanned as if it were alone, bit for bit, with its own initial value and in the direction of the contract; with
 * `segmentRule: "lifted"` by one scan of the whole input, of the operator lifted to pairs of a value and a head flag.
 *
 * Work O(n + segments), whatever their lengths.
 *
 * @throws InvalidArgumentError, LengthMismatchError for segments that do not cover the input, or an output that does not fit
 * @see docs/notes/what-scans-are-for.md (Schwartz 1980; Blelloch 1990)
 */
export type SegmentedInclusiveScan<When extends "now" | "later"> = SegmentedScan<When>;

/** The call of `segmentedInclusiveScan`. */
export function segmentedInclusiveScanCall(
  input: unknown,
  segments: unknown,
  options: ContractOptions & { readonly output?: unknown } = {},
): Call<unknown> {
  return segmentedScanCall("inclusive-scan", input, segments, options);
}
