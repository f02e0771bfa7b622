import { combineRecords } from "../../../codegen/closures.ts";
import type { Term } from "../../../operators/term.ts";
import { allocateColumn } from "../../../values/allocate-column.ts";
import { bitsView } from "../../../values/total-order.ts";
import { type ColumnArray, type Columns, columnType, newColumn } from "../../../values/value-types.ts";
import { accessRows } from "../access.ts";

/** What moving elements is made of: as unsigned integers, since a NaN that passes through a float variable may lose its payload. */
type Bits = { [index: number]: number | bigint };

/** `out[i] = column[indices[i]]`; beyond the column a zero. */
export function gather(column: ColumnArray, indices: Uint32Array): ColumnArray {
  const output = allocateColumn(columnType(column), indices.length);
  const from = bitsView(column);
  const to = bitsView(output) as Bits;
  for (let i = 0; i < indices.length; i++) {
    if (indices[i] < from.length) to[i] = from[indices[i]];
  }
  return output;
}

/** A copy of `into` with `out[indices[i]] = column[i]`; beyond it nothing, and the last of several stays. */
export function scatter(column: ColumnArray, indices: Uint32Array, into: ColumnArray): ColumnArray {
  const output = into.slice();
  const from = bitsView(column);
  const to = bitsView(output) as Bits;
  for (let i = 0; i < indices.length; i++) {
    if (indices[i] < output.length) to[indices[i]] = from[i];
  }
  return output;
}

/** The elements of both. */
export function concat(first: ColumnArray, second: ColumnArray): ColumnArray {
  const output = allocateColumn(columnType(first), first.length + second.length);
  const to = bitsView(output) as Uint8Array;
  to.set(bitsView(first) as Uint8Array);
  to.set(bitsView(second) as Uint8Array, first.length);
  return output;
}

/** 0, 1, 2, … */
export function iota(length: number): Uint32Array {
  return new Uint32Array(length).map((_, i) => i);
}

/** `out_k[i] = terms[k]` over the elements at i; NaNs are canonical. */
export function mapColumns(terms: readonly Term[], left: Columns, right: Columns, length: number): Columns {
  const columns = terms.map(({ type }) => ({ path: [], type }));
  const evaluate = combineRecords({ columns, terms });
  const { write, canonical } = accessRows(columns);
  const output = terms.map(({ type }) => newColumn(type, length));
  const rowOf = (from: Columns, i: number) => from.map((column) => column[i]);
  for (let i = 0; i < length; i++) write(output, i, canonical(evaluate(rowOf(left, i), rowOf(right, i))));
  return output;
}
