import type { StorageArray, StorageType } from "../../../index.ts";
import type { Comparison, ElementDifferences } from "../../../reveal.ts";

/** All that is told of a comparison. */
export interface Compared {
  readonly what: "elements" | "prefixes" | "results";
  readonly left: string; // a file, a column or a contract's line
  readonly right: string;
  readonly input: { readonly type: StorageType; readonly length: number };
  readonly arrays: readonly [StorageArray, StorageArray];
  readonly differences: ElementDifferences;
  readonly executor: string | undefined;
  readonly comparison: Comparison | undefined; // of the trees, up to the first prefix that differs
  readonly noTrees: string | undefined; // why there is none, where results differ
}
