import { columnContract } from "../contracts/column-contract.ts";
import { encodedContract } from "../summaries/encoded-contract.ts";
import { columnSummaries } from "../summaries/summary-algebra.ts";
import { checkOptionNames } from "../values/check-option-names.ts";
import type { ResumeReduceOptions } from "./resume.ts";
import { type Snapshot, snapshotText } from "./snapshot.ts";

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
