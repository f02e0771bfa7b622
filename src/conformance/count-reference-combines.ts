import { type ColumnContract, columnContract } from "../contracts/column-contract.ts";
import type { TypedContract } from "../contracts/contract.ts";
import { checkInteger } from "../values/check-arguments.ts";
import { newColumn } from "../values/value-types.ts";
import { referencePlan } from "./reference-executor.ts";

/** Elements of a count: the reference evaluates the tree of each prefix, a second's work for so many. */
const MOST_COUNTED = 2 ** 13;

/** How many combines the literal reference evaluates in an inclusive scan of `length` elements: counted as it goes. @throws InvalidArgumentError */
export function countReferenceCombines(given: TypedContract | ColumnContract, length: number): number {
  const contract = columnContract(given);
  checkInteger("length", length, 0, MOST_COUNTED);
  let count = 0;
  const plan = referencePlan(contract, () => {
    count++;
  });
  plan.inclusiveScan(contract.types.map((type) => newColumn(type, length)));
  return count;
}
