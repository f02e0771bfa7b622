import type { RecordOptions, SumOf, TypedOptions } from "../contracts/options.ts";
import { CONTRACT_OPTIONS } from "../contracts/resolve.ts";
import { checkOptionNames } from "../values/check-name.ts";
import { describe } from "../values/describe.ts";
import type { ElementType, StorageType } from "../values/element-types.ts";
import { FormatError, InvalidArgumentError } from "../values/errors.ts";
import type { RecordType } from "../values/value-types.ts";

/** A contract over elements, whose type must be said: there is no input yet to tell it. */
export type TypedStreamOptions<
  Type extends StorageType,
  Sum extends ElementType = SumOf<Type>,
> = TypedOptions<Type, Sum> & { readonly type: Type };

/** A contract over records. */
export type RecordStreamOptions<Type extends RecordType> = RecordOptions<Type>;

/** Which values of a running scan come back: prefixes that contain their own element, or that leave it out. */
export type ScanObservation = "inclusive-scan" | "exclusive-scan";

/** What a running scan may be told besides its contract. */
export interface OnlineScanOptions {
  readonly observation?: ScanObservation | undefined; // default: "inclusive-scan"
  readonly from?: Snapshot | undefined; // default: the beginning; must be of the same contract and start at position 0
}

/** What a running reduce may be told besides its contract. */
export interface OnlineReduceOptions {
  readonly from?: Snapshot | undefined; // default: the beginning; must be of the same contract
  readonly position?: number | undefined; // default: 0; where the range starts that is to be reduced, in input elements
}

/** Refuses anything but an options object, and a name that nothing would look at. @throws InvalidArgumentError */
export function checkStreamOptions(options: unknown, ...own: readonly string[]): void {
  checkOptionNames(options, [...CONTRACT_OPTIONS, ...own]);
}

/** @throws InvalidArgumentError */
export function checkObservation(given: unknown): ScanObservation {
  if (given === undefined) return "inclusive-scan";
  if (given === "inclusive-scan" || given === "exclusive-scan") return given;
  throw new InvalidArgumentError("observation", '"inclusive-scan" or "exclusive-scan"', describe(given));
}

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
