import { iteratedPairwise } from "../../../../expressions/expression.ts";
import {
  LONGEST_IN_TWO,
  newOffsets,
  type Parts,
  partCounts,
  type SegmentedFamily,
} from "../../primitives/segmented-family.ts";

import { NO_BLOCKS } from "../dyadic/dyadic-kernels.ts";

/** Where no lane has more than one element, the tree over lanes is the tree over elements; else each lane is a tree, and there is one more over them. */
export const laneSegments: SegmentedFamily = (expression) => {
  if (expression.kind !== "interleaved") return undefined;
  const { laneCount } = expression;
  return {
    blocksFor: (longest) => (laneCount === 1 || longest() <= laneCount ? NO_BLOCKS : undefined),
    partsOf: (offsets, isBackward) => partsByLanes(offsets, laneCount, isBackward),
    shortScan: { longest: laneCount, expression: iteratedPairwise },
  };
};

/** Elements of a lane, which are laneCount apart, are gathered. A segment without a second element in any lane is one part. A backward sequence begins at the end, and so do its lanes. */
function partsByLanes(offsets: Uint32Array, laneCount: number, isBackward: boolean): Parts {
  const inLanes = (length: number): boolean => length > laneCount && length <= LONGEST_IN_TWO;
  const segments = partCounts(offsets, (length) => (inLanes(length) ? laneCount : Math.min(length, 1)));
  const { length } = offsets;
  const parts = newOffsets(segments[length - 1] + 1);
  const order = newOffsets(offsets[length - 1]);
  let place = 0;
  let part = 0;
  for (let segment = 1; segment < length; segment++) {
    const start = offsets[segment - 1];
    const end = offsets[segment];
    if (start === end) continue;
    if (!inLanes(end - start)) {
      for (let at = start; at < end; at++) order[place++] = at;
      parts[++part] = place;
      continue;
    }
    const firstLane = isBackward ? (end - start) % laneCount : 0; // of the elements from the start on
    for (let lane = 0; lane < laneCount; lane++) {
      for (let at = start + ((firstLane + lane) % laneCount); at < end; at += laneCount) order[place++] = at;
      parts[++part] = place;
    }
  }
  return { order, parts, segments };
}
