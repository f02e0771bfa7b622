import type { TypedContract } from "../../contracts/contract.ts";
import { isOrderFree } from "../../expressions/expression.ts";
import type { Accumulator, AccumulatorState, FloatType } from "../../summaries/accumulators/accumulator.ts";
import { newAccumulator } from "../../summaries/accumulators/new-accumulator.ts";
import type { ElementArray, Scalar } from "../../values/element-types.ts";
import { InternalError } from "../../values/errors.ts";
import { elementRecipe } from "./contract-recipes.ts";
import type { OnlineFold } from "./online-fold.ts";
import type { Recipe } from "./recipe.ts";

/** The loops of an order-free contract. Wherever its initial value stands, it is one more term: as the first element is. */
export function orderFreeRecipe(contract: TypedContract): Recipe<Scalar, ElementArray, ElementArray> {
  const { initial } = contract;
  return {
    ...elementRecipe(contract),
    initial: initial === undefined ? undefined : { value: initial.value, placement: "first" },
  };
}

/** A fold that is an accumulator, and the way to its state. */
export interface AccumulatorFold extends OnlineFold<Scalar> {
  readonly state: () => AccumulatorState;
}

/** A new accumulator of the contract's sum, going on from a state if there is one. */
export function accumulatorFold(contract: TypedContract, from?: AccumulatorState): AccumulatorFold {
  const sum = accumulatorOf(contract);
  if (from !== undefined) sum.merge(from);
  return { append: (value) => sum.add(Number(value)), observe: sum.observe, state: sum.state };
}

function accumulatorOf({ expression, accumulate }: TypedContract): Accumulator {
  if (!isOrderFree(expression)) throw new InternalError("a tree was taken for an order-free sum");
  return newAccumulator(expression, accumulate as FloatType);
}
