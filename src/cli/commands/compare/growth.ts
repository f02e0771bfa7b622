// How a difference grew from where it began to the end: some prefixes of two scans, or the partial results that two trees share.
import type { Scalar } from "../../../index.ts";
import { compareElements } from "../../../reveal.ts";
import type { Compared } from "./compared.ts";

/** A place on the way. */
export interface GrowthRow {
  readonly position: number; // of a prefix its last element; of a partial result how many elements it holds
  readonly left: Scalar;
  readonly right: Scalar;
  readonly distance: number | undefined;
}

/** Prefixes that are shown. */
const MOST_PREFIXES = 8;

/** From the first difference to the end; nothing for elements, which do not grow. */
export function growthOf(compared: Compared): readonly GrowthRow[] {
  const { what, differences, comparison } = compared;
  const { first, length } = differences;
  if (first === undefined || what === "elements") return [];
  if (what === "results") {
    const steps = comparison?.divergence?.growth ?? [];
    return steps.map(({ elementCount, ...rest }) => ({ position: elementCount, ...rest }));
  }
  const span = length - 1 - first.position;
  const count = Math.min(MOST_PREFIXES, span + 1);
  return Array.from({ length: count }, (_, i) =>
    placeAt(compared, first.position + (count === 1 ? 0 : Math.round((i * span) / (count - 1)))),
  );
}

/** One position of both sides. */
function placeAt({ arrays: [left, right], differences: { type } }: Compared, position: number): GrowthRow {
  const pair = [left, right].map((array) => array.subarray(position, position + 1));
  const { first } = compareElements(pair[0], pair[1], { type });
  const distance = first === undefined ? 0 : first.distance;
  return { position, left: left[position], right: right[position], distance };
}
