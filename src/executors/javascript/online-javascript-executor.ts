import type { RecordContract, TypedContract } from "../../contracts/contract.ts";
import type { Summary } from "../../summaries/summary.ts";
import { newElementArray, type Scalar } from "../../values/element-types.ts";
import { frozen } from "../../values/frozen.ts";
import { type ColumnArray, newColumn } from "../../values/value-types.ts";
import type { AnySummary, OnlineExecutor, OnlinePass } from "../executor.ts";
import { ofFirstColumn } from "./access.ts";
import { elementRecipe, type Row, recordRecipe } from "./contract-recipes.ts";
import { javascriptExecutor } from "./javascript-executor.ts";
import { onlineFoldOf } from "./online-fold-of.ts";
import { type FoldOf, keptTreeFold, onlinePass } from "./online-pass.ts";

/** The javascript executor, which takes sequences that keep arriving as well. */
export const onlineJavascriptExecutor: typeof javascriptExecutor & OnlineExecutor = frozen({
  ...javascriptExecutor,
  openPass: (contract, from) => openTreePass(onlineFoldOf, contract, from),
});

/** A pass of an expression that is a tree, by the folds of an executor. */
export function openTreePass(
  foldOf: FoldOf,
  contract: TypedContract | RecordContract,
  from: AnySummary | undefined,
): OnlinePass {
  if (contract.kind === "record") {
    const { columns } = contract.operator;
    const newOutput = (length: number): readonly ColumnArray[] =>
      columns.map(({ type }) => newColumn(type, length));
    const recipe = recordRecipe(contract);
    const open = keptTreeFold(contract.expression, recipe, foldOf);
    const setting = { contract, recipe, newOutput, scalarsOf: (row: Row) => row, open };
    return onlinePass(setting, from as Summary<Row> | undefined);
  }
  const recipe = elementRecipe(contract);
  const setting = {
    contract,
    recipe: { ...recipe, ...ofFirstColumn(recipe) },
    newOutput: (length: number) => [newElementArray(contract.accumulate, length)],
    scalarsOf: (value: Scalar) => [value],
    open: keptTreeFold(contract.expression, recipe, foldOf),
  };
  return onlinePass(setting, from as Summary | undefined);
}
