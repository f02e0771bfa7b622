import type { Expression } from "../../expressions/expression.ts";
import { InternalError } from "../../values/errors.ts";
import { blockedOnline } from "./blocked.ts";
import { dyadicOnline } from "./dyadic.ts";
import { interleavedOnline } from "./interleaved.ts";
import { leftFoldOnline } from "./left-fold.ts";
import type { Combine, TreeFold } from "./online-fold.ts";

/** One that can be followed element by element. */
export type OnlineExpression = Exclude<Expression, { readonly kind: "bisection" | "custom" }>;

/** A new fold of an expression, of those that every door with executors has; the others are refused before they come here. */
export function onlineFoldOf<Value>(expression: OnlineExpression, combine: Combine<Value>): TreeFold<Value> {
  switch (expression.kind) {
    case "leftFold":
      return leftFoldOnline(combine);
    case "iteratedPairwise":
      return dyadicOnline(combine);
    case "blockDyadic":
      return blockedOnline(expression.blockLength, combine, dyadicOnline(combine));
    case "linearCarry":
      return blockedOnline(expression.blockLength, combine, leftFoldOnline(combine));
    case "interleaved":
      return interleavedOnline(expression.laneCount, combine);
    default: {
      const refused: "network" | "binned" | "exact" = expression.kind;
      throw new InternalError(`no runner for ${refused}`);
    }
  }
}
