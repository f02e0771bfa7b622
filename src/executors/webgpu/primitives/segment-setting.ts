import type { OperatorBody } from "../../../operators/operator.ts";
import type { ScalarType } from "../../../values/element-types.ts";
import { termsKey } from "../kernels/terms-key.ts";
import { read } from "./machine.ts";

/** What kernels over segments are written for. Two that are equal give the same texts. */
export interface SegmentSetting {
  readonly types: readonly ScalarType[]; // of the columns as they come
  readonly sums: readonly ScalarType[]; // as they are combined and go
  readonly operator: OperatorBody; // over the sums, its sides swapped where segments are gone through backward
  readonly threads: number;
  readonly run: number; // consecutive elements of a thread where a tile is in workgroup memory
}

/**
 * Words of kernels over segments. A *sequence* is a segment in the order in which it is gone through, behind its initial value where that stands first:
 * then `lead` is 1, and position 0 is no element.
 */
export const SEGMENT_WORDS = ["is_backward", "lead"] as const;

/** Lengths that they have: of the elements, and of the offsets, one more than segments. */
export const SEGMENT_LENGTHS = ["element_count", "offset_count"] as const;

export const OFFSETS = read("offsets");

/** What texts of kernels over values of segments are printed from. */
export function segmentKey({ sums, operator }: Pick<SegmentSetting, "sums" | "operator">): string {
  return `${sums} ${termsKey(operator.terms)}`;
}

/** Elements of a tile. */
export function segmentTile({ threads, run }: Pick<SegmentSetting, "threads" | "run">): number {
  return threads * run;
}

/** The shape of tiles for values of so many words: a power of two of them in 8 KiB of workgroup memory, at most eight a thread. */
export function segmentShape(words: number): Pick<SegmentSetting, "threads" | "run"> {
  const length = 2 ** Math.floor(Math.log2(2048 / words));
  const threads = Math.min(256, length);
  return { threads, run: length / threads };
}
