import type { Scalar } from "../../../values/element-types.ts";
import type { ColumnArray } from "../../../values/value-types.ts";
import { dyadicOnline, levelsOf } from "../folds/dyadic.ts";
import { type Combine, leftFoldOnline, type TreeFold } from "../folds/online-fold.ts";
import type { PieceScan, Pieces } from "../loops.ts";
import type { ColumnRecipe } from "../recipe.ts";
import { foldCalls } from "./fold-calls.ts";
import type { FoldLoops, TreeLoops } from "./loop-types.ts";
import { canonicalise, type StagedTypes } from "./stage.ts";
import { type Blocks, joinedOf, type TreeParts, withJoined } from "./tree-parts.ts";
import { type RootOf, treeRoots } from "./tree-reduce.ts";
import { ROOT_SLOTS, treeScans } from "./tree-scans.ts";

/** Of one column. */
export type ColumnPieces = Pieces<ColumnArray>;

type Scan = PieceScan<ColumnArray>;
type Fold = TreeFold<Scalar>;

const part: ColumnPieces["part"] = (column, start, end) => column.subarray(start, end);

/** Pieces by a running value, which is all that the fold has; `prepend` puts an outside initial value before each prefix of floats. */
export function foldPieces(
  fold: Fold,
  loops: FoldLoops,
  types: StagedTypes,
  recipe: ColumnRecipe,
  prepend?: TreeLoops["prepend"],
): ColumnPieces {
  const begun = (length: number): ColumnRecipe => begunBy(recipe, length === 0 ? undefined : fold.observe());
  const reduce: ColumnPieces["reduce"] = (length, piece) => {
    const total = foldCalls(loops, types, begun(length)).reduce(piece);
    fold.restore(length + piece.length, [[total]]);
  };
  if (prepend === undefined)
    return { part, unit: 1, reduce, ...prefixScan(fold, loops, types, recipe, reduce) };
  const scan =
    (name: "inclusiveScan" | "exclusiveScan"): Scan =>
    (length, piece, output) => {
      if (length === 0) {
        const { [name]: first } = foldCalls(loops, types, recipe, prepend);
        reduce(length, piece);
        return first(piece, output);
      }
      const { [name]: next } = foldCalls(loops, types, begun(length));
      reduce(length, piece);
      next(piece, output);
      prepend(Number(recipe.initial?.value), output, 0, output.length);
      canonicalise(output, 0, output.length);
    };
  return {
    part,
    unit: 1,
    reduce,
    inclusiveScan: scan("inclusiveScan"),
    exclusiveScan: scan("exclusiveScan"),
  };
}

/** Pieces of whole blocks, where any tree over a block's elements has its root. */
export function anyTreePieces(
  fold: Fold,
  loops: FoldLoops,
  blocks: Blocks,
  types: StagedTypes,
  recipe: ColumnRecipe,
): ColumnPieces {
  const { reduce: total } = foldCalls(loops, types, begunBy(recipe, undefined));
  const { step } = recipe;
  const rootOf = (input: ColumnArray, start: number, end: number): Scalar =>
    total(step > 0 ? input.subarray(start, end) : input.subarray(input.length - end, input.length - start));
  const reduce = blockReduce(fold, blocks, recipe, rootOf);
  return { part, unit: blocks.blockLength, reduce, ...prefixScan(fold, loops, types, recipe, reduce) };
}

/** Pieces of whole blocks of floats; `isScanned` where their scans are those of octets. */
export function treePieces(fold: Fold, parts: TreeParts, isScanned: boolean): ColumnPieces {
  const { blocks, loops } = parts;
  const recipe = {
    ...parts.recipe,
    initial: parts.recipe.initial?.placement === "outside" ? parts.recipe.initial : undefined,
  };
  const reduce = blockReduce(
    fold,
    blocks,
    recipe,
    treeRoots({ ...parts, recipe: begunBy(recipe, undefined) }),
  );
  const scan =
    (name: "inclusiveScan" | "exclusiveScan"): Scan =>
    (length, piece, output) => {
      const lists = fold.values();
      const index = length / blocks.blockLength;
      const roots = new Float64Array(ROOT_SLOTS).fill(loops.identity);
      const levels = blocks.isLinear ? [0] : levelsOf(index);
      joinedOf(lists).forEach((root, i) => {
        roots[levels[i]] = Number(root);
      });
      const prefix = length === 0 ? undefined : (recipe.finish(fold.observe()) as Scalar);
      const scans = treeScans({ ...parts, recipe }, { roots, index, prefix });
      scans[name](piece, output);
      const after = blocks.isLinear ? [0] : levelsOf(scans.state.index);
      fold.restore(
        length + piece.length,
        withJoined(
          lists,
          after.map((level) => roots[level]),
        ),
      );
    };
  return {
    part,
    unit: blocks.blockLength,
    reduce,
    inclusiveScan: isScanned ? scan("inclusiveScan") : undefined,
    exclusiveScan: isScanned ? scan("exclusiveScan") : undefined,
  };
}

/** The recipe of a sequence that a value begins. */
function begunBy(recipe: ColumnRecipe, value: Scalar | undefined): ColumnRecipe {
  const initial = value === undefined ? undefined : ({ value, placement: "first" } as const);
  return { ...recipe, initial, finish: recipe.canonical };
}

/** The prefixes of a piece by a running value that begins with what stands before it; `reduce` takes the piece, before its place is written. */
function prefixScan(
  fold: Fold,
  loops: FoldLoops,
  types: StagedTypes,
  recipe: ColumnRecipe,
  reduce: ColumnPieces["reduce"],
): Pick<ColumnPieces, "inclusiveScan" | "exclusiveScan"> {
  const scan =
    (name: "inclusiveScan" | "exclusiveScan"): Scan =>
    (length, piece, output) => {
      const before = length === 0 ? recipe.initial?.value : recipe.finish(fold.observe());
      reduce(length, piece);
      foldCalls(loops, types, begunBy(recipe, before as Scalar | undefined))[name](piece, output);
    };
  return { inclusiveScan: scan("inclusiveScan"), exclusiveScan: scan("exclusiveScan") };
}

/** Appends whole blocks to a fold by their roots: neighbours that make a complete range of the tree over blocks at once, where ranges are trees of one kind. */
function blockReduce(
  fold: Fold,
  { blockLength, isLinear }: Blocks,
  recipe: ColumnRecipe,
  rootOf: (...range: Parameters<RootOf>) => Scalar,
): ColumnPieces["reduce"] {
  const combine = recipe.combine as Combine<Scalar>;
  const highest = isLinear || !Number.isInteger(Math.log2(blockLength)) ? 0 : HIGHEST_LEVEL;
  return (length, piece) => {
    const lists = fold.values();
    const joined = isLinear ? leftFoldOnline(combine) : dyadicOnline(combine);
    const before = length / blockLength;
    joined.restore(before, [joinedOf(lists)]);
    const count = piece.length / blockLength;
    for (let index = 0; index < count; ) {
      let level = 0;
      while (
        level < highest &&
        (before + index) % 2 ** (level + 1) === 0 &&
        index + 2 ** (level + 1) <= count
      ) {
        level++;
      }
      const next = index + 2 ** level;
      joined.append(rootOf(piece, index * blockLength, next * blockLength), level);
      index = next;
    }
    fold.restore(length + piece.length, withJoined(lists, joined.values()[0]));
  };
}

/** Of blocks that are appended at once: beyond it a root more costs nothing that shows. */
const HIGHEST_LEVEL = 6;
