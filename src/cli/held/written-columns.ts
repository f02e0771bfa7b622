// The hash of a table that is written some rows at a time. It is over one column after the other, so columns are kept until the last row has come: the numbers of a hash of the whole table.

import { compareTexts } from "../../formats.ts";
import type { ColumnArray } from "../../index.ts";
import { openHash, type RunningHash } from "../../streams.ts";
import type { Table } from "../input/table.ts";
import type { CommandIo } from "../io.ts";
import { type Advance, withProgress } from "../progress.ts";
import { openSpill, type Spill, type SpilledColumn } from "./spill.ts";

/** Elements below which no bar is worth it. */
const SHORT_LENGTH = 1 << 20;

/** What is kept of a table. */
interface WrittenColumns {
  /** Keeps some rows that were made of others, which tell where there have been nulls. Memory holds the texts that differ. */
  add(rows: Table, read: Table): Promise<void>;
  /** The hashes of all columns together and, where there are several, of each by its name. */
  hashes(io: CommandIo): Promise<WrittenHashes>;
  close(): Promise<void>;
}

interface WrittenHashes {
  readonly all: string;
  readonly each: Readonly<Record<string, string>> | undefined;
}

/** Keeps columns to be hashed as `hashableColumns` has them. */
export function keepColumns(heldBytes?: number): WrittenColumns {
  let spill: Spill | undefined;
  let columns: readonly KeptColumn[] = [];
  let names: readonly string[] = [];
  let length = 0;
  return {
    async add(rows, read) {
      if (spill === undefined) {
        const { fields = [], names: own = fields } = rows;
        const opened = openSpill(2 * own.length, heldBytes);
        [spill, names, columns] = [opened, own, own.map(() => keptColumn(opened))];
      }
      for (const [i, column] of columns.entries()) await column.add(rows, read, i);
      length += rows.length;
    },
    hashes(io) {
      const work = (advance: Advance): Promise<WrittenHashes> => hashesOf(names, columns, advance);
      return length < SHORT_LENGTH ? work(() => {}) : withProgress(io, "hashing", work);
    },
    close: async () => spill?.close(),
  };
}

async function hashesOf(
  names: readonly string[],
  columns: readonly KeptColumn[],
  advance: Advance,
): Promise<WrittenHashes> {
  const all = openHash();
  const each: Record<string, string> = Object.create(null);
  for (const [i, column] of columns.entries()) {
    const own = columns.length === 1 ? [] : [openHash()];
    await column.hash([all, ...own]);
    for (const hash of own) each[names[i]] = hash.digits();
    advance(i + 1, columns.length);
  }
  return { all: all.digits(), each: columns.length === 1 ? undefined : each };
}

interface KeptColumn {
  add(rows: Table, read: Table, index: number): Promise<void>;
  hash(into: readonly RunningHash[]): Promise<void>;
}

function keptColumn(spill: Spill): KeptColumn {
  let values: SpilledColumn<ColumnArray> | undefined;
  const texts = keptTexts();
  let [hasTexts, hasNulls] = [false, false];
  const flags = keptFlags(spill.column(Uint8Array));
  return {
    async add({ columns, dictionaries, valid, length }, read, index) {
      hasNulls ||= read.valid?.[index] !== undefined;
      const column = columns[index];
      const dictionary = dictionaries[index];
      hasTexts = dictionary !== undefined;
      values ??= spill.column(column.constructor as new (buffer: ArrayBuffer) => ColumnArray);
      await values.add(dictionary === undefined ? column : texts.codesOf(column as Uint32Array, dictionary));
      await flags.add(valid?.[index], length);
    },
    async hash(into) {
      const { rankOf, more } = hasTexts ? texts.inOrder() : { rankOf: undefined, more: [] };
      for await (const chunk of values?.chunks() ?? []) {
        if (rankOf !== undefined) for (let i = 0; i < chunk.length; i++) chunk[i] = rankOf[Number(chunk[i])];
        for (const hash of into) hash.add(chunk);
      }
      for (const column of more) for (const hash of into) hash.add(column);
      if (!hasNulls) return;
      for await (const chunk of flags.chunks()) for (const hash of into) hash.add(chunk);
    },
  };
}

/** One number for each text, in the order in which they come. */
function keptTexts() {
  const known = new Map<string, number>();
  return {
    codesOf(codes: Uint32Array, dictionary: readonly string[]): Uint32Array {
      const own = new Float64Array(dictionary.length).fill(-1);
      return codes.map((code) => {
        if (own[code] >= 0) return own[code];
        const text = dictionary[code];
        const found = known.get(text) ?? known.size;
        known.set(text, found);
        own[code] = found;
        return found;
      });
    },
    /** The place of each in the order of texts; and what a hash has of them behind the codes: their lengths and bytes. */
    inOrder(): { readonly rankOf: Uint32Array; readonly more: readonly ColumnArray[] } {
      const texts = [...known.keys()].sort(compareTexts);
      const rankOf = new Uint32Array(texts.length);
      for (const [rank, text] of texts.entries()) rankOf[known.get(text) ?? 0] = rank;
      const lengths = Uint32Array.from(texts, (text) => text.length);
      return { rankOf, more: [lengths, new TextEncoder().encode(texts.join(""))] };
    },
  };
}

/** 1 for rows with a value; before the first null there is only their number. */
function keptFlags(column: SpilledColumn<Uint8Array>) {
  let whole = 0;
  return {
    async add(valid: Uint8Array | undefined, length: number): Promise<void> {
      if (valid !== undefined) await column.add(valid);
      else if (column.length === 0) whole += length;
      else await column.add(new Uint8Array(length).fill(1));
    },
    async *chunks(): AsyncGenerator<Uint8Array, void> {
      const some = new Uint8Array(Math.min(whole, SHORT_LENGTH)).fill(1);
      for (let done = 0; done < whole; done += some.length) yield some.subarray(0, whole - done);
      yield* column.chunks();
    },
  };
}
