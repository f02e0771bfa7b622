import type { ColumnContract } from "../../../contracts/column-contract.ts";
import { ELEMENT_TYPES, type Scalar } from "../../../values/element-types.ts";
import type { ColumnArray } from "../../../values/value-types.ts";
import type { ColumnArrays, ColumnValue } from "../access.ts";
import { treeWay } from "../families/tree-ways.ts";
import type { TreeFold } from "../folds/online-fold.ts";
import type { Calls, Pieces, PiecesOf } from "../loops.ts";
import type { TypedCalls, TypedParts } from "../machine.ts";
import type { ColumnRecipe } from "../recipe.ts";
import { foldCalls } from "./fold-calls.ts";
import type { FoldLoops, TreeLoops } from "./loop-types.ts";
import { FOLD_LOOPS, TREE_LOOPS } from "./loops.ts";
import { anyTreePieces, type ColumnPieces, foldPieces, treePieces } from "./pieces.ts";
import type { StagedTypes } from "./stage.ts";
import { tapePieces } from "./tape-pieces.ts";
import { type Blocks, RANGE_LENGTH } from "./tree-parts.ts";
import { treeReduce } from "./tree-reduce.ts";
import { treeScans } from "./tree-scans.ts";

/** The loops of an operation on a type. */
interface TypedLoops {
  readonly types: StagedTypes;
  readonly fold: FoldLoops;
  readonly tree: TreeLoops | undefined; // where a tree can change a bit: of floats alone
}

/** Those of a contract over one column whose operator is one operation of two elements, whatever its name; undefined for any other. */
function loopsOf({ terms, types, sums }: ColumnContract): TypedLoops | undefined {
  const [term] = terms;
  const sum = ELEMENT_TYPES.find((type) => type === sums[0]);
  if (sums.length > 1 || sum === undefined || term.kind !== "binary") return undefined;
  if (term.first.kind !== "left" || term.second.kind !== "right") return undefined;
  const fold = FOLD_LOOPS[term.operation]?.[sum];
  return fold && { types: { type: types[0], sum }, fold, tree: TREE_LOOPS[term.operation]?.[sum] };
}

/**
 * The calls of a contract that loops serve, or none.
 *
 * Where no tree can change a bit, they are those of a running value: minima, maxima, and all operations of integers.
 */
function typedCalls(contract: ColumnContract, recipe: ColumnRecipe): TypedCalls {
  return callsBy(loopsOf(contract), contract, recipe) as TypedCalls;
}

function callsBy(
  loops: TypedLoops | undefined,
  { expression, initial }: ColumnContract,
  recipe: ColumnRecipe,
): Partial<Calls<Scalar, ColumnArray>> {
  const way = treeWay(expression);
  if (loops === undefined || way.kind === "own") return {};
  const { types, fold, tree } = loops;
  if (tree === undefined) return foldCalls(fold, types, recipe);
  if (way.kind === "fold") {
    return foldCalls(fold, types, recipe, initial?.placement === "outside" ? tree.prepend : undefined);
  }
  if (way.kind !== "blocks") return {};
  const { blocks } = way;
  const parts = { loops: tree, blocks, types, recipe };
  return { reduce: treeReduce(parts), ...(isScanned(blocks) && treeScans(parts)) };
}

/** Longer blocks would seldom lie in a chunk as a whole. */
const LONGEST_BLOCK = 2048;

/** The pieces of a pass: by loops of one operation, and what these lack by tapes. */
function typedPieces(
  contract: ColumnContract,
  recipe: ColumnRecipe,
): PiecesOf<ColumnValue, ColumnArrays> | undefined {
  const tapes = tapePieces(contract, recipe);
  const loops = loopPieces(contract, recipe);
  if (loops === undefined) return tapes;
  return (given) => {
    const own = loops(given as TreeFold<Scalar>) as Pieces<ColumnArrays>;
    return own.inclusiveScan === undefined ? { ...own, ...tapes?.(given), reduce: own.reduce } : own;
  };
}

function loopPieces(
  contract: ColumnContract,
  recipe: ColumnRecipe,
): ((fold: TreeFold<Scalar>) => ColumnPieces) | undefined {
  const loops = loopsOf(contract);
  if (loops === undefined) return undefined;
  const { types, tree } = loops;
  const { expression, initial } = contract;
  const way = treeWay(expression);
  if (way.kind === "fold") {
    const prepend = initial?.placement === "outside" ? tree?.prepend : undefined;
    return (fold) => foldPieces(fold, loops.fold, types, recipe, prepend);
  }
  if (way.kind !== "blocks") return undefined;
  const given = way.blocks;
  const isOneTree = given.blockLength === Number.POSITIVE_INFINITY;
  const blocks = isOneTree ? { ...given, blockLength: RANGE_LENGTH } : given;
  if (blocks.blockLength < 8 || blocks.blockLength > LONGEST_BLOCK) return undefined;
  if (tree === undefined) return (fold) => anyTreePieces(fold, loops.fold, blocks, types, recipe);
  return (fold) => treePieces(fold, { loops: tree, blocks, types, recipe }, isScanned(given));
}

/** The block lengths of which TreeLoops have scans. */
function isScanned({ blockLength }: Blocks): boolean {
  return blockLength === 8 || blockLength === 16 || blockLength === 32;
}

/** Loops of one operation and type, for the machines that have them. */
export const TYPED_LOOPS: TypedParts = { calls: typedCalls, pieces: typedPieces, tapes: tapePieces };
