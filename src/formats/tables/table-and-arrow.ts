// Tables from and to those of the package apache-arrow. Its types are not named here in what users see: it may not be installed.

import type { Table as PackageTable } from "apache-arrow";
import { checkMethods, checkObject } from "../../values/check-arguments.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import { arrowColumns } from "../arrow-table.ts";
import { importArrow } from "../decode-arrow.ts";
import { arrowTable } from "../encode-arrow.ts";
import { checkWrittenColumns, columnsOfTable } from "../written-column.ts";
import type { Table } from "./table-nulls.ts";
import {
  type ColumnTypes,
  checkTableOptions,
  listedColumn,
  type NoTypes,
  type TableOptions,
  type TableRead,
  tableRead,
  type WantedColumns,
  wantedWhole,
} from "./table-read.ts";

/** What is used of a `Table` of apache-arrow. */
export interface ArrowTable {
  readonly numRows: number;
  readonly schema: { readonly fields: readonly { readonly name: string }[] };
  getChildAt(index: number): unknown;
}

/**
 * A table out of a `Table` of the package apache-arrow, by the rules of `readTable`.
 *
 * Numbers, timestamps and codes of Uint32, of one chunk without nulls, are not copied: the columns share the memory of the vectors. Codes are, where
 * the dictionary is not in the order of code points or has a text twice.
 *
 * @throws as `readTable` for Arrow files
 */
export async function tableFromArrow<
  const Wanted extends WantedColumns = readonly string[],
  const Types extends ColumnTypes = NoTypes,
>(arrow: ArrowTable, options: TableOptions<Wanted, Types> = {}): Promise<TableRead<Wanted, Types>> {
  checkMethods("arrow", arrow, ["getChildAt"], "a Table of apache-arrow");
  checkObject("arrow.schema", arrow.schema);
  checkOptionNames(options, ["columns", "types", "nulls"]);
  const asked = checkTableOptions(options);
  const { DataType } = await importArrow("reading Arrow");
  const source = "Arrow table";
  const open = { table: arrow as unknown as PackageTable, kinds: DataType };
  const read = [...arrowColumns(open, { ...wantedWhole(asked), source, isShared: true })];
  return tableRead(read.map(listedColumn), arrow.numRows, { ...asked, source });
}

/**
 * A table as a `Table` of the package apache-arrow, of one record batch, which shares the memory of numbers, codes and times.
 *
 * `tableToArrow<Table>(…)` gives it the type of the package. Texts are dictionaries of Utf8, `valid` says where nulls are.
 *
 * @throws as `writeTable` for Arrow files
 */
export async function tableToArrow<Arrow extends ArrowTable = ArrowTable>(
  table: Table,
  options: { readonly valid?: Readonly<Record<string, Uint8Array>> | undefined } = {},
): Promise<Arrow> {
  checkOptionNames(options, ["valid"]);
  const columns = checkWrittenColumns(columnsOfTable(table, options.valid));
  const made = await arrowTable(columns);
  return made.table as unknown as Arrow;
}
