import type { Observation } from "../../contracts/contract.ts";
import { EVERYWHERE, type Requirement, type Served } from "../../contracts/levels.ts";
import { roundedOperation } from "../../contracts/rounded-operation.ts";
import { servedEverywhere } from "../../contracts/served-everywhere.ts";
import type { Request } from "../executor.ts";

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
