import type { RecordContract, TypedContract } from "../contracts/contract.ts";
import type {
  Refusal,
  Request,
  SynchronousExecutor,
  SynchronousPlan,
  SynchronousRecordPlan,
} from "../executors/executor.ts";
import { referenceReduce, referenceScan } from "../reference/reference.ts";
import type { ElementArray } from "../values/element-types.ts";
import { frozen } from "../values/frozen.ts";
import type { ColumnArray } from "../values/value-types.ts";

/** The literal reference as an executor: the oracle, to be held to the golden vectors itself. Serves elements and records. */
export const referenceExecutor: SynchronousExecutor & {
  planRecords(contract: RecordContract): SynchronousRecordPlan;
} = frozen({
  name: "reference",
  refusal: ({ contract }: Request): Refusal | undefined =>
    contract.kind === "function"
      ? { reason: "the reference evaluates terms only", remedy: "use the javascript executor" }
      : undefined,
  plan: planOf,
  planRecords,
});

function planOf(contract: TypedContract): SynchronousPlan {
  const scan =
    (observation: "inclusive-scan" | "exclusive-scan") =>
    (input: ElementArray, output?: ElementArray): ElementArray => {
      const result = referenceScan(contract, observation, input);
      if (output === undefined) return result;
      output.set(result as never);
      return output;
    };
  return {
    reduce: (input) => referenceReduce(contract, input),
    inclusiveScan: scan("inclusive-scan"),
    exclusiveScan: scan("exclusive-scan"),
  };
}

function planRecords(contract: RecordContract): SynchronousRecordPlan {
  const scan =
    (observation: "inclusive-scan" | "exclusive-scan") =>
    (input: readonly ColumnArray[], output?: readonly ColumnArray[]): readonly ColumnArray[] => {
      const result = referenceScan(contract, observation, input);
      if (output === undefined) return result;
      for (const [index, column] of output.entries()) column.set(result[index] as never);
      return output;
    };
  return {
    reduce: (input) => referenceReduce(contract, input),
    inclusiveScan: scan("inclusive-scan"),
    exclusiveScan: scan("exclusive-scan"),
  };
}
