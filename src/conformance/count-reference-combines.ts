import { checkTypedContract } from "../contracts/check-contract.ts";
import type { TypedContract } from "../contracts/contract.ts";
import { referenceScan } from "../reference/reference.ts";
import { checkWhole } from "../values/check-whole.ts";
import { newElementArray } from "../values/element-types.ts";

/** Elements of a count: the reference evaluates the tree of each prefix, a second's work for so many. */
const MOST_COUNTED = 2 ** 13;

/** How many combines the literal reference evaluates in an inclusive scan of `length` elements: counted as it goes. @throws InvalidArgumentError */
export function countReferenceCombines(given: TypedContract, length: number): number {
  const contract = checkTypedContract(given);
  checkWhole("length", length, 0, MOST_COUNTED);
  let count = 0;
  referenceScan(contract, "inclusive-scan", newElementArray(contract.type, length), () => {
    count++;
  });
  return count;
}
