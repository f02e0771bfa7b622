import type { TypedContract } from "../contracts/contract.ts";
import type { Refusal, Request, SynchronousExecutor, SynchronousPlan } from "../executors/executor.ts";
import { referenceReduce, referenceScan } from "../reference/reference.ts";
import type { ElementArray } from "../values/element-types.ts";

/** The literal reference as an executor: the oracle, to be held to the golden vectors itself. Serves any typed contract. */
export const referenceExecutor: SynchronousExecutor = {
  name: "reference",
  refusal: ({ contract }: Request): Refusal | undefined =>
    contract.kind === "typed"
      ? undefined
      : { reason: "the reference evaluates terms only", remedy: "use the javascript executor" },
  plan: planOf,
};

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
