import { type ColumnContract, columnContract } from "../../contracts/column-contract.ts";
import type { TypedContract } from "../../contracts/contract.ts";
import { checkInteger } from "../../values/check-arguments.ts";
import { networksJavascriptExecutor } from "./networks-javascript-executor.ts";

/** Elements of a count: some seconds of loops. */
const MOST_COUNTED = 2 ** 27;

/** How many times the plain loops evaluate the operator in an inclusive scan of `length` elements: counted by a function in its place. @throws InvalidArgumentError */
export function countCombines(given: TypedContract | ColumnContract, length: number): number {
  checkInteger("length", length, 0, MOST_COUNTED);
  const { expression, direction, initial, version } = columnContract(given);
  let count = 0;
  const operator = (left: number): number => {
    count++;
    return left;
  };
  networksJavascriptExecutor
    .planFunction({ kind: "function", operator, type: "any", expression, direction, initial, version })
    .inclusiveScan(new Float64Array(length));
  return count;
}
