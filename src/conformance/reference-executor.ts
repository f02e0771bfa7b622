import {
  type ColumnContract,
  checkColumnContract,
  columnContract,
  namedContract,
} from "../contracts/column-contract.ts";
import type { TypedContract } from "../contracts/contract.ts";
import type { SynchronousExecutor, SynchronousPlan } from "../executors/executor.ts";
import { type CombineObserver, referenceReduce, referenceScan } from "../reference/reference.ts";
import { checkInteger } from "../values/check-arguments.ts";
import type { StorageArray } from "../values/element-types.ts";
import { frozen } from "../values/frozen.ts";
import { type Columns, newColumn, newStorageArray, type StoredColumns } from "../values/value-types.ts";
import type { ScanObservation } from "./suite/checks.ts";

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
  plan.inclusiveScan(
    contract.types.map((type) => (type === "bool" ? newColumn(type, length) : newStorageArray(type, length))),
  );
  return count;
}

/** The literal reference as an executor: the oracle, to be held to the golden vectors itself. Serves all that is over columns. */
export const referenceExecutor: SynchronousExecutor = frozen<SynchronousExecutor>({
  name: "reference",
  refusal: ({ contract }) =>
    contract.kind === "function"
      ? { reason: "the reference evaluates terms only", remedy: "use the javascript executor" }
      : undefined,
  plan: (contract) => referencePlan(contract),
});

/** What the reference says of a contract; the observer is told of every combine. */
export function referencePlan(given: ColumnContract, onCombine?: CombineObserver): SynchronousPlan {
  const contract = namedContract(checkColumnContract(given));
  const scanned = (observation: ScanObservation, input: StoredColumns): Columns =>
    contract.kind === "record"
      ? referenceScan(contract, observation, input as Columns, onCombine)
      : [referenceScan(contract, observation, input[0] as StorageArray, onCombine)];
  const scan =
    (observation: ScanObservation) =>
    (input: StoredColumns, output?: Columns): Columns => {
      const result = scanned(observation, input);
      if (output === undefined) return result;
      for (const [index, column] of output.entries()) column.set(result[index] as never);
      return output;
    };
  return {
    reduce: (input) =>
      contract.kind === "record"
        ? referenceReduce(contract, input as Columns, onCombine)
        : [referenceReduce(contract, input[0] as StorageArray, onCombine)],
    inclusiveScan: scan("inclusive-scan"),
    exclusiveScan: scan("exclusive-scan"),
  };
}
