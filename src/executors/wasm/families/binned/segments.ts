import type { FloatType } from "../../../../summaries/accumulators/accumulator.ts";
import type { SegmentedFamily, SumOf } from "../../primitives/segmented-family.ts";
import { type ShortWork, shortWork } from "../../primitives/short-work.ts";
import { binnedFold } from "./short-binned.ts";

/** Elements of a segment from which a plan is faster. */
const LONGEST_REDUCE = 64;
const LONGEST_SCAN = 32;

export const binnedSegments: SegmentedFamily = (expression) => {
  if (expression.kind !== "binned") return undefined;
  return {
    shortSums(...asked) {
      const work = shortWork(...asked);
      if (work === undefined) return undefined;
      const sumOf = binnedSums(work, work.isSingle ? "f32" : "f64", expression.fold);
      return { longest: work.isReduce ? LONGEST_REDUCE : LONGEST_SCAN, sumOf };
    },
  };
};

function binnedSums(work: ShortWork, type: FloatType, fold: number): SumOf {
  const { input, output, first, isReduce, isExclusive, isBackward } = work;
  const sum = binnedFold(type, fold);
  const step = isBackward ? -1 : 1;
  return (start, end, place) => {
    sum.clear();
    let isServed = sum.add(first);
    let at = isBackward ? end - 1 : start;
    for (let left = end - start; left > 0 && isServed; left--) {
      const value = input[at];
      if (isExclusive) output[at] = left === end - start ? first : sum.observe();
      isServed = sum.add(value);
      if (!isReduce && !isExclusive) output[at] = sum.observe();
      at += step;
    }
    if (isReduce) output[place] = sum.observe();
    return isServed;
  };
}
