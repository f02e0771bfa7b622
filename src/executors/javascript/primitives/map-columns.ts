import { combineRecords } from "../../../codegen/closures.ts";
import type { Term } from "../../../operators/term.ts";
import { type Columns, newColumn } from "../../../values/value-types.ts";
import { accessRows } from "../access.ts";

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
