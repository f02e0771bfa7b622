import type { ColumnsJob } from "./decode-columns.ts";
import type { DecodedColumn } from "./decoded.ts";
import type { PostedError } from "./posted-error.ts";

/** What a reader's thread is told. */
export type ToReader =
  | { readonly kind: "job"; readonly job: PostedJob }
  | { readonly kind: "bytes"; readonly id: number; readonly bytes: ArrayBuffer }
  | { readonly kind: "no-bytes"; readonly id: number; readonly error: PostedError };

/** A job whose file, if it is not read at once, stays where it was opened. */
export type PostedJob = Omit<ColumnsJob, "data"> & {
  readonly data: Uint8Array | { readonly byteLength: number };
};

/** What it tells: first of all that it is there. */
export type FromReader =
  | { readonly kind: "ready" }
  | { readonly kind: "wants"; readonly id: number; readonly start: number; readonly end: number }
  | { readonly kind: "progress"; readonly done: number; readonly total: number | undefined }
  | { readonly kind: "done"; readonly columns: readonly DecodedColumn[] }
  | { readonly kind: "failed"; readonly error: PostedError };
