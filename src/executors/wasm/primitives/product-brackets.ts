import type { ColumnContract } from "../../../contracts/column-contract.ts";
import { takesAnyTree } from "../../../contracts/takes-any-tree.ts";

/** Where along k the trees of a cell stand, one or two, of which the first is joined with the second; or a chain over all of it. */
export interface Brackets {
  readonly kind: "trees" | "chain";
  readonly ranges: readonly Range[];
}

export interface Range {
  readonly start: number;
  readonly length: number;
}

/** The brackets of a contract over `depth` elements; undefined where they are others. */
export function bracketsOf(contract: ColumnContract, depth: number): Brackets | undefined {
  const { expression, direction, initial, segments } = contract;
  if (direction === "backward" || initial !== undefined || segments !== undefined) return undefined;
  const whole = { start: 0, length: depth };
  if (takesAnyTree(contract)) return { kind: "trees", ranges: [whole] };
  switch (expression.kind) {
    case "leftFold":
      return { kind: "chain", ranges: [whole] };
    case "iteratedPairwise":
      return { kind: "trees", ranges: [whole] };
    case "blockDyadic":
      return blockRanges(expression.blockLength, depth);
    default:
      return undefined;
  }
}

/** T over the elements of complete blocks, which for a power of two is T over their roots; then T over the rest. */
function blockRanges(blockLength: number, depth: number): Brackets | undefined {
  const full = depth - (depth % blockLength);
  const isPowerOfTwo = Number.isInteger(Math.log2(blockLength));
  if (!isPowerOfTwo && full > 0) return undefined;
  const ranges = [
    { start: 0, length: full },
    { start: full, length: depth - full },
  ];
  return { kind: "trees", ranges: ranges.filter(({ length }) => length > 0) };
}
