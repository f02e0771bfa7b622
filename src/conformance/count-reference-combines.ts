import type { TypedContract } from "../contracts/contract.ts";
import { referenceScan } from "../reference/reference.ts";
import { newElementArray } from "../values/element-types.ts";

/** How many combines the literal reference evaluates in an inclusive scan of `length` elements: counted as it goes. */
export function countReferenceCombines(contract: TypedContract, length: number): number {
  let count = 0;
  referenceScan(contract, "inclusive-scan", newElementArray(contract.type, length), () => {
    count++;
  });
  return count;
}
