import { checkContract } from "../../contracts/check-contract.ts";
import type { RecordContract, TypedContract } from "../../contracts/contract.ts";
import { EVERYWHERE, type Requirement } from "../../contracts/levels.ts";
import { isOrderFree } from "../../expressions/expression.ts";
import type { AccumulatorState } from "../../summaries/accumulators/accumulator.ts";
import type { Summary } from "../../summaries/summary.ts";
import { newElementArray, type Scalar } from "../../values/element-types.ts";
import { frozen } from "../../values/frozen.ts";
import type { AnySummary, OnlineExecutor, OnlinePass, SynchronousPlan } from "../executor.ts";
import { ofFirstColumn } from "./access.ts";
import { servedOf, withChains } from "./eight-chains.ts";
import { onlineJavascriptExecutor } from "./online-javascript-executor.ts";
import { onlinePass } from "./online-pass.ts";
import { accumulatorFold, orderFreeRecipe } from "./order-free-recipe.ts";
import { passesOnline } from "./passes-online.ts";
import { withOutputs } from "./with-outputs.ts";

/** The javascript executor with the order-free sums as well, whole or in chunks, and with sums in chains for who asks for less than everywhere. */
export const sumsJavascriptExecutor: typeof onlineJavascriptExecutor & OnlineExecutor = frozen({
  ...onlineJavascriptExecutor,
  refusal: (request) =>
    isOrderFree(request.contract.expression) ? undefined : onlineJavascriptExecutor.refusal(request),
  served: servedOf,
  plan,
  openPass: (contract, from) =>
    isOrderFree(contract.expression)
      ? openOrderFree(contract as TypedContract, from)
      : onlineJavascriptExecutor.openPass(contract as TypedContract | RecordContract, from),
});

function plan(given: TypedContract, requirement: Requirement = EVERYWHERE): SynchronousPlan {
  const contract = checkContract(given);
  if (isOrderFree(contract.expression)) return orderFreePlan(contract);
  return withChains(onlineJavascriptExecutor.plan(contract), contract, requirement);
}

function orderFreePlan(contract: TypedContract): SynchronousPlan {
  const passes = passesOnline(orderFreeRecipe(contract), () => accumulatorFold(contract));
  return withOutputs(passes, (input) => newElementArray(contract.accumulate, input.length));
}

function openOrderFree(contract: TypedContract, from: AnySummary | undefined): OnlinePass {
  const recipe = orderFreeRecipe(contract);
  const setting = {
    contract,
    recipe: { ...recipe, ...ofFirstColumn(recipe) },
    newOutput: (length: number) => [newElementArray(contract.accumulate, length)],
    scalarsOf: (value: Scalar) => [value],
    open: (state: Summary | undefined) => accumulatorFold(contract, state as AccumulatorState | undefined),
  };
  return onlinePass(setting, from as Summary | undefined);
}
