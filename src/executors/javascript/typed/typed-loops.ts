import type { ColumnContract } from "../../../contracts/column-contract.ts";
import type { Expression } from "../../../expressions/expression.ts";
import { ELEMENT_TYPES, type Scalar } from "../../../values/element-types.ts";
import type { ColumnArray } from "../../../values/value-types.ts";
import type { Calls } from "../loops.ts";
import type { TypedCalls } from "../machine.ts";
import type { ColumnRecipe } from "../recipe.ts";
import { foldCalls } from "./fold-calls.ts";
import { FOLD_LOOPS, TREE_LOOPS } from "./loops.ts";
import { type Blocks, treeReduce, treeScans } from "./tree-calls.ts";

/**
 * The loops of a contract over one column whose operator is one operation of two elements, whatever its name; nothing for any other.
 *
 * Where no tree can change a bit, they are those of a running value: minima, maxima, and all operations of integers.
 */
export function typedCalls(contract: ColumnContract, recipe: ColumnRecipe): TypedCalls {
  return callsOfOne(contract, recipe) as TypedCalls;
}

function callsOfOne(contract: ColumnContract, recipe: ColumnRecipe): Partial<Calls<Scalar, ColumnArray>> {
  const { expression, terms, sums } = contract;
  const [term] = terms;
  const sum = ELEMENT_TYPES.find((type) => type === sums[0]);
  if (sums.length > 1 || sum === undefined || term.kind !== "binary") return {};
  if (term.first.kind !== "left" || term.second.kind !== "right") return {};
  const fold = FOLD_LOOPS[term.operation]?.[sum];
  const loops = TREE_LOOPS[term.operation]?.[sum];
  if (fold === undefined || expression.kind === "custom") return {};
  const types = { type: contract.types[0], sum };
  if (loops === undefined) return foldCalls(fold, types, recipe);
  if (expression.kind === "leftFold") {
    return foldCalls(
      fold,
      types,
      recipe,
      contract.initial?.placement === "outside" ? loops.prepend : undefined,
    );
  }
  const blocks = blocksOf(expression);
  if (blocks === undefined) return {};
  const parts = { loops, blocks, types, recipe };
  return { reduce: treeReduce(parts), ...([8, 16, 32].includes(blocks.blockLength) && treeScans(parts)) };
}

function blocksOf(expression: Expression): Blocks | undefined {
  switch (expression.kind) {
    case "iteratedPairwise":
      return { blockLength: Number.POSITIVE_INFINITY, isLinear: false };
    case "blockDyadic":
    case "linearCarry":
      return { blockLength: expression.blockLength, isLinear: expression.kind === "linearCarry" };
    default:
      return undefined;
  }
}
