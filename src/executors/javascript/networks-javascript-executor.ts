import { checkContract } from "../../contracts/check-contract.ts";
import type { Contract, FunctionContract, RecordContract, TypedContract } from "../../contracts/contract.ts";
import { EVERYWHERE, type Requirement } from "../../contracts/levels.ts";
import { checkNetworkExpression } from "../../expressions/check-network-expression.ts";
import type { NetworkExpression } from "../../expressions/expression.ts";
import { newElementArray } from "../../values/element-types.ts";
import { frozen } from "../../values/frozen.ts";
import { newColumn } from "../../values/value-types.ts";
import type {
  FunctionPlan,
  OnlineExecutor,
  Refusal,
  Request,
  SynchronousPlan,
  SynchronousRecordPlan,
} from "../executor.ts";
import { elementRecipe, functionRecipe, recordRecipe } from "./contract-recipes.ts";
import { withChains } from "./eight-chains.ts";
import { networkFoldOf } from "./network-fold-of.ts";
import { onlineFoldOf } from "./online-fold-of.ts";
import { openTreePass } from "./online-javascript-executor.ts";
import type { FoldOf } from "./online-pass.ts";
import { passesOnline } from "./passes-online.ts";
import type { Passes, Recipe } from "./recipe.ts";
import { sumsJavascriptExecutor } from "./sums-javascript-executor.ts";
import { withOutputs } from "./with-outputs.ts";

/**
 * The javascript executor with the expressions of scan networks as well, over elements, records and any values, whole or in chunks; and all that
 * `sumsJavascriptExecutor` has.
 */
export const networksJavascriptExecutor: typeof sumsJavascriptExecutor & OnlineExecutor = frozen({
  ...sumsJavascriptExecutor,
  refusal,
  plan,
  planRecords,
  planFunction,
  openPass: (contract, from) =>
    isOfNetwork(contract)
      ? openTreePass(foldOf, contract, from)
      : sumsJavascriptExecutor.openPass(contract, from),
});

type OfNetwork<Of extends Contract> = Of & { readonly expression: NetworkExpression };

function isOfNetwork<Of extends Contract>(contract: Of): contract is OfNetwork<Of> {
  return contract.expression.kind === "network";
}

function refusal(request: Request): Refusal | undefined {
  if (!isOfNetwork(request.contract)) return sumsJavascriptExecutor.refusal(request);
  checkNetworkExpression(request.contract.expression);
  return undefined;
}

function plan(given: TypedContract, requirement: Requirement = EVERYWHERE): SynchronousPlan {
  const contract = checkContract(given);
  if (!isOfNetwork(contract)) return sumsJavascriptExecutor.plan(contract, requirement);
  const passes = passesOf(contract, elementRecipe(contract));
  const planned = withOutputs(passes, (input) => newElementArray(contract.accumulate, input.length));
  return withChains(planned, contract, requirement);
}

function planRecords(given: RecordContract): SynchronousRecordPlan {
  const contract = checkContract(given);
  if (!isOfNetwork(contract)) return sumsJavascriptExecutor.planRecords(contract);
  const { columns } = contract.operator;
  const passes = passesOf(contract, recordRecipe(contract));
  return withOutputs(passes, (input) => columns.map(({ type }) => newColumn(type, input[0].length)));
}

function planFunction(contract: FunctionContract): FunctionPlan {
  if (!isOfNetwork(contract)) return sumsJavascriptExecutor.planFunction(contract);
  return withOutputs(passesOf(contract, functionRecipe(contract)), (input) => new Array(input.length));
}

function passesOf<Value, Input, Output>(
  { expression }: OfNetwork<Contract>,
  recipe: Recipe<Value, Input, Output>,
): Passes<Value, Input, Output> {
  return passesOnline(recipe, () => networkFoldOf(expression, recipe.combine));
}

const foldOf: FoldOf = (expression, combine) =>
  expression.kind === "network" ? networkFoldOf(expression, combine) : onlineFoldOf(expression, combine);
