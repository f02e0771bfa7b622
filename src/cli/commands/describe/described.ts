import type { NumbersDescribed } from "./numbers.ts";

/** What there is to say of one column. */
export interface ColumnDescribed {
  readonly name: string;
  readonly typeName: string; // as the file calls it
  readonly rowCount: number;
  readonly missingCount: number | undefined; // undefined where the file does not say
  readonly numbers: NumbersDescribed | undefined; // undefined: it has none, or is described by key
  readonly groups?: readonly NumericDescribed[]; // by key, in order
}

/** One that has numbers. */
export type NumericDescribed = ColumnDescribed & { readonly numbers: NumbersDescribed };

/** Those that have numbers. */
export function numericOf(columns: readonly ColumnDescribed[]): readonly NumericDescribed[] {
  return columns.filter((column): column is NumericDescribed => column.numbers !== undefined);
}
