// The output of a piece: an array for each column, written at its place window by window, and hashed on its way.

import type { OnlinePass } from "../../executors/executor.ts";
import { littleEndianBytes } from "../../formats/element-memory.ts";
import { encodeNpyHeader } from "../../formats/npy-header.ts";
import { COLUMN_TYPE_FACTS } from "../../values/element-types.ts";
import type { Columns } from "../../values/value-types.ts";
import { newColumn } from "../../values/value-types.ts";
import { CHUNK_LENGTH, type Piece, pieceAt, windowsOf } from "../cut.ts";
import type { DatasetPart } from "../data/dataset.ts";
import type { ElementSource } from "../data/element-source.ts";
import { openDataset } from "../data/open-part.ts";
import { type CellHashes, outputColumns, outputTypes, partFile } from "../folder/run-files.ts";
import type { PartialFile, RunStore } from "../folder/store.ts";
import type { RunPlan } from "../run-plan.ts";
import { cellHasher } from "./cell-hashes.ts";

interface OutputJob {
  readonly piece: Piece;
  readonly windows: Iterable<Pick<Piece, "start" | "end" | "first" | "last">>;
  readonly read: (start: number, end: number) => Promise<Columns>; // of a window what is written
  readonly isKept: boolean; // false: hashed alone
  readonly check?: () => void; // before the files take their places
}

/** Writes a piece's windows into its files. Gives the hashes of what it wrote. */
export async function writeOutput(
  {
    plan,
    store,
    signal,
  }: { readonly plan: RunPlan; readonly store: RunStore; readonly signal?: AbortSignal | undefined },
  { piece, windows, read, isKept, check }: OutputJob,
): Promise<CellHashes> {
  const types = outputTypes(plan);
  const hasher = cellHasher(types.length);
  const through = async (files: readonly PartialFile[]): Promise<void> => {
    const heads = types.map((type) => encodeNpyHeader(type, piece.end - piece.start));
    for (const [i, file] of files.entries()) await file.write(heads[i], 0);
    for (const { start, end, first, last } of windows) {
      signal?.throwIfAborted();
      const columns = await read(start, end);
      hasher.add(columns, first, last);
      for (const [i, file] of files.entries()) {
        const place = heads[i].length + (start - piece.start) * COLUMN_TYPE_FACTS[types[i]].bytes;
        await file.write(littleEndianBytes(columns[i], 0, end - start), place);
      }
    }
    check?.();
  };
  const paths = outputColumns(plan).map((column) => partFile(plan, piece.index, column));
  await (isKept ? withFiles(store, paths, through) : through([]));
  return hasher.hashes();
}

/** All files together: a piece of records is read once. */
function withFiles(
  store: RunStore,
  [path, ...others]: readonly string[],
  fill: (files: readonly PartialFile[]) => Promise<void>,
): Promise<void> {
  if (path === undefined) return fill([]);
  return store.replace(path, (file) => withFiles(store, others, (files) => fill([file, ...files])));
}

/** Scans in place where the result has the input's types, and into memory that is used again where it has not. */
export function scannerOf({ contract, observation }: RunPlan, pass: OnlinePass) {
  const { types, sums } = contract;
  const isInPlace = types.every((type, i) => type === sums[i]);
  let memory: Columns = sums.map((sum) => newColumn(sum, 0));
  return (input: Parameters<OnlinePass["reduce"]>[0]): Columns => {
    const [{ length }] = input;
    if (!isInPlace && memory[0].length < length) memory = sums.map((sum) => newColumn(sum, length));
    const output = isInPlace ? (input as Columns) : memory.map((column) => column.subarray(0, length));
    return observation === "exclusive-scan"
      ? pass.exclusiveScan(input, output)
      : pass.inclusiveScan(input, output);
  };
}

/** The hashes of a piece's files as they are. @throws FormatError where one is missing or not whole */
export async function hashOutput(store: RunStore, plan: RunPlan, index: number): Promise<CellHashes> {
  const piece = pieceAt(plan, index);
  const lists: (readonly string[])[] = [];
  for (const column of outputColumns(plan).keys()) {
    const source = outputSource(store, plan, column, [index]);
    try {
      const hasher = cellHasher(1);
      for (const { start, end, first, last } of windowsOf(plan, piece, CHUNK_LENGTH)) {
        hasher.add(await source.read(start - piece.start, end - piece.start), first, last);
      }
      lists.push(...hasher.hashes());
    } finally {
      await source.close();
    }
  }
  return lists;
}

/** A column of the output of some pieces that follow one another: files, as those of a dataset are. */
export function outputSource(
  store: RunStore,
  plan: RunPlan,
  column: number,
  indices: readonly number[],
): ElementSource {
  const type = outputTypes(plan)[column];
  const parts = indices.map((index): DatasetPart => {
    const { start, end } = pieceAt(plan, index);
    const length = end - start;
    const bytes = encodeNpyHeader(type, length).length + length * COLUMN_TYPE_FACTS[type].bytes;
    return { uri: partFile(plan, index, outputColumns(plan)[column]), format: "npy", type, length, bytes };
  });
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return openDataset({ length, parts }, [0], (path) => store.open(path));
}
