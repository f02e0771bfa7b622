import type { AccumulationOf, InputOf, SumOf } from "../contracts/options.ts";
import { checkExecutor, type OnlineExecutor } from "../executors/executor.ts";
import { checkMethods } from "../values/check-arguments.ts";
import type { ElementType, StorageType } from "../values/element-types.ts";
import type { ColumnsOf, RecordType, ValueType } from "../values/value-types.ts";
import { type AnyReduceOptions, type OnlineReduce, onlineReduce } from "./online-reduce.ts";
import { type AnyScanOptions, type OnlineScan, onlineScan } from "./online-scan.ts";
import { type ResumeReduceOptions, type ResumeScanOptions, resumeReduce, resumeScan } from "./resume.ts";
import { scanIterable, scanTransform } from "./scan-transform.ts";

import type {
  OnlineReduceOptions,
  OnlineScanOptions,
  RecordStreamOptions,
  Snapshot,
  TypedStreamOptions,
} from "./stream-options.ts";

/** `onlineScan` as its callers see it: chunks of the type go in, prefixes of the accumulation type come out. */
export interface OpenScan {
  <Type extends RecordType>(options: RecordStreamOptions<Type> & OnlineScanOptions): OnlineScan<Type>;
  <Type extends StorageType, Sum extends AccumulationOf<Type> = SumOf<Type>>(
    options: TypedStreamOptions<Type, Sum> & OnlineScanOptions,
  ): OnlineScan<Type, Sum>;
}

/** `onlineReduce` as its callers see it. */
export interface OpenReduce {
  <Type extends RecordType>(options: RecordStreamOptions<Type> & OnlineReduceOptions): OnlineReduce<Type>;
  <Type extends StorageType, Sum extends AccumulationOf<Type> = SumOf<Type>>(
    options: TypedStreamOptions<Type, Sum> & OnlineReduceOptions,
  ): OnlineReduce<Type, Sum>;
}

/** `scanTransform` as its callers see it. */
export interface OpenTransform {
  <Type extends RecordType>(
    options: RecordStreamOptions<Type> & OnlineScanOptions,
  ): TransformStream<InputOf<Type>, ColumnsOf<Type>>;
  <Type extends StorageType, Sum extends AccumulationOf<Type> = SumOf<Type>>(
    options: TypedStreamOptions<Type, Sum> & OnlineScanOptions,
  ): TransformStream<ColumnsOf<Type>, ColumnsOf<Sum>>;
}

/** Chunks as they come, now or later. */
export type Chunks<Chunk> = AsyncIterable<Chunk> | Iterable<Chunk>;

/** `scanIterable` as its callers see it. */
export interface ScanIterable {
  <Type extends RecordType>(
    chunks: Chunks<InputOf<Type>>,
    options: RecordStreamOptions<Type> & OnlineScanOptions,
  ): AsyncGenerator<ColumnsOf<Type>, void, undefined>;
  <Type extends StorageType, Sum extends AccumulationOf<Type> = SumOf<Type>>(
    chunks: Chunks<ColumnsOf<Type>>,
    options: TypedStreamOptions<Type, Sum> & OnlineScanOptions,
  ): AsyncGenerator<ColumnsOf<Sum>, void, undefined>;
}

/** `resumeScan` as its callers see it: the types are the caller's word, and each chunk is checked against the snapshot's. */
export type ResumeScan = <Type extends ValueType = ElementType, Sum extends ValueType = Type>(
  snapshot: Snapshot,
  options?: ResumeScanOptions,
) => OnlineScan<Type, Sum>;

/** `resumeReduce` as its callers see it. */
export type ResumeReduce = <Type extends ValueType = ElementType, Sum extends ValueType = Type>(
  snapshot: Snapshot,
  options?: ResumeReduceOptions,
) => OnlineReduce<Type, Sum>;

/** The functions of this room, each on an executor. */
export interface Streams {
  readonly onlineScan: OpenScan;
  readonly onlineReduce: OpenReduce;
  readonly resumeScan: ResumeScan;
  readonly resumeReduce: ResumeReduce;
  readonly scanTransform: OpenTransform;
  readonly scanIterable: ScanIterable;
}

/** The functions with their executor filled in and their types as callers see them. */
export function bindStreams(executor: OnlineExecutor): Streams {
  checkMethods("executor", checkExecutor(executor), ["openPass"], "an executor that takes sequences");
  // The implementations check at run time what these types say, and so take anything.
  return {
    onlineScan: ((options: AnyScanOptions) => onlineScan(executor, options)) as unknown as OpenScan,
    onlineReduce: ((options: AnyReduceOptions) => onlineReduce(executor, options)) as unknown as OpenReduce,
    resumeScan: ((snapshot, options) => resumeScan(executor, snapshot, options)) as ResumeScan,
    resumeReduce: ((snapshot, options) => resumeReduce(executor, snapshot, options)) as ResumeReduce,
    scanTransform: ((options: AnyScanOptions) => scanTransform(executor, options)) as OpenTransform,
    scanIterable: ((chunks: unknown, options: AnyScanOptions) =>
      scanIterable(executor, chunks, options)) as ScanIterable,
  };
}
