// result.json: what a run came to, from what, and how it can be checked. Two runs with different pieces have the same hashes of the same input and output.

import { typeOf } from "../operators/operator.ts";
import { columnSummaries } from "../summaries/summary-algebra.ts";
import { fromHex, toHex } from "../values/bits.ts";
import { describe } from "../values/describe.ts";
import { FormatError } from "../values/errors.ts";
import { hashBytes, openHash, type RunningHash } from "../values/hash.ts";
import { type ColumnArray, type Row, shapeValue, shownScalar } from "../values/value-types.ts";
import { CHUNK_LENGTH, elementsAt, indexOfRank, pieceAt, rangeCount } from "./cut.ts";
import type { ElementSource } from "./data/element-source.ts";
import { openDataset } from "./data/open-part.ts";
import type { OpenBytes } from "./data/part-bytes.ts";
import {
  type CellHashes,
  type HashedColumn,
  hashOfBits,
  type Maker,
  outputColumns,
  type PieceRecord,
  RESULT_FILE,
} from "./folder/run-files.ts";
import { openSealed, sealJson } from "./folder/sealed.ts";
import type { RunStore } from "./folder/store.ts";
import type { GroupFunctions } from "./groups/functions.ts";
import { type GroupsReceipt, writeGroups } from "./groups/group-result.ts";
import { planOf, type RunPlan, runBody } from "./run-plan.ts";
import { cellHasher, cellsOf } from "./steps/cell-hashes.ts";
import { type Joined, readRecords } from "./steps/join.ts";
import { outputSource } from "./steps/piece-output.ts";

/** What a run gave, by which plan and on which machines, with hashes by which `verifyRun` checks it. */
export interface Receipt {
  readonly plan: RunPlan;
  readonly value: unknown; // of everything, in the shape of the operator's type; not in the file, whose bits say it; of groups, and of what is sorted, undefined
  readonly bits: readonly string[]; // of the value, by column
  readonly output: readonly HashedColumn[] | undefined; // of a scan or sort, and of groups, whose keys come first
  readonly hash?: string | undefined; // of all columns of a scan or sort one after the other, as commands over columns have it, where the run asks for it
  readonly groups?: GroupsReceipt | undefined;
  readonly input: readonly HashedColumn[] | undefined; // where the run hashes it
  readonly summaries: readonly string[]; // a hash for each piece
  readonly outputs: readonly string[] | undefined; // where pieces have two steps
  readonly made: readonly { readonly machine: string; readonly worker: string; readonly pieces: number }[];
  readonly joined: Maker;
}

/** What a receipt is written from. */
export interface ReceiptTools {
  readonly plan: RunPlan;
  readonly store: RunStore;
  readonly open: OpenBytes;
  readonly functions: () => Promise<GroupFunctions>;
  readonly maker: Maker;
}

/** Writes the receipt of a run whose pieces are all done. */
async function writeReceipt(
  tools: ReceiptTools,
  { total, records }: Joined,
  outputs: ReadonlyMap<number, PieceRecord> | undefined,
): Promise<Receipt> {
  const { plan, store, maker } = tools;
  const value = total && columnSummaries(plan.contract).observe(total);
  const hashesOf = (made: ReadonlyMap<number, PieceRecord>): readonly string[] =>
    Array.from({ length: plan.pieceCount }, (_, index) => hashOfBits(made.get(index) as PieceRecord));
  const receipt: Receipt = {
    plan,
    value: value && shownValue(plan, value),
    bits: (value ?? []).map((scalar, i) => toHex(plan.contract.sums[i], scalar)),
    ...(plan.grouping !== undefined ? await writeGroups(tools) : await hashedOutput(tools, outputs)),
    input: plan.hashesInput ? await hashedInput(tools, records) : undefined,
    summaries: hashesOf(records),
    outputs: outputs && hashesOf(outputs),
    made: makersOf([...records.values(), ...(outputs?.values() ?? [])]),
    joined: maker,
  };
  const { plan: _plan, value: _value, ...rest } = receipt;
  const bytes = new TextEncoder().encode(sealJson("result", { run: runBody(plan), ...rest }));
  await store.replace(RESULT_FILE, (file) => file.write(bytes, 0));
  return receipt;
}

function makersOf(records: readonly PieceRecord[]): Receipt["made"] {
  const counts = new Map<string, Receipt["made"][number]>();
  for (const { made } of records) {
    const { machine, worker } = made;
    const pieces = (counts.get(worker)?.pieces ?? 0) + 1;
    counts.set(worker, { machine, worker, pieces });
  }
  return [...counts.values()];
}

async function hashedInput(
  { plan, open }: ReceiptTools,
  records: ReadonlyMap<number, PieceRecord>,
): Promise<readonly HashedColumn[]> {
  const columns: HashedColumn[] = [];
  for (const [column, index] of plan.columns.entries()) {
    const cells = cellsByRank(plan, records, ({ input }) => input, column);
    const source = openDataset(plan.dataset, [index], open);
    columns.push(await hashedColumn(plan, { name: nameOf(plan, column), source, cells }));
  }
  return columns;
}

async function hashedOutput(
  { plan, store }: ReceiptTools,
  records: ReadonlyMap<number, PieceRecord> | undefined,
): Promise<Pick<Receipt, "output" | "hash">> {
  if (records === undefined) return { output: undefined };
  const columns: HashedColumn[] = [];
  const all = plan.hashesWhole ? openHash() : undefined;
  for (const column of outputColumns(plan).keys()) {
    const cells = cellsByRank(plan, records, ({ output }) => output, column);
    const source = outputSource(store, plan, column, [...Array(plan.pieceCount).keys()]);
    columns.push(await hashedColumn(plan, { name: nameOf(plan, column), source, cells, all }));
  }
  return { output: columns, hash: all?.digits() };
}

function nameOf(plan: RunPlan, column: number): string | undefined {
  return outputColumns(plan)[column];
}

/** The hashes of the cells of a column, piece by piece in the order of positions. */
function* cellsByRank(
  plan: RunPlan,
  records: ReadonlyMap<number, PieceRecord>,
  cellsIn: (record: PieceRecord) => CellHashes | undefined,
  column: number,
): Generator<{ readonly first: number; readonly last: number; readonly hash: string }> {
  // Of keys that are split the pieces of the first split have hashed all elements.
  for (let rank = 0; rank < rangeCount(plan); rank++) {
    const index = indexOfRank(plan, rank);
    const hashes = cellsIn(records.get(index) as PieceRecord)?.[column] ?? [];
    const { first, last } = pieceAt(plan, index);
    let at = 0;
    for (const cell of cellsOf(first, last)) yield { ...cell, hash: hashes[at++] };
  }
}

interface HashJob {
  readonly name: string | undefined;
  readonly source: ElementSource;
  readonly cells: Iterable<{ readonly first: number; readonly last: number; readonly hash: string }>;
  readonly all?: RunningHash | undefined; // of this column and those before; default: it is not hashed as a whole
}

/** Chunks that one piece has whole are known; those that lie in several are read. */
async function hashedColumn(plan: RunPlan, { name, source, cells, all }: HashJob): Promise<HashedColumn> {
  const chunks: string[] = [];
  try {
    for (const { first, last, hash } of cells) {
      const chunk = Math.floor(first / CHUNK_LENGTH);
      const end = Math.min(plan.length, (chunk + 1) * CHUNK_LENGTH);
      if (chunk < chunks.length) continue;
      chunks.push(
        first === chunk * CHUNK_LENGTH && last === end ? hash : await hashOfChunk(plan, source, chunk),
      );
    }
    return {
      ...{ column: name, type: source.types[0], length: plan.length },
      hash: hashBytes(new TextEncoder().encode(chunks.join(""))),
      ...(all && { whole: await hashOfWhole(source, all) }),
      chunks,
    };
  } finally {
    await source.close();
  }
}

async function hashOfChunk(plan: RunPlan, source: ElementSource, chunk: number): Promise<string> {
  const first = chunk * CHUNK_LENGTH;
  const last = Math.min(plan.length, first + CHUNK_LENGTH);
  const { start, end } = elementsAt(plan, first, last);
  const hasher = cellHasher(1);
  hasher.add(await source.read(start, end), first, last);
  return hasher.hashes()[0][0];
}

/** In one go, from the first byte to the last: nobody can do that in pieces. */
async function hashOfWhole(source: ElementSource, all: RunningHash): Promise<string> {
  const hash = openHash();
  for (let start = 0; start < source.length; start += CHUNK_LENGTH) {
    const [column] = await source.read(start, Math.min(source.length, start + CHUNK_LENGTH));
    hash.add(column as ColumnArray);
    all.add(column as ColumnArray);
  }
  return hash.digits();
}

/** The receipt of a run, if it is done. @throws FormatError where it is damaged, or of another run */
export async function readReceipt(store: RunStore, plan: RunPlan): Promise<Receipt | undefined> {
  const bytes = await store.read(RESULT_FILE);
  if (bytes === undefined) return undefined;
  const place = store.place(RESULT_FILE);
  const receipt = parseReceipt(new TextDecoder().decode(bytes), place);
  if (receipt.plan.id === plan.id) return receipt;
  throw new FormatError(place, `of run ${plan.id}`, `of run ${describe(receipt.plan.id)}`);
}

/** @throws FormatError */
export function parseReceipt(text: string, source: string): Receipt {
  const body = openSealed(text, "result", source);
  const { run, ...rest } = body;
  const plan = planOf(run as Readonly<Record<string, unknown>>, source);
  const receipt = rest as unknown as Receipt;
  const row = receipt.bits.map((hex, i) => fromHex(plan.contract.sums[i], hex, "bits"));
  return { ...receipt, plan, value: row.length > 0 ? shownValue(plan, row) : undefined };
}

function shownValue({ contract }: RunPlan, row: Row): unknown {
  const [sum] = contract.sums;
  return shapeValue(typeOf(contract.operator, sum === "bool" ? undefined : sum), row, shownScalar);
}

/** The receipt of a run whose pieces are all there; undefined where those of a second step are not. */
export async function finishRun(tools: ReceiptTools, joined: Joined): Promise<Receipt | undefined> {
  const { plan, store } = tools;
  if (plan.passCount === 1) return writeReceipt(tools, joined, undefined);
  const { records, missing } = await readRecords(store, plan, "output");
  return missing.length > 0 ? undefined : writeReceipt(tools, joined, records);
}
