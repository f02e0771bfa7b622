// The functions over columns that groups are made with, and rows put in order: those of samebits/algorithms, given by the entry point. What goes in and comes out is in the shapes of callers.

import type { ColumnContract } from "../../contracts/column-contract.ts";
import { typeOf } from "../../operators/operator.ts";
import type { ElementType } from "../../values/element-types.ts";
import { type ColumnArray, type Row, shapeValue, shownScalar } from "../../values/value-types.ts";

type Shaped = ColumnArray | Readonly<Record<string, ColumnArray>>;

/** What the entry point gives: called where a run has groups, as most have none. */
export interface GroupFunctions {
  reduceByKey(
    keys: Shaped,
    values: unknown,
    options: object,
  ): { readonly keys: unknown; readonly values: unknown };
  scanByKey(keys: Shaped, values: BigUint64Array, options: object): unknown;
  groupBy(
    keys: Shaped,
    values: Shaped,
  ): { readonly keys: unknown; readonly offsets: Uint32Array; readonly values: unknown };
  sort(input: ColumnArray, options: object): ColumnArray;
  sortBy(
    columns: Readonly<Record<string, ColumnArray>>,
    by: readonly string[],
    options: object,
  ): Readonly<Record<string, ColumnArray>>;
  histogram(values: ColumnArray, bins: object): HistogramCounts;
}

/** The counts of all kinds of bins. */
interface HistogramCounts {
  readonly counts: Uint32Array;
  readonly belowCount?: number;
  readonly aboveCount?: number;
  readonly nanCount?: number;
  readonly outsideCount?: number;
}

/** Columns as functions take them: one by itself, but for bools, whose bytes would be numbers there. */
export function shapedColumns(columns: readonly ColumnArray[]): Shaped {
  if (columns.length === 1 && !(columns[0] instanceof Uint8Array)) return columns[0];
  return Object.fromEntries(columns.map((column, i) => [`c${i}`, column]));
}

/** The inverse of `shapedColumns`. */
export function columnsOfShaped(shaped: unknown): readonly ColumnArray[] {
  return ArrayBuffer.isView(shaped) ? [shaped as ColumnArray] : Object.values(shaped as object);
}

/** Values to be combined, in the shape of the contract's type. */
export function shapedValues({ operator, sums }: ColumnContract, columns: readonly ColumnArray[]): unknown {
  return shapeValue(typeOf(operator, sums[0] as ElementType), columns, (column) => column);
}

/** The inverse of `shapedValues`. */
export function columnsOfValues(values: unknown): readonly ColumnArray[] {
  if (ArrayBuffer.isView(values)) return [values as ColumnArray];
  return Object.values(values as object).flatMap(columnsOfValues);
}

/** A row in the shape of the contract's type. */
export function shapedRow({ operator, sums }: ColumnContract, row: Row): unknown {
  return shapeValue(typeOf(operator, sums[0] as ElementType), row, shownScalar);
}
