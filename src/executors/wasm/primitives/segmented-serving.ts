import type { Expression } from "../../../expressions/expression.ts";
import { binnedSegments } from "../families/binned/segments.ts";
import { bisectionSegments } from "../families/bisection/segments.ts";
import { blocksOf } from "../families/dyadic/family.ts";
import { exactSegments } from "../families/exact/segments.ts";
import { fold } from "../families/fold/family.ts";
import { laneSegments } from "../families/lanes/segments.ts";
import type { SegmentedFamily, SegmentedServing } from "./segmented-family.ts";

const dyadicSegments: SegmentedFamily = (expression) => {
  const blocks = blocksOf(expression);
  return blocks && { blocksFor: () => blocks };
};

const foldSegments: SegmentedFamily = (expression) => fold.serve(expression) && { blocksFor: () => "none" };

const FAMILIES: readonly SegmentedFamily[] = [
  dyadicSegments,
  laneSegments,
  foldSegments,
  bisectionSegments,
  exactSegments,
  binnedSegments,
];

const NOTHING: SegmentedServing = {};

/** What there is for an expression; empty where there is nothing. */
export function segmentedServing(expression: Expression): SegmentedServing {
  for (const family of FAMILIES) {
    const serving = family(expression);
    if (serving !== undefined) return serving;
  }
  return NOTHING;
}
