import type { ColumnContract } from "../../../contracts/column-contract.ts";
import { takesAnyTree } from "../../../contracts/takes-any-tree.ts";

/** Where along k the trees of a cell stand, each joined with all before it; or a chain over all of it. */
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
    case "linearCarry":
      return carryRanges(expression.blockLength, depth);
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

/** Shorter blocks are more ranges than they are worth. */
const SHORTEST_CARRIED = 4;

/** T over each block; what was before is carried into each. */
function carryRanges(blockLength: number, depth: number): Brackets | undefined {
  if (blockLength === 1) return { kind: "chain", ranges: [{ start: 0, length: depth }] };
  if (blockLength < SHORTEST_CARRIED) return undefined;
  const ranges: Range[] = [];
  for (let start = 0; start < depth; start += blockLength) {
    ranges.push({ start, length: Math.min(blockLength, depth - start) });
  }
  return { kind: "trees", ranges };
}
