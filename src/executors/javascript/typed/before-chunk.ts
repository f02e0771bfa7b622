import type { ColumnValue } from "../access.ts";
import { dyadicOnline } from "../folds/dyadic.ts";
import type { TreeFold } from "../folds/online-fold.ts";
import type { ColumnRecipe } from "../recipe.ts";
import type { Cells } from "./cells.ts";
import type { ChunkTapes, Joined } from "./chunk-tapes.ts";
import { BEFORE, RANGES } from "./tapes.ts";
import { joinedOf, withJoined } from "./tree-parts.ts";

/** What stands before a chunk of blocks. */
interface Before {
  /** Puts it before the blocks in cells, whose prefixes they have, and takes their roots in. */
  join(tapes: ChunkTapes, isFirst: boolean): void;
  /** Takes in the roots that are in cells. */
  append(tapes: ChunkTapes, isFirst: boolean): void;
  close(fold: TreeFold<ColumnValue>, length: number): void;
}

/** What stands behind `blocks` whole ones, whose fold it is. */
export function openBefore(
  cells: Cells,
  recipe: ColumnRecipe,
  joined: Joined,
  fold: TreeFold<ColumnValue>,
  blocks: number,
): Before {
  if (blocks > 0) cells.write(BEFORE, fold.observe());
  return joined === "chain" ? chainBefore(cells) : rangesBefore(cells, recipe, fold, blocks);
}

/** A running value. */
function chainBefore(cells: Cells): Before {
  return {
    join(tapes, isFirst) {
      cells.run(tapes.rootPrefixes, isFirst ? 1 : 0);
      cells.run(tapes.join, isFirst ? 1 : 0);
      cells.copy(tapes.last, BEFORE);
    },
    append(tapes, isFirst) {
      cells.run(tapes.rootPrefixes, isFirst ? 1 : 0);
      cells.copy(tapes.last, BEFORE);
    },
    close: (fold, length) => fold.restore(length, withJoined(fold.values(), [cells.read(BEFORE)])),
  };
}

/** Ranges of 2^level blocks, which are a chunk or several. */
function rangesBefore(
  cells: Cells,
  { combine }: ColumnRecipe,
  fold: TreeFold<ColumnValue>,
  blocks: number,
): Before {
  const ranges = dyadicOnline(combine);
  ranges.restore(blocks, [joinedOf(fold.values())]);
  return {
    join(tapes, isFirst) {
      cells.run(tapes.rootPrefixes);
      const root = cells.read(tapes.last);
      const roots = ranges.values()[0];
      roots.forEach((value, k) => {
        cells.write(RANGES + roots.length - 1 - k, value);
      });
      cells.run(tapes.ranges, 0, roots.length);
      cells.run(tapes.join, isFirst ? 1 : 0);
      cells.copy(tapes.last, BEFORE);
      ranges.append(root, tapes.level);
    },
    append: ({ last, level }) => ranges.append(cells.read(last), level),
    close: (fold, length) => fold.restore(length, withJoined(fold.values(), ranges.values()[0])),
  };
}
