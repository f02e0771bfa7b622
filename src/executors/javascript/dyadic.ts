import type { BlockFold, Combine } from "./online-fold.ts";

/**
 * `T(x)`, the canonical tree, as a binary counter: a stack of complete ranges of 2^level elements, levels falling towards its top.
 *
 *     append:  a range of one element; while the top has the same level, join the two
 *     observe: fold from the newest, smallest range outwards: s1·(s2·(…·sm))
 */
export function dyadicOnline<Value>(combine: Combine<Value>): BlockFold<Value> {
  const roots: Value[] = [];
  const levels: number[] = [];
  let depth = 0;
  return {
    append(value) {
      let root = value;
      let level = 0;
      while (depth > 0 && levels[depth - 1] === level) {
        depth--;
        level++;
        root = combine(roots[depth], root);
      }
      roots[depth] = root;
      levels[depth] = level;
      depth++;
    },
    observe() {
      let value = roots[depth - 1];
      for (let i = depth - 2; i >= 0; i--) value = combine(roots[i], value);
      return value;
    },
    clear() {
      depth = 0;
    },
  };
}
