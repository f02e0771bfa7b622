import { levelsOf } from "./dyadic.ts";
import type { Combine, TreeFold } from "./online-fold.ts";

/**
 * Element i goes to lane `i mod laneCount`; each lane is a canonical tree, and the lanes' values are the leaves of one more.
 *
 * Lanes come into being as elements reach them, so a lane count beyond the length costs nothing. A scan changes one leaf per
 * element, and so one path of the tree over the lanes: log2 of their number.
 */
export function interleavedOnline<Value>(laneCount: number, combine: Combine<Value>): TreeFold<Value> {
  const roots: Value[][] = []; // [level][lane]: the lane's complete range of 2^level, valid where its count has that bit
  const tree: Value[][] = [[]]; // [level][index]: over the lanes, whose values are level 0
  let length = 0;
  let unobserved = 0;
  let total: Value;

  function observeLane(lane: number): Value {
    let count = Math.ceil((length - lane) / laneCount);
    let level = 0;
    for (; count % 2 === 0; count /= 2) level++;
    let value = roots[level][lane];
    for (count = (count - 1) / 2; count > 0; count = Math.floor(count / 2)) {
      level++;
      if (count % 2 === 1) value = combine(roots[level][lane], value);
    }
    return value;
  }

  /** Brings the tree up to date where only lanes [start, end) of `lanes` have changed, and gives its root. */
  function updateTree(start: number, end: number, lanes: number): Value {
    for (let lane = start; lane < end; lane++) tree[0][lane] = observeLane(lane);
    let level = 0;
    for (let width = lanes; width > 1; width = Math.ceil(width / 2)) {
      const nodes = tree[level];
      level++;
      if (tree.length === level) tree.push([]);
      start = Math.floor(start / 2);
      end = Math.ceil(end / 2);
      for (let index = start; index < end; index++) {
        const left = nodes[2 * index];
        tree[level][index] = 2 * index + 1 < width ? combine(left, nodes[2 * index + 1]) : left;
      }
    }
    return tree[level][0];
  }

  return {
    append(value) {
      const lane = length % laneCount;
      let root = value;
      let level = 0;
      for (let row = Math.floor(length / laneCount); row % 2 === 1; row = (row - 1) / 2) {
        root = combine(roots[level][lane], root);
        level++;
      }
      if (roots.length === level) roots.push([]);
      roots[level][lane] = root;
      length++;
      unobserved++;
    },
    observe() {
      const lanes = Math.min(length, laneCount);
      const last = (length - 1) % laneCount;
      if (unobserved === 1) total = updateTree(last, last + 1, lanes);
      if (unobserved > 1) total = updateTree(0, lanes, lanes);
      unobserved = 0;
      return total;
    },
    values: () =>
      Array.from({ length: Math.min(length, laneCount) }, (_, lane) =>
        levelsOf(Math.ceil((length - lane) / laneCount)).map((level) => roots[level][lane]),
      ),
    restore(restored, values) {
      length = restored;
      unobserved = restored;
      values.forEach((lane, index) => {
        const levels = levelsOf(Math.ceil((length - index) / laneCount));
        while (roots.length <= levels[0]) roots.push([]);
        levels.forEach((level, i) => {
          roots[level][index] = lane[i];
        });
      });
    },
  };
}
