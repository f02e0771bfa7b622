import { isOrderFree } from "../../../expressions/expression.ts";
import type { AccumulatorState } from "../../../summaries/accumulators/accumulator.ts";
import { newAccumulator } from "../../../summaries/accumulators/new-accumulator.ts";
import type { ScalarType } from "../../../values/element-types.ts";
import { InternalError } from "../../../values/errors.ts";
import type { Family, SumFold } from "../family.ts";

/** Sums that no order changes. */
export const sumsFamily: Family = (expression) => {
  if (!isOrderFree(expression)) return undefined;
  return {
    kind: "sum",
    newFold<Value>(type: ScalarType | undefined, from?: AccumulatorState) {
      if (type !== "f64" && type !== "f32")
        throw new InternalError("an order-free sum was planned of no floats");
      const sum = newAccumulator(expression, type);
      if (from !== undefined) sum.merge(from);
      const fold: SumFold<unknown> = { append: sum.add, observe: sum.observe, state: sum.state };
      return fold as SumFold<Value>;
    },
  };
};
