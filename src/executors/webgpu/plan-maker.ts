import type { PlanMaker } from "./gpu-plans.ts";
import { noCertificates, planContract } from "./plan-contract.ts";

/** Plans of one device: what is found out of a pipeline is found out once. */
export function planMaker(): PlanMaker {
  const certificates = noCertificates();
  return (device, contract, observation, { maxLength, determinism, arithmetic, algorithm, counts, mapped }) =>
    planContract(
      device,
      contract,
      observation,
      {
        maxLength,
        determinism,
        algorithm,
        mapped,
        arithmetic: arithmetic === "integer" ? "integer" : undefined,
        inspected: counts === true ? { faults: [] } : undefined,
      },
      certificates,
    );
}
