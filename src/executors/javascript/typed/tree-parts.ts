import type { ColumnRecipe } from "../recipe.ts";
import type { TreeLoops } from "./loop-types.ts";
import type { StagedTypes } from "./stage.ts";

/** Elements that are staged at a time, a power of two: with what they come from and go to they lie in the second-level cache. */
export const STAGED_LENGTH = 2048;

/** Elements of a range of `iteratedPairwise` that is taken at once. */
export const RANGE_LENGTH = 64;

/** Blocks that are canonical trees, and what joins them. */
export interface Blocks {
  readonly blockLength: number; // Infinity: one tree over all elements
  readonly isLinear: boolean; // joined by a running value, not by one more tree
}

/** What calls over trees are made of. */
export interface TreeParts {
  readonly loops: TreeLoops;
  readonly blocks: Blocks;
  readonly types: StagedTypes;
  readonly recipe: ColumnRecipe;
}

type Lists<Value> = readonly (readonly Value[])[];

/** The roots of whole blocks in the lists of a fold: that of `blocked` has three, and one of `T` alone is of blocks of any length. */
export function joinedOf<Value>(lists: Lists<Value>): readonly Value[] {
  return lists[lists.length === 3 ? 1 : 0];
}

export function withJoined<Value>(lists: Lists<Value>, joined: readonly Value[]): Lists<Value> {
  return lists.length === 3 ? [[], joined, []] : [joined];
}
