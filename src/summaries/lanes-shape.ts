import { FormatError } from "../values/errors.ts";
import type { TreeShape } from "./shape.ts";
import type { LanesState, Root } from "./summary.ts";
import { type Combine, dyadicTier, foldRoots, pushRoot, restoreRoots } from "./tier.ts";

/** interleaved(laneCount): the element at a position is in lane `position mod laneCount`, at `floor(position / laneCount)` there. */
export function lanesShape<Value>(
  laneCount: number,
  combine: Combine<Value>,
): TreeShape<Value, LanesState<Value>> {
  const push = (roots: Root<Value>[], root: Root<Value>): void => pushRoot(dyadicTier, combine, roots, root);
  return {
    empty: () => ({ kind: "lanes", lanes: [] }),
    append(state, start, end, elements) {
      const lanes = state.lanes.map((lane) => [...lane]);
      for (let i = 0; i < elements.length; i++) {
        const row = Math.floor((end + i) / laneCount);
        push(laneAt(lanes, (end + i - start) % laneCount), { start: row, end: row + 1, value: elements[i] });
      }
      return { kind: "lanes", lanes };
    },
    concat(left, right, start, middle) {
      const lanes = left.lanes.map((lane) => [...lane]);
      right.lanes.forEach((rightLane, i) => {
        const lane = laneAt(lanes, (middle + i - start) % laneCount);
        for (const root of rightLane) push(lane, root);
      });
      return { kind: "lanes", lanes };
    },
    observe(state) {
      const results: Root<Value>[] = [];
      state.lanes.forEach((lane, i) => {
        push(results, { start: i, end: i + 1, value: foldRoots(combine, lane) });
      });
      return foldRoots(combine, results);
    },
    values: (state) => state.lanes.map((lane) => lane.map((root) => root.value)),
    restore(start, end, values) {
      const expected = Math.min(laneCount, end - start);
      if (values.length !== expected) {
        throw new FormatError("summary", `${expected} lists of values`, `${values.length} lists`);
      }
      const lanes = values.map((lane, i) => {
        const row = Math.floor((start + i) / laneCount);
        const length = Math.ceil((end - start - i) / laneCount);
        return restoreRoots(dyadicTier, row, row + length, lane);
      });
      return { kind: "lanes", lanes };
    },
  };
}

// Lanes are kept in the order of the range's first elements, so a new one is always the next: none is ever empty.
function laneAt<Value>(lanes: Root<Value>[][], index: number): Root<Value>[] {
  if (index === lanes.length) lanes.push([]);
  return lanes[index];
}
