import { takesAnyTree } from "../../contracts/takes-any-tree.ts";
import type { Refusal, Request } from "../executor.ts";
import { familyOf } from "./families.ts";

/** Why workers cannot serve a request, and who can. */
export function refusalOf({ contract, observation }: Request): Refusal | undefined {
  if (contract.kind === "function") {
    return {
      reason: "a plain function cannot be sent to a worker",
      remedy: 'use the javascript executor ("samebits/javascript"), or an operator written as a term',
    };
  }
  const { check, refusal } = familyOf(contract.expression);
  check?.();
  // Any tree has the same bits, so that one which can be cut serves.
  return takesAnyTree(contract) ? undefined : refusal?.(observation);
}
