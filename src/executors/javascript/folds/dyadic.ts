import type { BlockFold, Combine } from "./online-fold.ts";

/** A canonical tree, to which complete ranges of 2^level elements are appended as well, where as many ranges of that length went before. */
interface DyadicFold<Value> extends BlockFold<Value> {
  append(value: Value, level?: number): void;
}

/**
 * `T(x)`, the canonical tree, as a binary counter: a stack of complete ranges of 2^level elements, levels falling towards its top.
 *
 *     append:  a range of one element; while the top has the same level, join the two
 *     observe: fold from the newest, smallest range outwards: s1·(s2·(…·sm))
 */
export function dyadicOnline<Value>(combine: Combine<Value>): DyadicFold<Value> {
  const roots: Value[] = [];
  const levels: number[] = [];
  let depth = 0;
  return {
    append(value, given = 0) {
      let root = value;
      let level = given;
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
    values: () => [roots.slice(0, depth)],
    restore(length, [values]) {
      depth = values.length;
      levelsOf(length).forEach((level, i) => {
        levels[i] = level;
        roots[i] = values[i];
      });
    },
  };
}

/** The binary digits 1 of a length, the highest first: the levels of the complete ranges that it consists of. */
export function levelsOf(length: number): readonly number[] {
  const levels: number[] = [];
  for (let rest = length, level = 0; rest > 0; rest = Math.floor(rest / 2), level++) {
    if (rest % 2 === 1) levels.unshift(level);
  }
  return levels;
}
