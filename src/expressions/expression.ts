import type { Network } from "../networks/network.ts";
import { type Brand, newBrand } from "../values/brand.ts";
import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";

/**
 * A named expression: the rule that says which tree of combines defines each value. Data, never code that runs on a machine;
 * the one exception is a caller's own, whose tree is a function of the length.
 */
export type Expression =
  | { readonly kind: "leftFold" }
  | { readonly kind: "iteratedPairwise" }
  | { readonly kind: "bisection" }
  | { readonly kind: "interleaved"; readonly laneCount: number }
  | { readonly kind: "blockDyadic"; readonly blockLength: number }
  | { readonly kind: "linearCarry"; readonly blockLength: number }
  | { readonly kind: "binned"; readonly fold: number }
  | { readonly kind: "exact" }
  | { readonly kind: "network"; readonly name: string; readonly network: Network }
  | { readonly kind: "custom"; readonly name: string; readonly tree: (length: number) => Tree };

/** A sum that no order changes: what it depends on is the multiset of its terms, so that it has no tree. */
export type OrderFreeExpression = Extract<Expression, { readonly kind: "binned" | "exact" }>;

/** An expression that is a tree for every length. */
export type TreeExpression = Exclude<Expression, OrderFreeExpression>;

/** Blocks of a scan network's width, each the trees that it builds, joined as those of blockDyadic. Made by `networkExpression`. */
export type NetworkExpression = Extract<Expression, { readonly kind: "network" }>;

/** What the constructors of expressions have made: it does not change, and its parameters are what they take. */
export const EXPRESSIONS: Brand = newBrand("expression");

/** `((x0·x1)·x2)·…`: what a plain loop gives. */
export const leftFold: Expression = EXPRESSIONS.mark({ kind: "leftFold" });

/** `T(x)`: pair neighbours, carry an odd last element up, repeat (P4016R0 §4 with one lane). */
export const iteratedPairwise: Expression = EXPRESSIONS.mark({ kind: "iteratedPairwise" });

/** Recursive halving at `floor(n/2)`. Every prefix has its own tree, so a scan costs n(n - 1)/2 combines. */
export const bisection: Expression = EXPRESSIONS.mark({ kind: "bisection" });

/** Lane of element i is `i mod laneCount`; T of each nonempty lane, then T of the lane results (P4016R0). @throws InvalidArgumentError */
export function interleaved(laneCount: number): Expression {
  return EXPRESSIONS.mark({ kind: "interleaved", laneCount: positiveInteger("laneCount", laneCount) });
}

/** `D·T(tail)`, where D is T over the roots of the complete blocks of `blockLength` (P4229R0 §6.4). @throws InvalidArgumentError */
export function blockDyadic(blockLength: number): Expression {
  return EXPRESSIONS.mark({ kind: "blockDyadic", blockLength: positiveInteger("blockLength", blockLength) });
}

/** Left fold over the roots of blocks of `blockLength`, tail last (P4229R0 §6.5). @throws InvalidArgumentError */
export function linearCarry(blockLength: number): Expression {
  return EXPRESSIONS.mark({ kind: "linearCarry", blockLength: positiveInteger("blockLength", blockLength) });
}

/** The folds that `binned` may have: bins kept below the largest magnitude. */
const FOLDS = [2, 3, 4] as const;

/**
 * A sum of floats in `fold` bins of fixed places (40 bits wide in f64, 13 in f32): the same bits in any order of the terms.
 *
 * @throws InvalidArgumentError for another fold than 2, 3 or 4
 * @see Ahrens, Demmel, Nguyen, Algorithms for Efficient Reproducible Floating Point Summation, TOMS 46(3), 2020
 */
export function binned(fold = 3): Expression {
  if (FOLDS.some((each) => each === fold)) return EXPRESSIONS.mark({ kind: "binned", fold });
  throw new InvalidArgumentError("fold", FOLDS.join(", "), describe(fold));
}

/** The true sum of floats, rounded once, ties to even: the same bits in any order of the terms. */
export const exact: Expression = EXPRESSIONS.mark({ kind: "exact" });

/** Whether an expression is a sum without an order, which nothing else is. */
export function isOrderFree(expression: Expression): expression is OrderFreeExpression {
  return expression?.kind === "binned" || expression?.kind === "exact";
}

/** What is used when no expression is named: part of version 1, fixed by measurement. */
export const DEFAULT_EXPRESSION: Expression = blockDyadic(32);

function positiveInteger(argument: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 1) return value;
  throw new InvalidArgumentError(argument, "a positive integer", describe(value));
}

/** A tree of combines: a leaf is the index of an element, a node combines its left and right subtree. */
export type Tree = number | TreeNode;

/** A combine of two subtrees, the left operand first. */
export interface TreeNode {
  readonly left: Tree;
  readonly right: Tree;
}
