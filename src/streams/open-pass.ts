import type { ColumnContract } from "../contracts/column-contract.ts";
import type { Observation } from "../contracts/contract.ts";
import type { ColumnSummary, OnlineExecutor, OnlinePass } from "../executors/executor.ts";
import { UnsupportedError } from "../values/errors.ts";

/** A pass of the executor, from the beginning or from a summary. @throws UnsupportedError where the executor refuses */
export function openPass(
  executor: OnlineExecutor,
  contract: ColumnContract,
  observation: Observation,
  from: ColumnSummary | undefined,
): OnlinePass {
  const subject = `an online ${observation} of ${contract.operator.name} on executor "${executor.name}"`;
  const refused = executor.refusal({ contract, observation, allowQuadratic: false });
  if (refused !== undefined) throw new UnsupportedError(subject, refused.reason, refused.remedy);
  if (typeof executor.openPass === "function") return executor.openPass(contract, from);
  throw new UnsupportedError(
    subject,
    "it takes whole arrays only",
    "use the executor javascript or wasm, as samebits/streams does",
  );
}
