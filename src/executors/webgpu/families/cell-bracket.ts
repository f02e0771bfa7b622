// Which brackets along k one thread computes for a cell of its own.

import type { ColumnContract } from "../../../contracts/column-contract.ts";
import { takesAnyTree } from "../../../contracts/takes-any-tree.ts";

/** A block level above that of any depth: there are no blocks. */
const NO_BLOCKS = 32;

/** How the roots of a cell are folded. */
interface Bracket {
  readonly kind: "tree" | "chain";
  readonly blockLevel: number; // of a tree: ranges of at least 2^blockLevel steps are blocks
}

/** Whether a contract is a chain along k, whatever else has its bits. */
export function isChain({ expression }: ColumnContract): boolean {
  return expression.kind === "leftFold";
}

/** The bracket along k that a thread computes by itself; undefined for all others. */
export function cellBracket(contract: ColumnContract, depth: number): Bracket | undefined {
  const { expression, direction, initial, segments } = contract;
  if (direction === "backward" || initial !== undefined || segments !== undefined) return undefined;
  if (takesAnyTree(contract)) return { kind: "tree", blockLevel: NO_BLOCKS };
  switch (expression.kind) {
    case "leftFold":
      return { kind: "chain", blockLevel: NO_BLOCKS };
    case "iteratedPairwise":
      return { kind: "tree", blockLevel: NO_BLOCKS };
    case "blockDyadic": {
      const blockLevel = Math.log2(expression.blockLength);
      if (Number.isInteger(blockLevel)) return { kind: "tree", blockLevel: Math.min(blockLevel, NO_BLOCKS) };
      return depth < expression.blockLength ? { kind: "tree", blockLevel: NO_BLOCKS } : undefined;
    }
    default:
      return undefined;
  }
}
