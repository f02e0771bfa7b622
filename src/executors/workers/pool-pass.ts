import type { ColumnContract } from "../../contracts/column-contract.ts";
import { lineOf } from "../../contracts/contract-key.ts";
import type { Summary } from "../../summaries/summary.ts";
import { columnSummaries } from "../../summaries/summary-algebra.ts";
import { InvalidArgumentError, UnsupportedError } from "../../values/errors.ts";
import type { Columns, Row } from "../../values/value-types.ts";
import type { ColumnSummary } from "../executor.ts";
import type { Call } from "./call.ts";
import { familyOf } from "./families.ts";

/**
 * A running pass on a pool: `OnlinePass`, with its answers to come. Its state between two chunks is a summary and nothing else, so that
 * it may begin where another place left off and end where another goes on. One chunk at a time.
 */
export interface PoolPass {
  /** Input elements taken so far. */
  readonly position: number;
  /** Takes a chunk, by column, and gives the inclusive prefix of each of its elements; `output` has its length. */
  inclusiveScan(chunk: Columns, output?: Columns): Promise<Columns>;
  /** Takes a chunk and gives what stands before each of its elements. */
  exclusiveScan(chunk: Columns, output?: Columns): Promise<Columns>;
  /** Takes a chunk without observing. */
  reduce(chunk: Columns): Promise<void>;
  /** The reduce of everything taken, by column. @throws EmptyInputError for nothing without an initial value */
  observe(): Row;
  /** The summary of everything taken, its values as those of `from`. */
  summary(): Summary | ColumnSummary;
}

/**
 * Opens a pass from the beginning, or from where `from` ends.
 *
 * @throws UnsupportedError for a left fold, which workers refuse, and for an expression without summaries
 * @throws InvalidArgumentError for a summary of another contract, or of a range that does not begin at 0
 */
export function poolPass(contract: ColumnContract, call: Call, from: ColumnSummary | undefined): PoolPass {
  const algebra = columnSummaries(contract);
  const refused = familyOf(contract.expression).refusal?.("inclusive-scan");
  if (refused !== undefined) {
    const subject = `a pass of ${contract.expression.kind} on workers`;
    throw new UnsupportedError(subject, refused.reason, refused.remedy);
  }
  let state = from ?? algebra.empty(0);
  checkFrom(contract, state);
  const scan = async (work: "inclusive-scan" | "exclusive-scan", chunk: Columns, output?: Columns) => {
    const scanned = await call.scan(work, chunk, output, state);
    state = scanned.summary ?? state;
    return scanned.output;
  };
  return {
    get position() {
      return state.end;
    },
    inclusiveScan: (chunk, output) => scan("inclusive-scan", chunk, output),
    exclusiveScan: (chunk, output) => scan("exclusive-scan", chunk, output),
    async reduce(chunk) {
      state = await call.summarise(chunk, state);
    },
    observe: () => algebra.observe(state),
    summary: () => state,
  };
}

function checkFrom(contract: ColumnContract, from: ColumnSummary): void {
  const line = lineOf(contract);
  if (from.contract !== line) {
    throw new InvalidArgumentError(
      "from",
      `a summary of contract "${line}"`,
      `one of contract "${from.contract}"`,
    );
  }
  if (from.start === 0) return;
  throw new InvalidArgumentError("from", "a summary from position 0 on", `one from ${from.start} on`);
}
