import type { ColumnContract } from "../../contracts/column-contract.ts";
import { provideElementary } from "../../elementary/provide.ts";
import { binary, constant, select, type Term, unary } from "../../operators/term.ts";
import type { ElementType } from "../../values/element-types.ts";
import type { FloatSumOptions } from "../reductions/float-elements.ts";
import { floatSum } from "../reductions/float-elements.ts";

// Exponentials of elements less the largest of them: none overflows, and one of them is 1.

/** The largest element where it is finite or a NaN, else 0: from an infinity nothing can be taken. */
export function shiftOf(float: ElementType, largest: Term): Term {
  const isInfinite = binary("equal", unary("abs", largest), constant(float, Number.POSITIVE_INFINITY));
  return select(isInfinite, constant(float, 0), largest);
}

/** `exp(element − shift)`. */
export function shiftedExponential(element: Term, shift: Term): Term {
  return unary("exp", binary("subtract", element, shift));
}

/** The sum of such exponentials. @throws InvalidArgumentError for an `accumulate` that is not f64 */
export function sumOfExponentials(type: ElementType, options: FloatSumOptions): ColumnContract {
  provideElementary();
  return floatSum(type, options).contract;
}
