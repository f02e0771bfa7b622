// What every reader gives back, and the options that readers share.

import type { ElementArray, ElementType, ScalarType } from "../values/element-types.ts";
import { frozen } from "../values/frozen.ts";
import type { ColumnArray } from "../values/value-types.ts";

/** What a reader gives back: one array, its element type, and how many nulls the column had. */
export interface Decoded extends DecodedColumn {
  readonly array: ElementArray;
  readonly type: ElementType;
}

/** One of several columns that are read together; bools are bytes, 0 or 1. */
export interface DecodedColumn {
  readonly array: ColumnArray;
  readonly type: ScalarType;
  readonly nullCount: number; // 0 unless a null rule was given: without one, nulls are an error
  readonly nullRows?: Uint32Array; // where the nulls were that are left out, in a table's columns
}

/** One of several columns to be read, as a type that every value converts to exactly. */
export interface WantedColumn {
  readonly column: string; // its name
  readonly type?: ScalarType | undefined; // default: the data's own, of text f64; bools are true and false, or 1 and 0
}

/** What becomes of the nulls of a column: a zero in their place, or nothing at all. */
export type NullRule = "zero" | "skip";

export const NULL_RULES: readonly NullRule[] = frozen(["zero", "skip"]);

/** What readers of this room know besides: the nulls of a table's column are left out, and their rows are listed. */
export type AnyNullRule = NullRule | "listed";

/** How far a long read or write has come, in bytes; the total is undefined while it is not known. */
export type ProgressListener = (doneBytes: number, totalBytes: number | undefined) => void;

export interface DecodeOptions {
  readonly type?: ElementType | undefined; // convert to this type, where every value converts exactly; default: the data's own
  readonly source?: string | undefined; // what errors call the data; default: the format's name
}

/** A column that is wanted, or the only one, as a type or its own. */
export type ColumnRequest = Pick<ColumnOptions, "column"> & { readonly type?: ScalarType | undefined };

export interface ColumnOptions extends DecodeOptions {
  readonly column?: string | undefined; // may be left out where there is only one
  readonly nulls?: NullRule | undefined; // default: a null is an error
}

/** What the first row of a CSV or TSV text is: names (true), data (false), or names that are not numbers (left out). */
export interface HeaderOptions {
  readonly header?: boolean | undefined; // without one, columns are named by their place: "1", "2", …
}
