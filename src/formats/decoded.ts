import type { ElementArray, ElementType } from "../values/element-types.ts";

/** What a reader gives back: one array, its element type, and how many nulls the column had. */
export interface Decoded {
  readonly array: ElementArray;
  readonly type: ElementType;
  readonly nullCount: number; // 0 unless a null rule was given: without one, nulls are an error
}

/** What becomes of the nulls of a column: a zero in their place, or nothing at all. */
export type NullRule = "zero" | "skip";

export const NULL_RULES: readonly NullRule[] = ["zero", "skip"];

/** How far a long read or write has come, in bytes; the total is undefined where nobody knows it yet. */
export type ProgressListener = (doneBytes: number, totalBytes: number | undefined) => void;

export interface DecodeOptions {
  readonly type?: ElementType | undefined; // convert to this type, where every value converts exactly; default: the data's own
  readonly source?: string | undefined; // what errors call the data; default: the format's name
}

export interface ColumnOptions extends DecodeOptions {
  readonly column?: string | undefined; // may be left out where there is only one
  readonly nulls?: NullRule | undefined; // default: a null is an error
}
