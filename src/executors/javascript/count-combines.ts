import type { TypedContract } from "../../contracts/contract.ts";
import { networksJavascriptExecutor } from "./networks-javascript-executor.ts";

/** How many times the plain loops evaluate the operator in an inclusive scan of `length` elements: counted by a function in its place. */
export function countCombines(contract: TypedContract, length: number): number {
  let count = 0;
  const operator = (left: number): number => {
    count++;
    return left;
  };
  networksJavascriptExecutor
    .planFunction({ ...contract, kind: "function", operator })
    .inclusiveScan(new Float64Array(length));
  return count;
}
