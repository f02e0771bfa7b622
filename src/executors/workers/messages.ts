import type { ScalarType } from "../../values/element-types.ts";
import { type Row, type StoredType, viewColumn } from "../../values/value-types.ts";
import type { ColumnSummary } from "../executor.ts";
import type { PostedContract } from "./posted-contract.ts";
import type { RangeWork } from "./primitives/range-work.ts";

/** Values of tasks in shared memory: what a worker has computed is known there, whatever befalls it before it answers. */
interface PostedRows {
  readonly types: readonly ScalarType[]; // of a value, by column
  readonly buffer: SharedArrayBuffer; // a column of one value for each task, eight bytes apart or less; then the next column
}

/** The values as rows. Written before the task is marked as done on the board, read after that. */
export interface TaskRows {
  readonly write: (task: number, row: Row) => void;
  readonly read: (task: number) => Row;
}

const SLOT_BYTES = 8;

/** Room for a value of each task. */
export function newPostedRows(types: readonly ScalarType[], taskCount: number): PostedRows {
  return { types, buffer: new SharedArrayBuffer(SLOT_BYTES * types.length * taskCount) };
}

/** Opens rows, on either side. */
export function openTaskRows({ types, buffer }: PostedRows): TaskRows {
  const count = buffer.byteLength / (SLOT_BYTES * types.length);
  const columns = types.map((type, column) => viewColumn(type, buffer, SLOT_BYTES * count * column, count));
  return {
    write(task, row) {
      for (const [column, values] of columns.entries()) values[task] = row[column] as never;
    },
    read: (task) => columns.map((values) => values[task]),
  };
}

/*
 * What a pool and its workers tell each other: plain data and shared memory, nothing that has functions.
 *
 * A worker answers every job with one `done`, whatever happened; jobs are taken in the order in which they came.
 */

export type ToWorker = Open | AnyJob;

export type AnyJob = Job | RangeJob;

/** The first message: where the worker lives. */
export interface Open {
  readonly kind: "open";
  readonly slot: number; // which worker of the pool this is, from 0
  readonly memory: WebAssembly.Memory; // shared: the pool's library memory
  readonly beats: Int32Array; // shared: one count for each worker, of the chunks that it has finished
}

/** One round of tasks over the same arrays. Workers take tasks off the board, each task by one worker. */
export interface Job {
  readonly kind: "job";
  readonly id: number;
  readonly work: Work;
  readonly contract: PostedContract;
  readonly length: number; // of the input, in elements
  readonly base: number; // the position of its first element in the sequence
  readonly input: readonly PostedColumn<StoredType>[];
  readonly output: readonly PostedColumn[]; // none for a reduce
  readonly tasks: readonly Task[];
  readonly rows: PostedRows | undefined; // shared: where values are left; undefined where they are posted, in the order in which they come
  readonly board: Int32Array; // shared: BOARD
  readonly region: Region; // memory for this worker alone
}

/** One round of a primitive: each task is a range of its elements, segments or places. */
export interface RangeJob {
  readonly kind: "range-job";
  readonly id: number;
  readonly work: RangeWork;
  readonly input: readonly PostedColumn[];
  readonly output: readonly PostedColumn[]; // none where tasks only count
  readonly tasks: readonly Task[];
  readonly rows?: undefined; // of such tasks there are no values
  readonly board: Int32Array; // shared: BOARD
  readonly region: Region;
}

/** What is done with a range: summarised, the first half of its scan besides, reduced (a part, or the whole sequence), or scanned. */
export type Work = "summarise" | "first-half" | "reduce" | "whole" | "inclusive-scan" | "exclusive-scan";

/** A range of the sequence in input positions; backward contracts count from the end of the array. */
export interface Task {
  readonly start: number;
  readonly end: number;
  readonly from?: ColumnSummary; // of [0, start); absent where start is 0, and where a part is summarised by itself
  readonly givesSummary?: true; // a scan that tells the summary of [0, end) besides
  readonly isHalfDone?: true | undefined; // a scan of which the output has the first half
  readonly at?: readonly number[]; // of a range of a primitive: where its results go, or what else it is about
}

export interface Region {
  readonly start: number; // bytes
  readonly end: number;
}

/**
 * The places of a board. A claim is the slot + 1 of the worker that took the task, 0 while the task is free; DONE when its outcome is in shared memory, and
 * POSTED less the slot when it comes with the answer to the job. `done` counts the former, and waiting threads are notified there.
 */
export const BOARD = { isStopped: 0, done: 1, claims: 2 } as const;

export const DONE = -1;
export const POSTED = -2;

export type FromWorker = Ready | Done;

interface Ready {
  readonly kind: "ready";
}

export interface Done {
  readonly kind: "done";
  readonly id: number;
  readonly results: readonly TaskResult[]; // of tasks whose outcome is not in shared memory
}

/** What became of a task; a reason where it failed. */
export interface TaskResult {
  readonly task: number;
  readonly outcome: Outcome | undefined; // undefined: not computed here
  readonly reason?: string;
}

export type Outcome =
  | { readonly kind: "summary"; readonly summary: ColumnSummary }
  | { readonly kind: "value"; readonly value: Row }
  | { readonly kind: "written"; readonly summary?: ColumnSummary }
  | { readonly kind: "counts"; readonly counts: readonly number[] };

/** A column in shared memory: at an address of the library memory, or in another shared buffer. */
export interface PostedColumn<T extends StoredType = ScalarType> {
  readonly type: T;
  readonly length: number;
  readonly address: number; // bytes
  readonly buffer: SharedArrayBuffer | undefined; // undefined: the library memory
}
