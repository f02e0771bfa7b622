import { add, treeHash } from "samebits";
import type { WitnessOptions } from "samebits/conformance";
import { blockDyadic } from "samebits/expressions";

/** A small table: the trees of the default expression, and sums on hostile data. A kernel takes seconds to compile without a GPU. */
export const WITNESSED: WitnessOptions = {
  expressions: [blockDyadic(32)],
  operators: [add, treeHash],
};

/** Sums by the default contract, of which there are golden hashes. */
export const GOLDEN_SUMS = [
  { type: "f32", data: "narrow", length: 4099 },
  { type: "f32", data: "special", length: 97 },
  { type: "f64", data: "narrow", length: 4099 },
  { type: "f64", data: "special", length: 97 },
  { type: "i32", data: "bits", length: 97 },
  { type: "i64", data: "bits", length: 1025 },
] as const;

/** The one that is recorded into an encoder of the page's own. */
export const ENCODED_SUM = { type: "i32", data: "bits", length: 1025 } as const;

export const SEED = 2026n;
