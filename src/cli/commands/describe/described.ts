import type { NumbersDescribed } from "./numbers.ts";

/** What there is to say of one column. */
export interface ColumnDescribed {
  readonly name: string;
  readonly typeName: string; // as the file calls it
  readonly rowCount: number;
  readonly missingCount: number | undefined; // undefined where the file does not say
  readonly numbers: NumbersDescribed | undefined; // undefined: it has none, or is described by key
  readonly groups?: readonly NumericDescribed[] | undefined; // by key, in order
  readonly times?: TimesDescribed; // of dates and times
  readonly isText?: boolean; // where it has no numbers
}

/** Of dates and times. */
export interface TimesDescribed {
  readonly type: string; // date, or time[us]
  readonly first: string | undefined; // by ISO 8601; undefined where there is none
  readonly last: string | undefined;
}

/** One that has numbers. */
export type NumericDescribed = ColumnDescribed & { readonly numbers: NumbersDescribed };

/** Those that have numbers. */
export function numericOf(columns: readonly ColumnDescribed[]): readonly NumericDescribed[] {
  return columns.filter((column): column is NumericDescribed => column.numbers !== undefined);
}
