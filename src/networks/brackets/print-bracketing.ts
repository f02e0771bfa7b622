import type { BlockBracketing, Bracketing } from "./bracketing.ts";
import { copyBracketing } from "./copy-bracketing.ts";

/**
 * A bracketing as text, the inverse of `parseBracketing`: as the contract's line spells it where that has it (`block-dyadic:4`, `linear-carry:4`), else
 * `mirror`, `carry(2, mirror)`, `peer(4, mirror, left-fold)`: tail, block length, what joins the blocks, and what is within them unless it is pairwise.
 */
export function printBracketing(bracketing: Bracketing): string {
  return print(copyBracketing(bracketing));
}

function print(bracketing: Bracketing): string {
  switch (bracketing.kind) {
    case "leftFold":
      return "left-fold";
    case "iteratedPairwise":
      return "iterated-pairwise";
    case "mirror":
      return "mirror";
    case "dyadicLeft":
      return "dyadic-left";
    case "dyadicAfterFirst":
      return "dyadic-after-first";
    case "blocks":
      return printBlocks(bracketing);
    default:
      return bracketing satisfies never;
  }
}

function printBlocks({ blockLength, tail, outer, local }: BlockBracketing): string {
  const isPairwiseWithin = local.kind === "iteratedPairwise";
  if (tail === "carry" && isPairwiseWithin) {
    if (outer.kind === "iteratedPairwise") return `block-dyadic:${blockLength}`;
    if (outer.kind === "leftFold") return `linear-carry:${blockLength}`;
  }
  const parts = [String(blockLength), print(outer), ...(isPairwiseWithin ? [] : [print(local)])];
  return `${tail}(${parts.join(", ")})`;
}
