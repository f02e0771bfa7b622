import type { OrderFreeExpression } from "../../expressions/expression.ts";
import type { Accumulator, FloatType } from "./accumulator.ts";
import { binnedAccumulator } from "./binned-accumulator.ts";
import { exactAccumulator } from "./exact-accumulator.ts";

/** A sum of nothing yet, of terms of `type`. */
export function newAccumulator(expression: OrderFreeExpression, type: FloatType): Accumulator {
  return expression.kind === "exact" ? exactAccumulator(type) : binnedAccumulator(expression.fold, type);
}
