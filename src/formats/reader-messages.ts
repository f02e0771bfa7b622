// What a reader's thread and the thread that started it tell each other; errors keep their class on the way.

import { FormatError, InvalidArgumentError, type SamebitsError, UnsupportedError } from "../values/errors.ts";
import type { StoredType } from "../values/value-types.ts";
import type { ColumnsJob } from "./decode-columns.ts";
import type { DecodedColumn } from "./decoded.ts";

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
  | { readonly kind: "done"; readonly columns: readonly DecodedColumn<StoredType>[] }
  | { readonly kind: "failed"; readonly error: PostedError };

/** An error as a message between threads, where it would lose its class. */
type PostedError =
  | { readonly kind: "typed"; readonly name: string; readonly message: string; readonly facts: Facts }
  | { readonly kind: "other"; readonly error: unknown };

type Facts = readonly [string, string, string];

/** What is to be posted of an error. */
export function postedError(error: unknown): PostedError {
  const facts = factsOf(error);
  if (facts !== undefined && error instanceof Error) {
    return { kind: "typed", name: error.name, message: error.message, facts };
  }
  return { kind: "other", error: error instanceof Error ? error : String(error) };
}

/** The error that was posted. */
export function errorOfPosted(posted: PostedError): unknown {
  if (posted.kind === "other") return posted.error;
  const error = typedError(posted.name, posted.facts);
  error.message = posted.message; // of the facts as they were before they were escaped and cut
  return error;
}

function factsOf(error: unknown): Facts | undefined {
  if (error instanceof FormatError) return [error.source, error.expected, error.actual];
  if (error instanceof InvalidArgumentError) return [error.argument, error.expected, error.actual];
  if (error instanceof UnsupportedError) return [error.subject, error.reason, error.remedy];
  return undefined;
}

function typedError(name: string, facts: Facts): SamebitsError {
  if (name === "FormatError") return new FormatError(...facts);
  if (name === "InvalidArgumentError") return new InvalidArgumentError(...facts);
  return new UnsupportedError(...facts);
}
