import { networksWasmExecutor } from "./executors/wasm/networks-wasm-executor.ts";
import {
  bindStreams,
  type OpenReduce,
  type OpenScan,
  type OpenTransform,
  type ResumeReduce,
  type ResumeScan,
  type ScanIterable,
} from "./streams/bind-streams.ts";

// samebits/streams: sequences that keep arriving, stop and go on elsewhere, with the bits of one call over the whole.
const streams = bindStreams(networksWasmExecutor());

/**
 * A scan of a sequence in chunks of any lengths: the prefixes of all chunks together are those of one `inclusiveScan`, bit for bit.
 *
 * `options` are those of `prepare`, and `observation: "exclusive-scan"`, and `from`, a snapshot to go on from. `push` gives a chunk's
 * prefixes, `observe` the reduce so far, `snapshot` the state as text. Memory does not grow with the sequence: docs/streams.md has
 * the values kept per expression. Runs on the wasm executor; `bindStreams` takes another.
 *
 * @throws InvalidArgumentError, FormatError for a snapshot of another contract, both named
 * @throws UnsupportedError for bisection, a custom expression and a plain function
 * @see docs/streams.md, P4229R0 §5.2
 */
export const onlineScan: OpenScan = streams.onlineScan;

/**
 * A reduce of a sequence in chunks of any lengths, with the bits of one `reduce`.
 *
 * `from` goes on where a snapshot ends. `position` starts a range of its own at that place, without what stands before it: its
 * snapshot can be joined with its neighbours' by `concatSnapshots`, but not observed alone. Such a range is as fast as one from 0,
 * but for linearCarry, which needs every block by itself: with blocks below 4,096 elements some hundred times slower.
 *
 * @throws InvalidArgumentError, FormatError, UnsupportedError as `onlineScan`; leftFold has no ranges but from 0
 */
export const onlineReduce: OpenReduce = streams.onlineReduce;

/**
 * Goes on with a scan where a snapshot ends, by the contract that the snapshot names.
 *
 * `operators` are the caller's own, which a contract names only by their hashes, `expressions` those of networks, which it names alone. The types of chunks cannot be known before the
 * snapshot is read: name them, as in `resumeScan<"f64">(text)`, or use `onlineScan({ type: "f64", from: text })`.
 *
 * @throws FormatError for a damaged snapshot, InvalidArgumentError for one that does not start at 0 or names something unknown
 */
export const resumeScan: ResumeScan = streams.resumeScan;

/** Goes on with a reduce where a snapshot ends, as `resumeScan` does; also of a range that does not start at 0. */
export const resumeReduce: ResumeReduce = streams.resumeReduce;

/**
 * A scan as a web-standard transform: chunks are written, their prefixes are read. Options as for `onlineScan`.
 *
 * A chunk is taken when its prefixes are asked for, and not before. A chunk that does not fit errors both sides; however it ends
 * (close, abort, a consumer that cancels), memory is given back. Node streams take `scanIterable`.
 */
export const scanTransform: OpenTransform = streams.scanTransform;

/**
 * The prefixes of chunks as they come: `for await (const prefixes of scanIterable(chunks, { type: "f64" }))`.
 *
 * Takes any iterable, asynchronous or not: Node and web streams, generators, arrays of chunks. Options as for `onlineScan`, checked
 * at once. Stopping early, by `break` or an error, closes the source and gives memory back.
 */
export const scanIterable: ScanIterable = streams.scanIterable;

export type { ColumnSummary, OnlineExecutor, OnlinePass } from "./executors/executor.ts";
export { fastJavascriptExecutor as onlineJavascriptExecutor } from "./executors/javascript/fast-javascript-executor.ts";
export {
  type NetworksWasmExecutor as OnlineWasmExecutor,
  networksWasmExecutor as onlineWasmExecutor,
} from "./executors/wasm/networks-wasm-executor.ts";
export {
  bindStreams,
  type Chunks,
  type OpenReduce,
  type OpenScan,
  type OpenTransform,
  type ResumeReduce,
  type ResumeScan,
  type ScanIterable,
  type Streams,
} from "./streams/bind-streams.ts";
export type { OnlineContract } from "./streams/online-contract.ts";
export type { OnlineReduce } from "./streams/online-reduce.ts";
export type { OnlineScan } from "./streams/online-scan.ts";
export type { ResumeReduceOptions, ResumeScanOptions } from "./streams/resume.ts";
export { concatSnapshots } from "./streams/resume.ts";
export type { Running } from "./streams/running.ts";
export type {
  OnlineReduceOptions,
  OnlineScanOptions,
  RecordStreamOptions,
  ScanObservation,
  Snapshot,
  TypedStreamOptions,
} from "./streams/stream-options.ts";
export { openHash, type RunningHash } from "./values/hash.ts";
