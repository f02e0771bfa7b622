import { describe } from "../values/describe.ts";
import { FormatError, InvalidArgumentError } from "../values/errors.ts";

/** The state of a range, to be kept or carried: an encoded summary (see `samebits/summaries`) as text, or as bytes of UTF-8. */
export type Snapshot = string | Uint8Array;

/** A snapshot as text. @throws InvalidArgumentError, FormatError for bytes that are not text */
export function snapshotText(argument: string, snapshot: unknown): string {
  if (typeof snapshot === "string") return snapshot;
  if (!(snapshot instanceof Uint8Array)) {
    throw new InvalidArgumentError(argument, "a snapshot, as text or bytes", describe(snapshot));
  }
  try {
    // A byte order mark is not part of a snapshot: it is not dropped, so that it is refused.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(snapshot);
  } catch {
    throw new FormatError(argument, "a snapshot in UTF-8", `${snapshot.length} bytes that are not`);
  }
}
