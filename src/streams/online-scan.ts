import type { ColumnContract } from "../contracts/column-contract.ts";
import type { InputOf } from "../contracts/options.ts";
import type { ContractOptions } from "../contracts/resolve.ts";
import type { OnlineExecutor, OnlinePass } from "../executors/executor.ts";
import { columnSummaries } from "../summaries/summary-algebra.ts";
import type { NarrowType } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import type { ColumnsOf, ValueType } from "../values/value-types.ts";
import { chosenContract, openPass, resolveOnline } from "./online-contract.ts";
import { chunkShape, type Running, running } from "./running.ts";

import {
  checkObservation,
  checkStreamOptions,
  type OnlineScanOptions,
  type ScanObservation,
  type Snapshot,
  snapshotText,
} from "./stream-options.ts";

/** A scan of a sequence that arrives in chunks of any lengths, with the bits of one call over the whole. */
export interface OnlineScan<
  Type extends ValueType | NarrowType = ValueType,
  Sum extends ValueType = Type extends ValueType ? Type : ValueType,
> extends Running<Sum> {
  readonly observation: ScanObservation;
  /**
   * Takes a chunk and gives its prefixes, in `output` where given, which may be the chunk itself.
   *
   * A backward contract's chunks arrive last first, each in array order.
   *
   * @throws InvalidArgumentError, LengthMismatchError for a chunk or output that does not fit; nothing is taken then
   */
  push(chunk: InputOf<Type>, output?: ColumnsOf<Sum>): ColumnsOf<Sum>;
}

/** The options of a running scan before they are checked. */
export type AnyScanOptions = ContractOptions & OnlineScanOptions;

/** A running scan on an executor. What `OpenScan` types for the caller is checked here. */
export function onlineScan(executor: OnlineExecutor, options: AnyScanOptions): OnlineScan {
  return openScan(executor, resolveScan(executor, options));
}

/** The parts of a running scan's options, checked; nothing is opened yet. */
interface ResolvedScan {
  readonly contract: ColumnContract;
  readonly asked: ColumnContract; // where less than everywhere will do another than what is computed
  readonly observation: ScanObservation;
  readonly from: Snapshot | undefined;
}

export function resolveScan(executor: OnlineExecutor, options: AnyScanOptions): ResolvedScan {
  checkStreamOptions(options, "observation", "from");
  const { observation: given, from, ...rest } = options;
  const observation = checkObservation(given);
  const asked = resolveOnline(rest, observation);
  return { contract: chosenContract(executor, asked, observation, rest), asked, observation, from };
}

/** A running scan of a contract, from the beginning or where a snapshot ends. */
export function openScan(
  executor: OnlineExecutor,
  { contract, asked, observation, from }: ResolvedScan,
): OnlineScan {
  const algebra = columnSummaries(contract);
  const shape = chunkShape(contract);
  const summary = from === undefined ? undefined : algebra.decode(snapshotText("from", from));
  if (summary !== undefined && summary.start !== 0) {
    const actual = `one of [${summary.start}, ${summary.end})`;
    throw new InvalidArgumentError("from", "a snapshot of a range from position 0 on", actual);
  }
  const pass = openPass(executor, contract, observation, summary);
  const { members, change } = running<OnlinePass>(
    { contract, asked, executor: executor.name, shape, algebra },
    pass,
  );
  const push = (chunk: unknown, output?: unknown): unknown => {
    const columns = shape.columnsOf(chunk);
    const outputs = output === undefined ? undefined : shape.outputOf(columns, output);
    const prefixes = change((state) =>
      observation === "inclusive-scan"
        ? state.inclusiveScan(columns, outputs)
        : state.exclusiveScan(columns, outputs),
    );
    return output ?? shape.prefixesOf(prefixes);
  };
  return Object.assign(members, { observation, push }) as OnlineScan;
}
