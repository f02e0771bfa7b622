import type { ColumnContract } from "../contracts/column-contract.ts";
import type { OwnNames } from "../contracts/own-names.ts";
import type { OnlineExecutor } from "../executors/executor.ts";
import { encodedContract } from "../summaries/encoded-contract.ts";
import { checkOptionNames } from "../values/check-option-names.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { checkOnline } from "./online-contract.ts";
import { type OnlineReduce, reduceOf } from "./online-reduce.ts";
import { type OnlineScan, scanOf } from "./online-scan.ts";
import { type Snapshot, snapshotText } from "./snapshot.ts";
import { checkObservation, type ScanObservation } from "./stream-options.ts";

/** What a snapshot cannot say itself: the operators that its contract names by their hashes, and the networks of its expression. */
export type ResumeReduceOptions = OwnNames;

export interface ResumeScanOptions extends ResumeReduceOptions {
  readonly observation?: ScanObservation | undefined; // default: "inclusive-scan"
}

/** A running scan of the contract that a snapshot names, on an executor. */
export function resumeScan(
  executor: OnlineExecutor,
  snapshot: Snapshot,
  options: ResumeScanOptions = {},
): OnlineScan {
  checkOptionNames(options, ["operators", "expressions", "observation"]);
  const observation = checkObservation(options.observation);
  const contract = contractOf(snapshot, options, observation);
  if (observation === "exclusive-scan" && contract.initial === undefined) {
    throw new InvalidArgumentError(
      "snapshot",
      "of a contract with an initial value, for an exclusive scan",
      "one without",
    );
  }
  return scanOf(executor, contract, observation, snapshot);
}

/** A running reduce of the contract that a snapshot names, on an executor. */
export function resumeReduce(
  executor: OnlineExecutor,
  snapshot: Snapshot,
  options: ResumeReduceOptions = {},
): OnlineReduce {
  checkOptionNames(options, ["operators", "expressions"]);
  return reduceOf(executor, contractOf(snapshot, options, "reduce"), snapshot);
}

function contractOf(
  snapshot: Snapshot,
  { operators = [], expressions = [] }: ResumeReduceOptions,
  observation: "reduce" | ScanObservation,
): ColumnContract {
  return checkOnline(
    encodedContract(snapshotText("snapshot", snapshot), { operators, expressions }),
    observation,
  );
}
