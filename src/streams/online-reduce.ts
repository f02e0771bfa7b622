import type { ColumnContract } from "../contracts/column-contract.ts";
import type { InputOf } from "../contracts/options.ts";
import type { ContractOptions } from "../contracts/resolve.ts";
import type { OnlineExecutor } from "../executors/executor.ts";
import { columnSummaries } from "../summaries/summary-algebra.ts";
import type { NarrowType } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import type { ValueType } from "../values/value-types.ts";
import { type InnerRange, innerRange } from "./inner-range.ts";
import { chosenContract, openPass, resolveOnline } from "./online-contract.ts";
import { chunkShape, type Running, running } from "./running.ts";

import {
  checkStreamOptions,
  type OnlineReduceOptions,
  type Snapshot,
  snapshotText,
} from "./stream-options.ts";

/** A reduce of a range that arrives in chunks of any lengths, with the bits of one call over the whole. */
export interface OnlineReduce<
  Type extends ValueType | NarrowType = ValueType,
  Sum extends ValueType = Type extends ValueType ? Type : ValueType,
> extends Running<Sum> {
  /** Where the range starts; only one from 0 on can be observed. */
  readonly start: number;
  /**
   * Takes a chunk. A backward contract's chunks arrive last first, each in array order.
   *
   * @throws InvalidArgumentError, LengthMismatchError for a chunk that does not fit; nothing is taken then
   */
  push(chunk: InputOf<Type>): void;
}

/** The options of a running reduce before they are checked. */
export type AnyReduceOptions = ContractOptions & OnlineReduceOptions;

/** A running reduce on an executor. What `OpenReduce` types for the caller is checked here. */
export function onlineReduce(executor: OnlineExecutor, options: AnyReduceOptions): OnlineReduce {
  checkStreamOptions(options, "from", "position");
  const { from, position, ...rest } = options;
  if (from !== undefined && position !== undefined) {
    throw new InvalidArgumentError(
      "position",
      'left out with "from", which says where it ends',
      String(position),
    );
  }
  const contract = resolveOnline(rest, "reduce");
  // A range that is joined with others is one of everybody's.
  const chosen = position === undefined ? chosenContract(executor, contract, "reduce", rest) : contract;
  return reduceOf(executor, chosen, from ?? position ?? 0, contract);
}

/** A running reduce of a contract, from a position on or where a snapshot ends. */
export function reduceOf(
  executor: OnlineExecutor,
  contract: ColumnContract,
  from: Snapshot | number,
  asked = contract,
): OnlineReduce {
  const algebra = columnSummaries(contract);
  const shape = chunkShape(contract);
  const summary = typeof from === "number" ? algebra.empty(from) : algebra.decode(snapshotText("from", from));
  const { start } = summary;
  const isInner = start > 0;
  const state = isInner
    ? innerRange(executor, contract, algebra, summary)
    : openPass(executor, contract, "reduce", summary);
  const { members, change } = running<InnerRange>(
    { contract, asked, executor: executor.name, shape, algebra },
    state,
  );
  const push = (chunk: unknown): void => {
    const columns = shape.columnsOf(chunk);
    change((open) => open.reduce(columns));
  };
  return Object.assign(members, { start, push }) as OnlineReduce;
}
