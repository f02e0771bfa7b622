// Which brackets along k one thread computes for a cell of its own.

import type { ColumnContract } from "../../../contracts/column-contract.ts";
import { takesAnyTree } from "../../../contracts/takes-any-tree.ts";

/** A block level above that of any depth: there are no blocks. */
const NO_BLOCKS = 32;

/** How the roots of a cell are folded: a tree, a chain, or a chain of the trees of blocks. */
export type BracketKind = "tree" | "chain" | "carry";

interface Bracket {
  readonly kind: BracketKind;
  readonly block: number; // of a tree its level: ranges of at least 2^block steps are blocks; of a carry its steps
}

/** Whether a contract is a chain along k, of steps or of blocks, whatever else has its bits. */
export function isChain({ expression }: ColumnContract): boolean {
  return expression.kind === "leftFold" || expression.kind === "linearCarry";
}

/** The bracket along k that a thread computes by itself; undefined for all others. */
export function cellBracket(contract: ColumnContract, depth: number): Bracket | undefined {
  const { expression, direction, initial, segments } = contract;
  if (direction === "backward" || initial !== undefined || segments !== undefined) return undefined;
  if (takesAnyTree(contract)) return { kind: "tree", block: NO_BLOCKS };
  switch (expression.kind) {
    case "leftFold":
      return { kind: "chain", block: 1 };
    case "linearCarry": {
      const { blockLength } = expression;
      if (blockLength === 1) return { kind: "chain", block: 1 };
      return depth <= blockLength
        ? { kind: "tree", block: NO_BLOCKS }
        : { kind: "carry", block: blockLength };
    }
    case "iteratedPairwise":
      return { kind: "tree", block: NO_BLOCKS };
    case "blockDyadic": {
      const level = Math.log2(expression.blockLength);
      if (Number.isInteger(level)) return { kind: "tree", block: Math.min(level, NO_BLOCKS) };
      return depth < expression.blockLength ? { kind: "tree", block: NO_BLOCKS } : undefined;
    }
    default:
      return undefined;
  }
}
