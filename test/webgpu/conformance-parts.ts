import { readFileSync } from "node:fs";
import {
  type ConformanceOptions,
  type GoldenVector,
  parseVectors,
  type Report,
  type Request,
} from "samebits/conformance";
import { lineOf } from "../../src/contracts/contract-key.ts";

const text = readFileSync(new URL("../../vectors/expressions.jsonl", import.meta.url), "utf8");

/** All that the golden program computed. */
export const GOLDEN_VECTORS: readonly GoldenVector[] = parseVectors(text);

export const TREES = "tree-hash u64 block-dyadic:32 initial=none v1";
export const FLOATS = "add f32 block-dyadic:32 initial=none v1";

/** Sums of each float and signed integer type, and the fingerprints of the trees that they have. */
export const SUMS_AND_TREES = [
  TREES,
  "add f64 block-dyadic:32 initial=none v1",
  FLOATS,
  "add i64 block-dyadic:32 initial=none v1",
  "add i32 block-dyadic:32 initial=none v1",
] as const;

/** Those parts of the suite that try these scans: trees at every position, hostile data, NaNs and subnormals, golden hashes. */
export const partsOf = (lines: readonly string[]) =>
  ({
    parts: ["tree-fingerprints", "operators-and-types", "special-values", "golden-vectors"],
    vectors: GOLDEN_VECTORS,
    isTried: ({ contract, observation }: Request): boolean =>
      observation === "inclusive-scan" && contract.kind !== "function" && lines.includes(lineOf(contract)),
  }) as const satisfies ConformanceOptions;

/** Cases of a part that ran. */
export function ranIn(report: Report, part: string): number {
  return report.parts.find((each) => each.part === part)?.run ?? 0;
}
