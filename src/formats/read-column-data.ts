// Columns of any place that has them. With a signal they are decoded on a thread of their own, since decoding one waits for nothing (decision 0030).

import type { StoredType } from "../values/value-types.ts";
import { type ByteSource, orAborted, type ReadControl, readEverything } from "./byte-source.ts";
import { expectNoHeader } from "./check-options.ts";
import { textOfSource } from "./csv/csv-text.ts";
import { type ColumnsJob, decodeColumns } from "./decode-columns.ts";
import { readCsvColumns } from "./decode-csv.ts";
import type {
  AnyNullRule,
  ColumnRequest,
  DecodedColumn,
  HeaderOptions,
  ProgressListener,
} from "./decoded.ts";
import type { RandomAccess } from "./open-parquet.ts";
import type { ReaderThread } from "./start-reader-thread.ts";

/** A thread that has done its work waits for the next one: to start one and to load a reader's library takes 60 to 130 ms (decision 0030). */
let idle: ReaderThread | undefined;

/** Starting threads is not tried again where it has failed: the file is in a bundle or it is not. */
let hasThreads = true;

/**
 * Decodes columns where the signal can end it. Libraries that read Arrow and Parquet are busy for as long as a damaged file makes them, and a
 * thread that is busy hears nothing: so with a signal they run on another one, which is ended when the signal aborts.
 *
 * Without a signal, and where there are no threads or a bundle has no file for them, columns are decoded on the calling thread.
 */
async function decodeStoppably(
  job: ColumnsJob,
  control: { readonly signal?: AbortSignal | undefined; readonly onProgress?: ProgressListener | undefined },
): Promise<readonly DecodedColumn<StoredType>[]> {
  const { signal, onProgress } = control;
  if (signal === undefined || !isClonable(job)) return decodeColumns(job, onProgress);
  const thread = await takeThread();
  if (signal.aborted) {
    if (thread !== undefined) keep(thread);
    throw signal.reason;
  }
  if (thread === undefined) return decodeColumns(job, onProgress);
  try {
    const columns = await orAborted(() => thread.run(job, onProgress), signal);
    keep(thread);
    return columns;
  } catch (error) {
    thread.end(); // a library that has thrown may still be doing something
    throw error;
  }
}

/** Anything else is not a column's name or a rule: the calling thread refuses it. */
function isClonable({ requests, options }: ColumnsJob): boolean {
  try {
    structuredClone({ requests, options });
    return true;
  } catch {
    return false;
  }
}

async function takeThread(): Promise<ReaderThread | undefined> {
  const taken = idle;
  idle = undefined;
  if (taken?.isAlive()) return taken;
  if (!hasThreads) return undefined;
  // Not in what a page loads, which has no files to read.
  const { startReaderThread } = await import("./start-reader-thread.ts");
  const started = await startReaderThread();
  hasThreads = started !== undefined;
  return started;
}

function keep(thread: ReaderThread): void {
  if (idle === undefined) idle = thread;
  else thread.end();
}

/** Where data come from: in order and, if it is a file of known length, from anywhere in it. */
export interface ColumnsPlace {
  readonly inOrder: ByteSource;
  readonly anywhere?: RandomAccess | undefined;
}

type ColumnsOptions = HeaderOptions &
  ReadControl & { readonly source: string; readonly nulls?: AnyNullRule | undefined };

/** Reads columns of a format that has them by name. */
export async function readColumnData(
  format: ColumnsJob["format"] | "csv" | "tsv",
  { inOrder, anywhere }: ColumnsPlace,
  wanted: readonly ColumnRequest[],
  control: ColumnsOptions,
): Promise<readonly DecodedColumn<StoredType>[]> {
  const { source, nulls, header } = control;
  const requests = wanted.map(({ column, type }) => ({ column, type }));
  if (format === "csv" || format === "tsv") {
    const delimiter = control.delimiter ?? (format === "tsv" ? "\t" : ",");
    const text = textOfSource(inOrder, source, { ...control, delimiter });
    return readCsvColumns(text, requests, { nulls, header });
  }
  const options = { source, nulls };
  expectNoHeader(control, format);
  if (format === "parquet" && anywhere !== undefined) {
    return decodeStoppably({ format, data: anywhere, requests, options }, control);
  }
  const data = await readEverything(inOrder, control);
  return decodeStoppably({ format, data, requests, options }, control);
}
