import { frozen } from "../../values/frozen.ts";

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
