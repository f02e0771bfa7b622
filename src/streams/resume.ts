import { type ColumnContract, columnContract } from "../contracts/column-contract.ts";
import type { OwnNames } from "../contracts/parse.ts";
import type { OnlineExecutor } from "../executors/executor.ts";
import { encodedContract } from "../summaries/envelope.ts";
import { columnSummaries } from "../summaries/summary-algebra.ts";
import { checkOptionNames } from "../values/check-name.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { checkOnline } from "./online-contract.ts";
import { type OnlineReduce, reduceOf } from "./online-reduce.ts";
import { type OnlineScan, openScan } from "./online-scan.ts";
import { checkObservation, type ScanObservation, type Snapshot, snapshotText } from "./stream-options.ts";

/** What a snapshot cannot say itself: the operators that its contract names by their hashes, and the networks of its expression. */
export type ResumeReduceOptions = OwnNames;

/** What `resumeScan` needs besides the snapshot. */
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
  return openScan(executor, { contract, asked: contract, observation, from: snapshot });
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

/**
 * The snapshot of [start, middle) followed by [middle, end): that of one computation over both, bit for bit.
 *
 * Exactly associative, so pieces may be joined in any grouping, by anybody. Steps: the number of values in both. `operators` are
 * those that the contract names by their hashes, `expressions` the networks that it names.
 *
 * @throws InvalidArgumentError when the ranges are not neighbours in that order
 * @throws FormatError when a snapshot is damaged, or the two are of different contracts, naming both
 */
export function concatSnapshots(left: Snapshot, right: Snapshot, options: ResumeReduceOptions = {}): string {
  checkOptionNames(options, ["operators", "expressions"]);
  const leftText = snapshotText("left", left);
  const { operators = [], expressions = [] } = options;
  const algebra = columnSummaries(columnContract(encodedContract(leftText, { operators, expressions })));
  return algebra.encode(
    algebra.concat(algebra.decode(leftText), algebra.decode(snapshotText("right", right))),
  );
}
