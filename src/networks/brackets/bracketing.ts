// A bracketing names the brackets of all prefixes at once: what an expression of a contract is to a network.
import { checkInteger, checkObject } from "../../values/check-arguments.ts";
import { checkName } from "../../values/check-name.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { frozen } from "../../values/frozen.ts";
import { MAX_WIDTH } from "../network.ts";

/**
 * A named expression as networks know it: which bracket every prefix has.
 *
 * - `leftFold`: one after the other from the left.
 * - `iteratedPairwise`: T, split at the largest power of two below the length.
 * - `mirror`: the same seen from the right: the *right* part is the largest power of two below the length.
 * - `dyadicLeft`: complete blocks for the binary digits of the length, largest first, folded from the left: the query of a Fenwick tree.
 * - `dyadicAfterFirst`: element 0 with the blocks of `dyadicLeft` of the rest, folded from the left.
 * - `blocks`: the values of complete blocks of `blockLength`, each bracketed by `local`, joined by `outer`; what is left over stands beside them
 *   as one operand of the last combine ("carry"), or among them as a last block ("peer").
 */
export type Bracketing =
  | { readonly kind: "leftFold" | "iteratedPairwise" | "mirror" | "dyadicLeft" | "dyadicAfterFirst" }
  | BlockBracketing;

/** The bracketing of blocks of `blockLength` elements: `local` within a block, `outer` over their values. */
export interface BlockBracketing {
  readonly kind: "blocks";
  readonly blockLength: number;
  readonly tail: "carry" | "peer";
  readonly outer: Bracketing;
  readonly local: Bracketing;
}

/** Blocks of two at every one of 16 levels, within and between: more than any width has use for. */
export const MAX_BLOCK_FORMS = 64;

/** The bracketings without parameters, simplest first: that is the order in which a network is named. */
export const PLAIN_BRACKETINGS: readonly Bracketing[] = frozen([
  { kind: "iteratedPairwise" },
  { kind: "leftFold" },
  { kind: "mirror" },
  { kind: "dyadicLeft" },
  { kind: "dyadicAfterFirst" },
]);

const KINDS = [...PLAIN_BRACKETINGS.map(({ kind }) => kind), "blocks"];
const TAILS = ["carry", "peer"] as const;

/** A bracketing from what a caller gives as one: made anew, checked whole. @throws InvalidArgumentError naming the part */
export function copyBracketing(given: unknown, argument = "bracketing"): Bracketing {
  let formCount = 0;
  const copy = (part: unknown, place: string): Bracketing => {
    const form = checkObject(place, part, "a bracketing, as parseBracketing gives it");
    const { kind, blockLength, tail, outer, local } = form;
    const plain = PLAIN_BRACKETINGS.find((each) => each.kind === kind);
    if (plain !== undefined) return plain;
    checkName(`${place}.kind`, KINDS, kind);
    if (++formCount > MAX_BLOCK_FORMS) {
      const expected = `of at most ${MAX_BLOCK_FORMS} forms with blocks`;
      throw new InvalidArgumentError(argument, expected, "more");
    }
    return {
      kind: "blocks",
      blockLength: checkInteger(`${place}.blockLength`, blockLength, 1, MAX_WIDTH),
      tail: checkName(`${place}.tail`, TAILS, tail),
      outer: copy(outer, `${place}.outer`),
      local: copy(local, `${place}.local`),
    };
  };
  return copy(given, argument);
}

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
