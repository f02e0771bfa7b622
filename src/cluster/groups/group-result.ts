// What a run by groups came to, in files: an array for each column of keys and of values, with hashes in the receipt.

import { littleEndianBytes, toPlatformOrder } from "../../formats/element-memory.ts";
import { encodeNpyHeader } from "../../formats/npy-header.ts";
import { decodeNpy } from "../../formats/read-npy.ts";
import { FormatError } from "../../values/errors.ts";
import { hashBytes, hashColumns, openHash, type RunningHash } from "../../values/hash.ts";
import { type ColumnArray, columnType, newColumn } from "../../values/value-types.ts";
import { CHUNK_LENGTH, splitCountOf } from "../cut.ts";
import { openNpyPart } from "../data/array-part.ts";
import { columnsOfDataset } from "../data/dataset.ts";
import { anyMemory } from "../data/element-source.ts";
import { type HashedColumn, outputColumns, splitFile } from "../folder/run-files.ts";
import type { PartialFile, RunStore } from "../folder/store.ts";
import type { RunPlan } from "../run-plan.ts";
import type { GroupFunctions } from "./functions.ts";
import { type Grouped, joinTables } from "./group-join.ts";
import { type JoinTools, settingOf, tablesToJoin } from "./group-steps.ts";
import { type Grouping, keyCountOf } from "./grouping.ts";
import { mergedRows, type Rows, rowsInMemory } from "./key-splits.ts";

/** What a receipt says of groups, besides the hashes of their columns. */
export interface GroupsReceipt {
  readonly count: number;
  readonly hash: string; // of all columns, keys first, as commands over columns have it
  readonly beside: Readonly<Record<string, number>>; // elements that no bin has
}

interface NamedColumn {
  readonly name: string;
  readonly file: string;
}

/** The columns of a result: keys under their own names, then values. */
function groupColumns(plan: RunPlan): readonly NamedColumn[] {
  const { grouping, columns, dataset } = plan;
  if (grouping?.kind === "histogram") return [{ name: "counts", file: "out/counts.npy" }];
  const keyCount = grouping === undefined ? 0 : keyCountOf(grouping);
  const names = columns.map((i) => columnsOfDataset(dataset)[i].name);
  const shown = grouping?.kind === "key" ? keyCount : 0;
  const keys = names.slice(0, shown).map((name, i) => ({
    name: name ?? "key",
    file: shown === 1 ? "out/keys.npy" : `out/keys.${i}.npy`,
  }));
  const values = outputColumns(plan).map((field, i) => {
    const own = field ?? names[keyCount + i] ?? "value";
    const name = keys.some((key) => key.name === own)
      ? `value${field === undefined ? "" : `.${field}`}`
      : own;
    return { name, file: field === undefined ? "out/values.npy" : `out/values.${field}.npy` };
  });
  return [...keys, ...values];
}

/** What a run by groups came to. */
export interface GroupsResult {
  readonly columns: readonly { readonly name: string; readonly array: ColumnArray }[]; // keys in the order of `sort`, then values; of bins values alone
  readonly edges: readonly number[] | undefined; // of a histogram
  readonly beside: Readonly<Record<string, number>>; // elements that no bin has, by where they are
}

/** Writes the columns, and gives what the receipt says of them. */
export async function writeGroups(
  tools: JoinTools,
): Promise<{ readonly output: readonly HashedColumn[]; readonly groups: GroupsReceipt }> {
  const { plan, store } = tools;
  const functions = await tools.functions();
  const parts: (Rows & { close?(): Promise<void> })[] = [];
  try {
    let beside: Grouped["beside"] = {};
    for (let split = 0; split < splitCountOf(plan); split++) {
      const grouped = await joinTables(settingOf(plan), functions, tablesToJoin(tools, split));
      const columns = [...grouped.keys, ...grouped.values];
      beside = grouped.beside;
      parts.push(splitCountOf(plan) === 1 ? rowsInMemory(columns) : await writeSplit(store, split, columns));
    }
    await writeRows(tools, functions, parts);
    const [only] = parts;
    return await receiptOfGroups(
      plan,
      parts.length === 1 ? only : rowsOfFiles(store, plan, lengthOf(parts)),
      beside,
    );
  } finally {
    for (const part of parts) await part.close?.();
  }
}

/** The columns of all parts, merged, into a file each. */
async function writeRows(
  { plan, store }: JoinTools,
  functions: GroupFunctions,
  parts: readonly Rows[],
): Promise<void> {
  const length = lengthOf(parts);
  const files = groupColumns(plan).map(({ file }) => file);
  const rows =
    parts.length > 1
      ? mergedRows(functions, keyCountOf(plan.grouping as Grouping), parts)
      : windowsIn(parts[0]);
  await replaceAll(store, files, async (partials) => {
    const ends = partials.map(() => 0);
    for await (const window of rows) {
      for (const [i, column] of window.entries()) {
        const head = ends[i] === 0 ? encodeNpyHeader(columnType(column), length) : new Uint8Array(0);
        if (ends[i] === 0) await partials[i].write(head, 0);
        const bytes = littleEndianBytes(column, 0, column.length);
        await partials[i].write(bytes, ends[i] + head.length);
        ends[i] += head.length + bytes.length;
      }
    }
  });
}

/** All rows at once: they are in memory. */
async function* windowsIn({ length, columns }: Rows): AsyncGenerator<readonly ColumnArray[]> {
  yield await Promise.all(columns.map((read) => read(0, length)));
}

/** Writes several files, of which none is put before all are whole. */
async function replaceAll(
  store: RunStore,
  files: readonly string[],
  fill: (partials: readonly PartialFile[]) => Promise<void>,
  opened: readonly PartialFile[] = [],
): Promise<void> {
  if (opened.length === files.length) return fill(opened);
  return store.replace(files[opened.length], (file) => replaceAll(store, files, fill, [...opened, file]));
}

/** What the keys of a split came to, in a file until all are merged: column by column. */
async function writeSplit(
  store: RunStore,
  split: number,
  columns: readonly ColumnArray[],
): Promise<Rows & { close(): Promise<void> }> {
  const path = splitFile(split);
  const [{ length }] = columns;
  const starts: number[] = [];
  let end = 0;
  await store.replace(path, async (file) => {
    for (const column of columns) {
      starts.push(end);
      await file.write(littleEndianBytes(column, 0, length), end);
      end += column.byteLength;
    }
  });
  const file = await store.open(path);
  const readers = columns.map((of, i) => {
    const [type, size] = [columnType(of), of.BYTES_PER_ELEMENT];
    return async (from: number, to: number): Promise<ColumnArray> => {
      const column = newColumn(type, to - from);
      const bytes = new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
      await file.readInto(bytes, starts[i] + from * size);
      toPlatformOrder(column, "little");
      return column;
    };
  });
  return { length, columns: readers, close: () => file.close() };
}

function lengthOf(parts: readonly Rows[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

/** The columns of the result, as their files have them. */
function rowsOfFiles(store: RunStore, plan: RunPlan, length: number): Rows {
  const columns = groupColumns(plan).map(({ file }) => async (start: number, end: number) => {
    const part = await openNpyPart(await store.open(file), undefined, anyMemory);
    try {
      return (await part.read(start, end))[0] as ColumnArray;
    } finally {
      await part.close();
    }
  });
  return { length, columns };
}

/** See `writeGroups`. */
export async function receiptOfGroups(
  plan: RunPlan,
  { length, columns }: Rows,
  beside: Grouped["beside"],
): Promise<{ readonly output: readonly HashedColumn[]; readonly groups: GroupsReceipt }> {
  const names = groupColumns(plan);
  const all = openHash();
  const output: HashedColumn[] = [];
  for (const [i, read] of columns.entries()) {
    output.push(await hashedColumn(names[i].name, { length, columns: [read] }, all));
  }
  return { output, groups: { count: length, hash: all.digits(), beside } };
}

async function hashedColumn(
  name: string,
  { length, columns: [read] }: Rows,
  all: RunningHash,
): Promise<HashedColumn> {
  const chunks: string[] = [];
  const whole = openHash();
  for (let start = 0; start < length; start += CHUNK_LENGTH) {
    const column = await read(start, Math.min(length, start + CHUNK_LENGTH));
    chunks.push(hashColumns([column]));
    whole.add(column);
    all.add(column);
  }
  const type = columnType(await read(0, 0));
  const hash = hashBytes(new TextEncoder().encode(chunks.join("")));
  return { column: name, type, length, hash, whole: whole.digits(), chunks };
}

/** @throws FormatError where a column of the result is not there, or not what the receipt says */
export async function expectGroups(
  store: RunStore,
  plan: RunPlan,
  output: readonly HashedColumn[],
): Promise<void> {
  const [{ length }] = output;
  const found = await receiptOfGroups(plan, rowsOfFiles(store, plan, length), {});
  for (const [i, { whole }] of found.output.entries()) {
    if (whole === output[i].whole) continue;
    throw new FormatError(
      store.place(groupColumns(plan)[i].file),
      `with hash ${output[i].whole}`,
      `${whole}`,
    );
  }
}

/** The columns of a result, keys first. @throws FormatError where a file is not what the receipt says */
export async function readGroups(
  store: RunStore,
  plan: RunPlan,
  output: readonly HashedColumn[],
): Promise<GroupsResult["columns"]> {
  const columns: GroupsResult["columns"][number][] = [];
  for (const [i, { name, file }] of groupColumns(plan).entries()) {
    const place = store.place(file);
    const bytes = await store.read(file);
    if (bytes === undefined) throw new FormatError(place, "a column of the run's result", "no such file");
    const array = decodeNpy(bytes, { source: place }).array as ColumnArray;
    const hash = hashColumns([array]);
    if (hash !== output[i].whole) throw new FormatError(place, `with hash ${output[i].whole}`, hash);
    columns.push({ name, array });
  }
  return columns;
}
