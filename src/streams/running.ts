// Why: a running scan and a running reduce differ in one step. Their life (open, changed, failed, closed) and their checks are the same.
import { checkInputColumns, checkOutput, checkOutputColumns } from "../contracts/check-columns.ts";
import { type ColumnContract, namedContract } from "../contracts/column-contract.ts";
import { lineOf } from "../contracts/contract-key.ts";
import { type Achieved, servedEverywhere } from "../contracts/levels.ts";
import type { ColumnSummary } from "../executors/executor.ts";
import { type RecordOperator, typeOf } from "../operators/operator.ts";
import type { ColumnSummaries } from "../summaries/summary-algebra.ts";
import { checkAttached } from "../values/check-arrays.ts";
import { describe } from "../values/describe.ts";
import type { ElementType, StorageType } from "../values/element-types.ts";
import { InvalidArgumentError, UnsupportedError } from "../values/errors.ts";
import {
  type Columns,
  isArrayOf,
  type Row,
  type StoredArray,
  type StoredColumns,
  type StoredType,
  shapeValue,
  shownScalar,
  type ValueOf,
  type ValueType,
} from "../values/value-types.ts";
import type { OnlineContract } from "./online-contract.ts";

/** What a running scan and a running reduce have in common. */
export interface Running<Sum extends ValueType> {
  readonly contract: OnlineContract;
  readonly achieved: Achieved;
  /** Where the next element stands: how many the whole sequence has so far, those before a snapshot included. */
  readonly position: number;
  /** The reduce of everything so far. @throws EmptyInputError for nothing without an initial value */
  observe(): ValueOf<Sum>;
  /** The state as one line of JSON: contract, range, values as bits, checksum. Any machine, executor and version of the package that knows the contract goes on from it. */
  snapshot(): string;
  /** The same text as bytes of UTF-8. */
  snapshotBytes(): Uint8Array;
  /** Gives memory back. Nothing else may be called after it; a second call does nothing. */
  close(): void;
  [Symbol.dispose](): void;
}

/** What computes it: an executor's pass, or the summary of a range that does not start at 0. */
export interface RunningState {
  readonly position: number;
  observe(): Row;
  summary(): ColumnSummary;
  close(): void;
}

interface RunningParts {
  readonly contract: ColumnContract;
  readonly asked: ColumnContract; // where less than everywhere will do another than what is computed
  readonly executor: string;
  readonly shape: ChunkShape;
  readonly algebra: ColumnSummaries;
}

/** A running state with its life: it is used while it is open, and given back at once when it fails. */
interface Guarded<State extends RunningState> {
  readonly members: Running<ValueType>;
  /** Runs a step that changes the state. What it throws is not the caller's fault, so that nothing can be said of the state after it. */
  change<Result>(step: (state: State) => Result): Result;
}

export function running<State extends RunningState>(parts: RunningParts, opened: State): Guarded<State> {
  const { contract, asked, executor, shape, algebra } = parts;
  let state: State | undefined = opened;
  const open = (): State => {
    if (state !== undefined) return state;
    throw new UnsupportedError(
      `a call of the online computation of ${lineOf(contract)}`,
      "it was closed",
      "open another, from a snapshot where it is to go on",
    );
  };
  const close = (): void => {
    state?.close();
    state = undefined;
  };
  const snapshot = (): string => algebra.encode(open().summary());
  const members = {
    contract: namedContract(asked),
    achieved: { ...servedEverywhere(contract), ...(contract !== asked && RUN_TO_RUN), executor },
    get position() {
      return open().position;
    },
    observe: () => shape.valueOf(open().observe()),
    snapshot,
    snapshotBytes: () => new TextEncoder().encode(snapshot()),
    close,
    [DISPOSE]: close,
  } as unknown as Running<ValueType>;
  return {
    members,
    change(step) {
      try {
        return step(open());
      } catch (error) {
        close();
        throw error;
      }
    },
  };
}

/** What another expression than the one that was asked for is served as. */
const RUN_TO_RUN = { determinism: "runToRun" } as const;

// Node 20 has no Symbol.dispose of its own; compiled `using` falls back to the registered symbol.
const DISPOSE: symbol = Symbol.dispose ?? Symbol.for("Symbol.dispose");

/** How a contract's chunks, prefixes and values look to the caller: one array and a scalar, or objects in the shape of a record. */
interface ChunkShape extends ChunkChecks {
  prefixesOf(columns: Columns): unknown;
  valueOf(row: Row): unknown;
}

interface ChunkChecks {
  /** A chunk by column. @throws InvalidArgumentError, LengthMismatchError when it is not of the contract's type */
  columnsOf(chunk: unknown): StoredColumns;
  /** A caller's output by column. @throws InvalidArgumentError, LengthMismatchError when it does not fit the chunk */
  outputOf(chunk: StoredColumns, output: unknown): Columns;
}

export function chunkShape({ operator, types, sums }: ColumnContract): ChunkShape {
  // Operators of single elements have no bools.
  const [type, sum] = [types[0] as StorageType, sums[0] as ElementType];
  const shape = typeOf(operator, sum);
  return {
    ...(operator.kind === "record-operator" ? recordChecks(operator, types) : elementChecks(type, sum)),
    prefixesOf: (columns) => shapeValue(shape, columns, (column) => column),
    valueOf: (row) => shapeValue(shape, row, shownScalar),
  };
}

function elementChecks(type: StorageType, sum: ElementType): ChunkChecks {
  return {
    columnsOf(chunk) {
      if (!isArrayOf(type, chunk)) {
        throw new InvalidArgumentError("chunk", `a typed array of ${type}`, describe(chunk));
      }
      const elements = chunk as StoredArray;
      if (elements.length === 0) checkAttached("chunk", elements);
      return [elements];
    },
    outputOf: ([chunk], output) => [checkOutput(sum, chunk, output, "chunk")],
  };
}

function recordChecks(operator: RecordOperator, types: readonly StoredType[]): ChunkChecks {
  return {
    columnsOf: (chunk) => checkInputColumns(operator, chunk, "chunk", types),
    outputOf: (chunk, output) => checkOutputColumns(operator, chunk, output, "chunk"),
  };
}
