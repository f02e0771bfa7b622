// Parquet and Arrow files: a group of rows, or a record batch, is decoded whole, and kept until another is asked for.

import { arrowBatches } from "../../formats/arrow-pieces.ts";
import type { ColumnBuilder } from "../../formats/column-builder.ts";
import { openArrow, requestedArrow } from "../../formats/decode-arrow.ts";
import { requestedColumn } from "../../formats/decode-parquet.ts";
import { explainedParquet, groupsOf, mostRowsOf, openParquet } from "../../formats/open-parquet.ts";
import type { StoredColumns, StoredType } from "../../values/value-types.ts";
import type { PartNulls } from "./dataset.ts";
import { type OpenPart, readerOver, type Stretch } from "./element-source.ts";
import { type PartBytes, randomAccess } from "./part-bytes.ts";

/** What is read of a table. */
export interface TableRequest {
  readonly columns: readonly (string | undefined)[]; // undefined: the only one
  readonly nulls: PartNulls | undefined;
}

/** Columns that are collected, and drained for each group of rows. */
interface Collected {
  readonly type: StoredType;
  readonly builder: ColumnBuilder;
}

/** @throws FormatError, InvalidArgumentError; UnsupportedError where a package is not installed */
export async function openParquetPart(bytes: PartBytes, { columns, nulls }: TableRequest): Promise<OpenPart> {
  const named = { source: bytes.name };
  const file = await openParquet(randomAccess(bytes), named);
  const rows = mostRowsOf(file);
  const collected = columns.map((column) =>
    requestedColumn(file, { column, type: "stored" }, { nulls, rows }),
  );
  const groups = [...groupsOf(file, {})].map((group) => ({
    length: group.rowCount,
    load: () =>
      explainedParquet(named, async () => {
        for (const each of collected) await each.open(group)(group.rowCount);
        return drained(collected, nulls);
      }),
  }));
  return tablePart(bytes, namesOf(columns, file.fields), collected, groups);
}

/** @throws FormatError, InvalidArgumentError; UnsupportedError where apache-arrow is not installed */
export async function openArrowPart(bytes: PartBytes, { columns, nulls }: TableRequest): Promise<OpenPart> {
  const source = bytes.name;
  const { schema, batches } = await arrowBatches(randomAccess(bytes), source);
  const opened = await openArrow(schema, source);
  const rowCount = batches.reduce((most, { rows }) => Math.max(most, rows), 0);
  const collected = columns.map((column) =>
    requestedArrow(opened, { column, type: "stored" }, { source, nulls, rowCount }),
  );
  const groups = batches.map((batch) => ({
    length: batch.rows,
    async load() {
      const { table } = await openArrow(await batch.read(), source);
      for (const each of collected) each.append(table);
      return drained(collected, nulls);
    },
  }));
  return tablePart(bytes, namesOf(columns, opened.table.schema.fields), collected, groups);
}

function namesOf(
  columns: readonly (string | undefined)[],
  fields: readonly { readonly name: string }[],
): readonly string[] {
  return columns.map((column) => column ?? fields[0].name);
}

/** @throws FormatError for a null without a rule, naming its row */
function drained(columns: readonly Collected[], nulls: PartNulls | undefined): StoredColumns {
  return columns.map(({ builder }) => {
    if (nulls === undefined && builder.nullCount > 0) builder.finish();
    return builder.drain();
  });
}

interface Group {
  readonly length: number;
  load(): Promise<StoredColumns>;
}

function tablePart(
  bytes: PartBytes,
  names: readonly string[],
  collected: readonly Collected[],
  groups: readonly Group[],
): OpenPart {
  let loaded: { readonly group: Group; readonly columns: StoredColumns } | undefined;
  const stretches = groups.map(
    (group): Stretch => ({
      length: group.length,
      async read(start, end) {
        if (loaded?.group !== group) loaded = { group, columns: await group.load() };
        // Copies: what is read may be changed, and a group is read more than once.
        return loaded.columns.map((column) => column.slice(start, end));
      },
    }),
  );
  const types = collected.map(({ type }) => type);
  return {
    columns: types.map((type, i) => ({ name: names[i], type })),
    length: groups.reduce((sum, { length }) => sum + length, 0),
    read: readerOver(types, stretches),
    close: () => bytes.close(),
  };
}
