// Whether the products of a dot are rounded before they are added, found out by random inputs.
import { fromScaledInteger, toScaledInteger } from "../values/scaled-integers.ts";
import { evaluate, roundedInteger, roundTo } from "./arithmetic.ts";
import { SAMPLES } from "./fit-arithmetic.ts";
import { sampleValues } from "./questions.ts";
import type { RevealedSum } from "./revealed.ts";
import { asBinaryTree, foldTree } from "./revealed-tree.ts";

/**
 * "rounded": each product is rounded to the precision of the additions first, which loses nothing of f32 in f64. "fused": an element's product
 * is added to a partial sum with one rounding, by fused multiply–add. "unknown": neither gives the bits.
 */
export type Products = "rounded" | "fused" | "unknown";

/** Tries what products may mean for a tree that is known. */
export async function productsOf(
  revealed: RevealedSum,
  seed: bigint,
  ask: (left: readonly number[], right: readonly number[]) => Promise<number>,
): Promise<Products> {
  const possible = new Map(Object.entries(MEANINGS));
  if (revealed.fusedCount > 0) possible.delete("fused");
  // Samples that cancel reach so far that products of two would leave the range of the type.
  for (let number = 0; number < SAMPLES; number++) {
    const left = sampleValues(revealed.type, revealed.n, seed + 1n, 4 * number + 1);
    const right = sampleValues(revealed.type, revealed.n, seed + 2n, 4 * number + 1);
    const answer = await ask(left, right);
    for (const [name, value] of possible) {
      if (!Object.is(value(revealed, left, right), answer)) possible.delete(name);
    }
  }
  const [found = "unknown"] = possible.keys();
  return found.startsWith("fused") ? "fused" : (found as Products);
}

type Meaning = (revealed: RevealedSum, left: readonly number[], right: readonly number[]) => number;

/** Where two products meet, one of them is rounded first: the left or the right one. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  rounded: ({ tree, arithmetic }, left, right) =>
    evaluate(
      tree,
      left.map((value, i) => roundedProduct(value, right[i], arithmetic.precision)),
      arithmetic,
    ),
  fused: (revealed, left, right) => fused(revealed, left, right, "left"),
  "fused, right first": (revealed, left, right) => fused(revealed, left, right, "right"),
};

function roundedProduct(left: number, right: number, precision: number): number {
  if (precision >= 53) return left * right;
  return fromScale(roundedInteger(product(left, right), precision));
}

/** Products are integers in units of 2^−2148. */
const SCALE = 2148;

function product(left: number, right: number): bigint {
  return toScaledInteger(left) * toScaledInteger(right);
}

function fromScale(integer: bigint): number {
  return fromScaledInteger(integer, "f64", SCALE);
}

interface Term {
  readonly value: bigint;
  readonly isProduct: boolean; // not rounded yet
}

function fused(
  { tree, arithmetic }: RevealedSum,
  left: readonly number[],
  right: readonly number[],
  first: "left" | "right",
): number {
  const { precision, result } = arithmetic;
  const rounded = (term: Term): bigint =>
    term.isProduct ? roundedInteger(term.value, precision) : term.value;
  const root = foldTree<Term>(
    asBinaryTree(tree),
    (index) => ({ value: product(left[index], right[index]), isProduct: true }),
    ([one, other]) => {
      const isBoth = one.isProduct && other.isProduct;
      const [a, b] = isBoth && first === "right" ? [one.value, rounded(other)] : [rounded(one), other.value];
      const sum = !isBoth && one.isProduct ? one.value + rounded(other) : a + b;
      return { value: roundedInteger(sum, precision), isProduct: false };
    },
  );
  return roundTo(result, fromScale(rounded(root)));
}
