// Sums by a revealed tree in an arithmetic that no plan of an executor has: nodes of three operands and more, additions of 64 binary digits.
import { type Operator, type StorageArray, type StorageType, UnsupportedError } from "../index.ts";
import { type SavedTree, type SummedArray, sumByTree } from "../reveal.ts";
import type { OpenExecutor } from "./executors/offered-executor.ts";
import { type ContractArguments, elementOptions, revealedSum } from "./options/contract.ts";

/**
 * A plan over elements. With `tree:FILE`, where executors lack the file's own arithmetic, `byTree` is what to compute instead, and of the plan its contract
 * alone is meant.
 */
export function planOf(
  executor: OpenExecutor,
  asked: ContractArguments,
  operator: Operator,
  type: StorageType,
): { readonly plan: ReturnType<OpenExecutor["prepareElements"]>; readonly byTree: SavedTree | undefined } {
  try {
    return {
      plan: executor.prepareElements(elementOptions(asked, operator, type)),
      byTree: undefined,
    };
  } catch (error) {
    const saved = revealedSum(asked, operator, type);
    const isOwn = asked.initial === undefined && !asked.backward;
    if (!(error instanceof UnsupportedError) || saved === undefined || !isOwn) throw error;
    const { expression } = asked;
    return { plan: executor.prepareElements({ type, operator, expression }), byTree: saved };
  }
}

/** The sums of the first elements, as many as each length says, rounded as the tree's owner rounds them. */
export function sumsByTree(
  saved: SavedTree,
  input: StorageArray,
  lengths: readonly number[],
): Float64Array | Float32Array {
  const values = lengths.map((length) => {
    const tree = saved.prefixes?.[length - 1];
    // Alone, so that not all others are looked at each time.
    const alone = tree === undefined ? saved : { ...saved, n: length, tree, prefixes: undefined };
    return sumByTree(alone, input.subarray(0, length) as SummedArray);
  });
  return saved.arithmetic.result === "f32" ? Float32Array.from(values) : Float64Array.from(values);
}

/** The same of all prefixes. */
export function scanByTree(saved: SavedTree, input: StorageArray): Float64Array | Float32Array {
  const lengths = Array.from({ length: input.length }, (_, i) => i + 1);
  return sumsByTree(saved, input, lengths);
}

/** How additions round, in words. */
export function arithmeticText({ arithmetic }: SavedTree): string {
  const { precision, fused, result } = arithmetic;
  const rounding = fused?.rounding === "nearest" ? "to nearest" : "toward zero";
  const several =
    fused === undefined ? "" : `, several at once with ${fused.guardDigits} more, rounded ${rounding}`;
  return `${precision} binary digits${several}; then ${result}`;
}
