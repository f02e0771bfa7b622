import type { InfoField } from "csv-parse/sync";
import type { ScalarType } from "../values/element-types.ts";
import { FormatError } from "../values/errors.ts";
import { shownName } from "../values/printable.ts";
import type { CsvParser } from "./csv-parser.ts";
import type { ColumnRequest } from "./decoded.ts";
import { parsedElement } from "./parse-element.ts";
import { pickColumn } from "./pick-column.ts";

/** What stands before the data of a CSV text, and where the columns that are wanted are. */
export interface CsvHeader {
  readonly names: readonly string[]; // of all columns
  readonly indexes: readonly number[]; // of those that are wanted
  readonly dataStart: number; // bytes before the first row of data; 0 without a header
  readonly lineCount: number; // before it
}

type Wanted = ColumnRequest & { readonly type: ScalarType };

/** What a csv-parse record comes with where information is asked for. */
interface FirstRecord {
  readonly record: readonly string[];
  readonly info: { readonly bytes: number; readonly lines: number };
}

/**
 * Finds the columns that are wanted by the first row that is not blank; where it is data, by their place: "1", "2", …
 *
 * Blanks around a name belong to the file's looks, within quotes to the name.
 *
 * @throws FormatError for a wanted column whose name may well be data; InvalidArgumentError for one that is not there
 */
export function readCsvHeader(
  bytes: Uint8Array,
  parse: CsvParser,
  wanted: readonly Wanted[],
  { header, source }: { readonly header: boolean | undefined; readonly source: string },
): CsvHeader {
  const quoted: boolean[] = [];
  const cast = (text: string, { index, quoting }: InfoField): string => {
    quoted[index] = quoting;
    return quoting ? text : text.trim();
  };
  const [first] = parse(bytes, { to: 1, info: true, skip_empty_lines: true, cast }) as readonly FirstRecord[];
  if (first === undefined) {
    const expected = header === false ? "CSV with a row" : "CSV with a header row";
    throw new FormatError(source, expected, "no rows at all");
  }
  const { record, info } = first;
  const names = header === false ? record.map((_, i) => String(i + 1)) : record;
  const mayBeData = (index: number, type: ScalarType): boolean =>
    header === undefined && !quoted[index] && parsedElement(type, names[index]).kind !== "not-a-number";
  // Before any is looked for: who gives the place of a column is not told which names are near.
  const firstNumber = names.findIndex((_, i) => mayBeData(i, "f64"));
  if (firstNumber >= 0 && names.every((name, i) => name === "" || mayBeData(i, "f64"))) {
    throw numberAsName(source, names[firstNumber]);
  }
  const indexes = wanted.map(({ column }) => pickColumn(names, column));
  if (header === false) return { names, indexes, dataStart: 0, lineCount: 0 };
  indexes.forEach((index, i) => {
    if (mayBeData(index, wanted[i].type)) throw numberAsName(source, names[index]);
  });
  return { names, indexes, dataStart: info.bytes, lineCount: info.lines };
}

function numberAsName(source: string, name: string): FormatError {
  const expected =
    "CSV whose first row has names, unless header: false (--no-header) says that it is data, or header: true (--header) that it has names all the same";
  return new FormatError(source, expected, `the number ${shownName(name)} for a name`);
}
