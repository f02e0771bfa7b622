// What every reader gives back, and the options that readers share.

import type { ElementType, ScalarType, StorageType } from "../values/element-types.ts";
import { frozen } from "../values/frozen.ts";
import type { ColumnsOf, StoredType } from "../values/value-types.ts";

/**
 * What data are read as: a type that every value converts to exactly; or `stored`, the type that they are stored in, where narrow elements would otherwise
 * come as what they widen to.
 */
export type ReadType = StoredType | "stored";

/** The types that elements may have that are read so. */
export type TypeRead<As extends ReadType> = As extends "stored" ? StorageType : Exclude<As, "stored">;

/** What a reader gives back: one array, its element type, and how many nulls the column had. Half floats are their bits. */
export interface Decoded<Type extends StoredType = ElementType> extends DecodedColumn<Type> {}

/** One of several columns that are read together; bools are bytes, 0 or 1. */
export interface DecodedColumn<Type extends StoredType = ScalarType> {
  readonly array: ColumnsOf<Type>;
  readonly type: Type;
  readonly nullCount: number; // 0 unless a null rule was given: without one, nulls are an error
  readonly nullRows?: Uint32Array; // where the nulls were that are left out, in a table's columns
  readonly valid?: Uint8Array; // with nulls: "mask" 0 where there was a null, else 1; undefined of .npy and raw data, which have none
}

/** One of several columns to be read, as a type that every value converts to exactly. */
export interface WantedColumn<Type extends StoredType = ScalarType> {
  readonly column: string; // its name
  readonly type?: Type | undefined; // default: the data's own, of narrow data what they widen to, of text f64; bools are true and false, or 1 and 0
}

/** What becomes of the nulls of a column: a zero in their place, nothing at all, among floats a NaN, or a zero and a mask that tells where. */
export type NullRule = "zero" | "skip" | "nan" | "mask";

/** What may become of nulls. */
export const NULL_RULES: readonly NullRule[] = frozen(["zero", "skip", "nan", "mask"]);

/** What readers of this room know besides: the nulls of a table's column are left out, and their rows are listed. */
export type AnyNullRule = NullRule | "listed";

/** How far a long read or write has come, in bytes; the total is undefined while it is not known. */
export type ProgressListener = (doneBytes: number, totalBytes: number | undefined) => void;

/** What one array is read as: its type, and its name in errors. */
export interface DecodeOptions<As extends ReadType = ElementType> {
  readonly type?: As | undefined; // convert to this type, where every value converts exactly; default: the data's own, of narrow data what they widen to
  readonly source?: string | undefined; // what errors call the data; default: the format's name
}

/** A column that is wanted, or the only one, as a type or its own. */
export type ColumnRequest = Pick<ColumnOptions, "column"> & { readonly type?: ReadType | undefined };

/** Which column is read, as which type, and what becomes of its nulls. */
export interface ColumnOptions<As extends ReadType = ElementType> extends DecodeOptions<As> {
  readonly column?: string | undefined; // may be left out where there is only one
  readonly nulls?: NullRule | undefined; // default: a null is an error
}

/** How a CSV or TSV text is read. Its first row is names (true), data (false), or names that are not numbers (left out). */
export interface HeaderOptions {
  readonly delimiter?: string | undefined; // one ASCII character between cells; default "," of CSV and a tab of TSV
  readonly header?: boolean | undefined; // without one, columns are named by their place: "1", "2", …
  readonly missing?: readonly string[] | undefined; // texts of cells that are nulls, in quotes or not, such as "NA"; an empty cell without quotes always is
}
