import type { Float } from "../oracle/format.ts";

/** Terms whose correctly rounded sum somebody else has published, or that follows from arithmetic alone. */
export interface SumCase {
  readonly name: string;
  readonly type: Float;
  readonly terms: readonly number[];
  readonly sum: number;
}

/** Cases of one table, numbered from 0 as there. */
export function numbered(
  table: string,
  rows: readonly { readonly terms: readonly number[]; readonly sum: number }[],
): readonly SumCase[] {
  return rows.map(({ terms, sum }, index) => ({ name: `${table} ${index}`, type: "f64", terms, sum }));
}
