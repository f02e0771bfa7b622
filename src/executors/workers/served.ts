import type { Observation } from "../../contracts/contract.ts";
import { EVERYWHERE, type Requirement, type Served, servedEverywhere } from "../../contracts/levels.ts";
import { roundedOperation, takesAnyTree } from "../../contracts/takes-any-tree.ts";
import type { Refusal, Request } from "../executor.ts";
import { familyOf } from "./families.ts";

/**
 * What workers promise: the contract to the bit, but where nothing is guaranteed and orders differ by rounding, a reduce in which
 * pieces are combined as they arrive.
 */
export function servedOf({ contract, observation, requirement = EVERYWHERE }: Request): Served {
  return takesArrivals(contract, observation, requirement)
    ? { determinism: "notGuaranteed", expression: "implementation-defined:arrival-order" }
    : servedEverywhere(contract);
}

/** Whether values are combined as they arrive. */
export function takesArrivals(
  contract: Request["contract"],
  observation: Observation,
  { determinism }: Requirement,
): boolean {
  return (
    determinism === "notGuaranteed" && observation === "reduce" && roundedOperation(contract) !== undefined
  );
}

/** Why workers cannot serve a request, and who can. */
export function refusalOf(request: Request): Refusal | undefined {
  const { contract, product, isSegmented } = request;
  if (contract.kind === "function") {
    return {
      reason: "a plain function cannot be sent to a worker",
      remedy: 'use the javascript executor ("samebits/javascript"), or an operator written as a term',
    };
  }
  const { check, refusal } = familyOf(contract.expression);
  check?.();
  // A cell and a segment are chains of their own, and a worker has whole ones.
  const isOfMany = product !== undefined || isSegmented === true;
  if (isOfMany && contract.expression.kind === "leftFold") return undefined;
  // All trees have the same bits, so one that can be cut serves.
  return takesAnyTree(contract) ? undefined : refusal?.(request);
}
