import { parentPort } from "node:worker_threads";
import { type ColumnsJob, decodeColumns } from "./decode-columns.ts";
import type { RandomAccess } from "./open-parquet.ts";
import {
  errorOfPosted,
  type FromReader,
  type PostedJob,
  postedError,
  type ToReader,
} from "./reader-messages.ts";

// The file that a reader's thread runs: one job after the other, until it is ended.

interface Waiting {
  readonly resolve: (bytes: ArrayBuffer) => void;
  readonly reject: (error: unknown) => void;
}

const waiting = new Map<number, Waiting>();
let asked = 0;

parentPort?.on("message", (message: ToReader) => {
  switch (message.kind) {
    case "job":
      serve(message.job);
      return;
    case "bytes":
      waiting.get(message.id)?.resolve(message.bytes);
      waiting.delete(message.id);
      return;
    case "no-bytes":
      waiting.get(message.id)?.reject(errorOfPosted(message.error));
      waiting.delete(message.id);
      return;
    default:
      message satisfies never;
  }
});
post({ kind: "ready" });

function post(message: FromReader, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
}

async function serve(job: PostedJob): Promise<void> {
  const data = job.data instanceof Uint8Array ? job.data : fileElsewhere(job.data.byteLength);
  try {
    const columns = await decodeColumns({ ...job, data } as ColumnsJob, (done, total) => {
      post({ kind: "progress", done, total });
    });
    post(
      { kind: "done", columns },
      columns.map(({ array }) => array.buffer as ArrayBuffer),
    );
  } catch (error) {
    post({ kind: "failed", error: postedError(error) });
  }
}

/** A file that the thread which asked has open. */
function fileElsewhere(byteLength: number): RandomAccess {
  return {
    byteLength,
    slice: (start, end = byteLength) =>
      new Promise((resolve, reject) => {
        const id = asked++;
        waiting.set(id, { resolve, reject });
        post({ kind: "wants", id, start, end });
      }),
  };
}
