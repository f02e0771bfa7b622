import { checkContract } from "../../contracts/check-contract.ts";
import type { FunctionContract, RecordContract, TypedContract } from "../../contracts/contract.ts";
import { takesAnyTree } from "../../contracts/takes-any-tree.ts";
import { type Expression, leftFold } from "../../expressions/expression.ts";
import { newElementArray } from "../../values/element-types.ts";
import { frozen } from "../../values/frozen.ts";
import { newColumn } from "../../values/value-types.ts";
import type {
  FunctionPlan,
  SynchronousExecutor,
  SynchronousPlan,
  SynchronousRecordPlan,
} from "../executor.ts";
import { elementRecipe, functionRecipe, recordRecipe } from "./contract-recipes.ts";
import { passesOf } from "./passes.ts";
import { refusal } from "./refusal.ts";
import { withOutputs } from "./with-outputs.ts";

/**
 * Plain loops in plain JavaScript: always there, serves every contract, and the one to read first.
 *
 * It neither generates code nor uses WebAssembly, so it runs where a page's policy forbids both. It alone runs plain functions
 * over any values, and callers' own expressions.
 */
export const javascriptExecutor: SynchronousExecutor & {
  planRecords(contract: RecordContract): SynchronousRecordPlan;
  planFunction(contract: FunctionContract): FunctionPlan;
} = frozen({ name: "javascript", refusal, plan, planRecords, planFunction });

function plan(given: TypedContract): SynchronousPlan {
  const contract = checkContract(given);
  const passes = passesOf({ ...elementRecipe(contract), expression: expressionToRun(contract) });
  return withOutputs(passes, (input) => newElementArray(contract.accumulate, input.length));
}

function planRecords(given: RecordContract): SynchronousRecordPlan {
  const contract = checkContract(given);
  const { columns } = contract.operator;
  const passes = passesOf({ ...recordRecipe(contract), expression: expressionToRun(contract) });
  return withOutputs(passes, (input) => columns.map(({ type }) => newColumn(type, input[0].length)));
}

function planFunction(contract: FunctionContract): FunctionPlan {
  return withOutputs(passesOf(functionRecipe(contract)), (input) => new Array(input.length));
}

/** A left fold where any tree has the bits and each prefix would need a tree of its own, or the contract's own is not here. */
function expressionToRun(contract: TypedContract | RecordContract): Expression {
  const { expression } = contract;
  const isDear = expression.kind === "bisection" || expression.kind === "network";
  return isDear && takesAnyTree(contract) ? leftFold : expression;
}
