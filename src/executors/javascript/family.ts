import type { Expression, TreeExpression } from "../../expressions/expression.ts";
import { printExpression } from "../../expressions/print.ts";
import type { AccumulatorState } from "../../summaries/accumulators/accumulator.ts";
import type { ScalarType } from "../../values/element-types.ts";
import { InternalError } from "../../values/errors.ts";
import type { Refusal, Request } from "../executor.ts";
import type { Combine, OnlineFold, TreeFold } from "./folds/online-fold.ts";

/** What a family of expressions is to the plain loops: how the values of an expression come about; undefined for one of another family. */
export type Family = (expression: Expression) => Folding | undefined;

export type Folding = (TreeFolding | SumFolding | PrefixFolding) & {
  /** Why not a request for this expression; absent where there is no reason. @throws InvalidArgumentError for an expression that is not what it says */
  readonly refusal?: (request: Request) => Refusal | undefined;
};

/** A tree that is fixed by position, so that it can be followed element by element. */
type PositionedExpression = Exclude<TreeExpression, { readonly kind: "bisection" | "custom" }>;

export interface TreeFolding {
  readonly kind: "tree";
  readonly expression: PositionedExpression;
  readonly newFold: <Value>(combine: Combine<Value>) => TreeFold<Value>;
}

/** A sum without an order. Its contracts have one column, of floats; wherever an initial value stands, it is one more term. */
interface SumFolding {
  readonly kind: "sum";
  /** A new sum of scalars of a type, going on from a state if there is one. */
  readonly newFold: <Value>(type: ScalarType | undefined, from?: AccumulatorState) => SumFold<Value>;
}

/** A fold that is an accumulator, and the way to its state. */
export interface SumFold<Value> extends OnlineFold<Value> {
  readonly state: () => AccumulatorState;
}

/** Prefixes that share nothing: each is a tree of its own. */
export interface PrefixFolding {
  readonly kind: "prefixes";
  readonly prefixAt: <Value>(combine: Combine<Value>) => PrefixAt<Value>;
  readonly givesWay: boolean; // to a left fold, where any tree has the bits
}

/** The value of the first `length` elements of a sequence, `at(i)` being element i. */
export type PrefixAt<Value> = (at: (index: number) => Value, length: number) => Value;

/** The first that a list of families has for an expression. */
export function foldingOf(families: readonly Family[], expression: Expression): Folding | undefined {
  for (const family of families) {
    const folding = family(expression);
    if (folding !== undefined) return folding;
  }
  return undefined;
}

/** What `refusal` has made sure of. */
export function requireFolding(folding: Folding | undefined, { expression }: Request["contract"]): Folding {
  if (folding === undefined) throw new InternalError(`no loops for ${printExpression(expression)}`);
  return folding;
}
