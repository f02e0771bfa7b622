// The steps of a run that sorts: each piece is sorted, with some of its rows as samples; the join tells from these which rows of every piece a piece of the output
// may have; and that one merges them. Ties are broken by the piece and the place in it, so that a key that every row has is split like any other.

import { FormatError } from "../../values/errors.ts";
import { hashBytes } from "../../values/hash.ts";
import type { Columns } from "../../values/value-types.ts";
import { type ColumnArray, newColumn } from "../../values/value-types.ts";
import { CHUNK_LENGTH, type Piece, windowsOf } from "../cut.ts";
import type { ElementSource } from "../data/element-source.ts";
import { wideColumns } from "../data/wide-columns.ts";
import { CARRIES_FILE, outputTypes, type PieceRecord, sortedFile } from "../folder/run-files.ts";
import { openSealed, sealJson } from "../folder/sealed.ts";
import type { RunStore } from "../folder/store.ts";
import type { GroupFunctions } from "../groups/functions.ts";
import { columnOfText, joinedColumns, textOfColumn } from "../groups/group-table.ts";
import type { RunPlan } from "../run-plan.ts";
import { readCarryTexts, writeCarries } from "../steps/carries.ts";
import { cellHasher } from "../steps/cell-hashes.ts";
import { writeOutput } from "../steps/piece-output.ts";
import { blocksOf, readRows } from "./sorted-file.ts";
import { ownersInOrder, type Sorting, sampleStep, sortedRows } from "./sorting.ts";

export interface SortTools {
  readonly plan: RunPlan & { readonly sorting: Sorting };
  readonly store: RunStore;
  readonly functions: () => Promise<GroupFunctions>;
  readonly signal?: AbortSignal | undefined;
}

type Bits = Pick<PieceRecord, "summary" | "input" | "output">;

/** The plan of a run that sorts. */
export function isSorted(plan: RunPlan): plan is SortTools["plan"] {
  return plan.sorting !== undefined;
}

/** Sorts a piece into a file of its own. Its samples are the last row of each block. */
export async function sortPiece(
  { plan, store, functions, signal }: SortTools,
  piece: Piece,
  source: ElementSource,
  isKept = true,
): Promise<Bits> {
  const { index, start: begin, end } = piece;
  const hasher = plan.hashesInput ? cellHasher(source.types.length) : undefined;
  const columns = outputTypes(plan).map((type) => newColumn(type, end - begin));
  for (const window of windowsOf(plan, piece, CHUNK_LENGTH)) {
    signal?.throwIfAborted();
    const read = await source.read(window.start, window.end);
    hasher?.add(read, window.first, window.last);
    for (const [i, column] of wideColumns(plan, read).entries()) {
      (columns[i] as Float64Array).set(column as Float64Array, window.start - begin);
    }
  }
  const sorted = sortedRows(plan.sorting, await functions(), columns);
  const hashes: string[] = [];
  const write = async (put: (bytes: Uint8Array, position: number) => Promise<void>): Promise<void> => {
    let position = 0;
    for (const { bytes, hash } of blocksOf(plan, index, sorted)) {
      hashes.push(hash);
      await put(bytes, position);
      position += bytes.length;
    }
  };
  if (isKept) await store.replace(sortedFile(plan, index), (file) => write(file.write));
  else await write(async () => {});
  const step = sampleStep(plan);
  const samples = plan.sorting.keys.map((key) =>
    textOfColumn(sorted[key].filter((_, row) => (row + 1) % step === 0) as ColumnArray),
  );
  const hash = hashBytes(new TextEncoder().encode(hashes.join("")));
  return { summary: JSON.stringify({ samples, hash }), ...(hasher && { input: hasher.hashes() }) };
}

/** Rows of every sorted piece, by its index: all that a piece of the output has of it, and few that it has not. */
interface Shares {
  readonly from: Uint32Array;
  readonly to: Uint32Array;
}

/**
 * The shares of all pieces, by what their summaries have as samples. Of n samples from the first on, up to n · step rows and P · (step - 1) more are not behind the
 * last of them: that many samples tell what is surely before a row of the result, and what may be.
 */
export function sharesOf(
  plan: SortTools["plan"],
  functions: GroupFunctions,
  summaries: readonly string[],
): readonly Shares[] {
  const step = sampleStep(plan);
  const { pieceCount, pieceLength, length } = plan;
  const samples = summaries.map((text) => {
    const given = JSON.parse(text) as { readonly samples: readonly string[] };
    return given.samples.map((column, i) => columnOfText(column, outputTypes(plan)[plan.sorting.keys[i]]));
  });
  const owners = samples.map(([{ length: count }], index) => [new Uint32Array(count).fill(index)]);
  const [all] = joinedColumns(owners) as readonly [Uint32Array];
  const inOrder = ownersInOrder(plan.sorting, functions, joinedColumns(samples), all);
  const [before, upTo] = [counterOf(inOrder, pieceCount), counterOf(inOrder, pieceCount)];
  return Array.from({ length: pieceCount }, (_, index) => {
    const first = index * pieceLength;
    const last = Math.min(length, first + pieceLength);
    const from = before(Math.max(0, Math.floor((first - pieceCount * (step - 1)) / step)));
    const to = upTo(Math.ceil(last / step));
    const lengthOf = (each: number): number => Math.min(pieceLength, length - each * pieceLength);
    return {
      from: from.map((count) => count * step),
      to: to.map((count, each) => Math.min(lengthOf(each), (count + 1) * step)),
    };
  });
}

/** How many of the first so many samples each piece has, for numbers that grow. */
function counterOf(owners: Uint32Array, pieceCount: number): (count: number) => Uint32Array {
  const counts = new Uint32Array(pieceCount);
  let at = 0;
  return (count) => {
    for (; at < Math.min(count, owners.length); at++) counts[owners[at]]++;
    return counts.slice();
  };
}

const SHARES = "shares of a piece";

/** What stands between the two steps: the shares of each piece of the output. */
export async function writeShares(
  { plan, store, functions }: SortTools,
  summaries: readonly string[],
): Promise<void> {
  const texts = sharesOf(plan, await functions(), summaries).map(({ from, to }, index) =>
    sealJson(SHARES, { run: plan.id, index, from: textOfColumn(from), to: textOfColumn(to) }),
  );
  await writeCarries(store, [...texts, ""]);
}

/** @throws FormatError where they are not there, or damaged */
export async function readShares({ plan, store }: SortTools, piece: Piece): Promise<Shares> {
  const [text] = await readCarryTexts(store, plan, piece);
  const place = store.place(CARRIES_FILE);
  const { run, index, from, to } = openSealed(text, SHARES, place);
  if (run !== plan.id || index !== piece.index) {
    throw new FormatError(place, `of run ${plan.id} and piece ${piece.index}`, `of ${run} and ${index}`);
  }
  const columnOf = (column: unknown) => columnOfText(String(column), "u32") as Uint32Array;
  return { from: columnOf(from), to: columnOf(to) };
}

interface MergeJob {
  readonly shares: Shares;
  readonly isKept: boolean; // false: hashed alone
  readonly again?: ((index: number) => Promise<void>) | undefined; // makes a sorted piece once more that is not whole; default: that is an error
}

/** A piece of the output: the rows of its ranks, of all sorted pieces. @throws FormatError for a sorted piece that is damaged */
export async function mergePiece(
  tools: SortTools,
  piece: Piece,
  { shares: { from, to }, isKept, again }: MergeJob,
): Promise<Bits> {
  const { plan, store, functions, signal } = tools;
  const parts: (readonly ColumnArray[])[] = [];
  for (let index = 0; index < plan.pieceCount; index++) {
    signal?.throwIfAborted();
    const rows = { index, from: from[index], to: to[index] };
    if (rows.from === rows.to) continue;
    const read = readRows(store, plan, rows).catch(async (error) => {
      if (!(error instanceof FormatError) || again === undefined) throw error;
      await again(index);
      return readRows(store, plan, rows);
    });
    parts.push(await read);
  }
  const sorted = sortedRows(plan.sorting, await functions(), joinedColumns(parts));
  const skipped = piece.first - from.reduce((sum, each) => sum + each, 0);
  const read = async (start: number, end: number): Promise<Columns> =>
    sorted.map((column) => column.subarray(skipped + start - piece.first, skipped + end - piece.first));
  return {
    output: await writeOutput(tools, { piece, windows: windowsOf(plan, piece, CHUNK_LENGTH), read, isKept }),
  };
}
