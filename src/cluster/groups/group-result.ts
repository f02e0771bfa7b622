// What a run by groups came to, in files: an array for each column of keys and of values, with hashes in the receipt.

import { littleEndianBytes } from "../../formats/element-memory.ts";
import { encodeNpyHeader } from "../../formats/npy-header.ts";
import { decodeNpy } from "../../formats/read-npy.ts";
import { FormatError } from "../../values/errors.ts";
import { hashBytes, hashColumns } from "../../values/hash.ts";
import { type ColumnArray, columnType } from "../../values/value-types.ts";
import { CHUNK_LENGTH } from "../cut.ts";
import { columnsOfDataset } from "../data/dataset.ts";
import { type HashedColumn, outputColumns, type PieceRecord } from "../folder/run-files.ts";
import type { RunStore } from "../folder/store.ts";
import type { RunPlan } from "../run-plan.ts";
import { type Grouped, joinTables } from "./group-join.ts";
import { type GroupTools, settingOf, tablesToJoin } from "./group-steps.ts";
import { keyCountOf } from "./grouping.ts";

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
  { plan, store, functions }: Pick<GroupTools, "plan" | "store" | "functions">,
  records: ReadonlyMap<number, PieceRecord>,
): Promise<{ readonly output: readonly HashedColumn[]; readonly groups: GroupsReceipt }> {
  const setting = settingOf(plan);
  const grouped = joinTables(setting, await functions(), tablesToJoin(setting, records));
  const columns = [...grouped.keys, ...grouped.values];
  for (const [i, { file }] of groupColumns(plan).entries()) {
    const column = columns[i];
    const head = encodeNpyHeader(columnType(column), column.length);
    await store.replace(file, async (partial) => {
      await partial.write(head, 0);
      await partial.write(littleEndianBytes(column, 0, column.length), head.length);
    });
  }
  return receiptOfGroups(plan, grouped);
}

/** See `writeGroups`. */
export function receiptOfGroups(
  plan: RunPlan,
  { keys, values, beside }: Grouped,
): { readonly output: readonly HashedColumn[]; readonly groups: GroupsReceipt } {
  const columns = [...keys, ...values];
  const names = groupColumns(plan);
  return {
    output: columns.map((column, i) => hashedColumn(names[i].name, column)),
    groups: { count: columns[0].length, hash: hashColumns(columns), beside },
  };
}

function hashedColumn(name: string, column: ColumnArray): HashedColumn {
  const chunks: string[] = [];
  for (let start = 0; start < column.length; start += CHUNK_LENGTH) {
    chunks.push(hashColumns([column.subarray(start, start + CHUNK_LENGTH)]));
  }
  const hash = hashBytes(new TextEncoder().encode(chunks.join("")));
  return {
    column: name,
    type: columnType(column),
    length: column.length,
    hash,
    whole: hashColumns([column]),
    chunks,
  };
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
