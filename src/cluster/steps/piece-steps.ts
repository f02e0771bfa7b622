// The two steps of a piece. Each reads its elements once, in windows, and leaves one file that is whole or not there; a piece that is done already is left alone.

import type { ColumnSummary, OnlineExecutor } from "../../executors/executor.ts";
import { innerRange } from "../../streams/inner-range.ts";
import { openPass } from "../../streams/online-contract.ts";
import { columnSummaries } from "../../summaries/summary-algebra.ts";
import { DisagreementError, FormatError } from "../../values/errors.ts";
import { CHUNK_LENGTH, indexOfRank, type Piece, pieceAt, rankOf, windowsOf } from "../cut.ts";
import type { Allocate, ElementSource } from "../data/element-source.ts";
import { openDataset } from "../data/open-part.ts";
import type { OpenBytes } from "../data/part-bytes.ts";
import {
  bitsOf,
  fileOf,
  type Maker,
  makerText,
  type PieceRecord,
  printRecord,
  readRecord,
  type Step,
} from "../folder/run-files.ts";
import type { RunStore } from "../folder/store.ts";
import type { GroupFunctions } from "../groups/functions.ts";
import { expectCounted, groupsOfPiece, startTable } from "../groups/group-steps.ts";
import type { RunPlan } from "../run-plan.ts";
import { isSorted, mergePiece, readShares, sortPiece } from "../sorting/sort-steps.ts";
import { readCarry } from "./carries.ts";
import { cellHasher } from "./cell-hashes.ts";
import { hashOutput, scannerOf, writeOutput } from "./piece-output.ts";

/** What steps are computed with, and who computes them. */
export interface StepTools {
  readonly plan: RunPlan;
  readonly store: RunStore;
  readonly executor: OnlineExecutor;
  readonly open: OpenBytes;
  readonly allocate?: Allocate | undefined; // memory that the executor computes in; default: any
  readonly functions: () => Promise<GroupFunctions>;
  readonly maker: Maker;
  readonly now: () => number; // milliseconds
  readonly signal?: AbortSignal | undefined;
}

/** A step of a piece, as engines name it. */
export interface PieceStep {
  readonly step: Step;
  readonly index: number;
  readonly again?: boolean | undefined; // computed though it is there, and compared
}

/** Elements that are read and computed at a time: 2 MiB of doubles, of 2^15 to 2^18 the quickest where they lie in the executor's memory. */
const WINDOW_LENGTH = 2 ** 18;

/**
 * Computes a step of a piece and puts its file, unless a whole one is there; a damaged or foreign file is replaced. Gives "kept" or "made".
 *
 * @throws DisagreementError where a file with other bits is there; FormatError for a file of the dataset that changed, or a summary that is missing
 */
export async function runStep(tools: StepTools, asked: PieceStep): Promise<"kept" | "made"> {
  const { plan } = tools;
  const known = await wholeRecord(tools, asked);
  if (known !== undefined && !asked.again) return "kept";
  const piece = pieceAt(plan, asked.index);
  const source = openDataset(plan.dataset, plan.columns, tools.open, tools.allocate);
  const begun = tools.now();
  try {
    const bits = await bitsOfStep(tools, piece, source, { ...asked, isKept: known === undefined });
    const seconds = (tools.now() - begun) / 1000;
    const record: PieceRecord = { step: asked.step, index: asked.index, ...bits, made: tools.maker, seconds };
    if (known !== undefined) expectAgreement(tools, known, record);
    else await put(tools, record);
    return "made";
  } finally {
    await source.close();
  }
}

async function bitsOfStep(
  tools: StepTools,
  piece: Piece,
  source: ElementSource,
  { step, isKept }: { readonly step: Step; readonly isKept: boolean },
): Promise<Bits> {
  const { plan, store } = tools;
  if (plan.grouping !== undefined) {
    const from = await startTable(tools, piece, step);
    const { table, bits } = await groupsOfPiece(tools, { piece, source, step }, from);
    if (step === "output" && from !== undefined) expectCounted(tools, piece, from, table);
    return bits;
  }
  if (isSorted(plan)) {
    const sorting = { ...tools, plan };
    if (step === "summary") return sortPiece(sorting, piece, source, isKept);
    const again = (index: number): Promise<void> => sortAgain(tools, index);
    return mergePiece(sorting, piece, { shares: await readShares(sorting, piece), isKept, again });
  }
  if (step === "summary") return summarise(tools, piece, source, await startOf(tools, piece));
  return emit(tools, piece, source, { carries: await readCarry(store, plan, piece), isKept });
}

/** A sorted piece that is missing or damaged is made once more, with its record, which must say the same as before. */
async function sortAgain(tools: StepTools, index: number): Promise<void> {
  await tools.store.remove(fileOf(tools.plan, "summary", index));
  await runStep(tools, { step: "summary", index });
}

/** The record of a step that is done; one that is not whole is removed, to be made again. */
async function wholeRecord(tools: StepTools, asked: PieceStep): Promise<PieceRecord | undefined> {
  const { plan, store } = tools;
  try {
    const record = await readRecord(store, plan, asked);
    if (record === undefined || asked.step === "summary" || plan.grouping !== undefined) return record;
    if (JSON.stringify(await hashOutput(store, plan, asked.index)) === JSON.stringify(record.output))
      return record;
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
  }
  await store.remove(fileOf(plan, asked.step, asked.index));
  return undefined;
}

/** Puts a record. Somebody may have put one meanwhile: then it must have the same bits. */
async function put(tools: StepTools, record: PieceRecord): Promise<void> {
  const { plan, store } = tools;
  const path = fileOf(plan, record.step, record.index);
  while (!(await store.create(path, printRecord(plan, record)))) {
    const other = await readRecord(store, plan, record).catch((error) => {
      if (!(error instanceof FormatError)) throw error;
      return undefined;
    });
    if (other !== undefined) return expectAgreement(tools, other, record);
    await store.remove(path);
  }
}

function expectAgreement({ plan, store }: StepTools, one: PieceRecord, other: PieceRecord): void {
  if (bitsOf(one) === bitsOf(other)) return;
  const place = store.place(fileOf(plan, one.step, one.index));
  throw new DisagreementError(place, makerText(one.made), makerText(other.made));
}

type Bits = Pick<PieceRecord, "summary" | "input" | "output">;

/** What a piece's summary goes on from: nothing, or in a chain everything before. */
async function startOf(tools: StepTools, piece: Piece): Promise<ColumnSummary> {
  const { plan } = tools;
  return plan.isChained ? summaryBefore(tools, piece) : columnSummaries(plan.contract).empty(piece.first);
}

type Computing = Pick<StepTools, "plan" | "store" | "executor" | "signal">;

/** The summary of a piece; of a chain, of everything up to its end. */
export async function summarise(
  { plan, executor, signal }: Computing,
  piece: Piece,
  source: ElementSource,
  from: ColumnSummary,
): Promise<Bits> {
  const { contract } = plan;
  const algebra = columnSummaries(contract);
  const state =
    from.start > 0
      ? innerRange(executor, contract, algebra, from)
      : openPass(executor, contract, "reduce", from);
  const hasher = plan.hashesInput ? cellHasher(source.types.length) : undefined;
  try {
    for (const window of windowsOf(plan, piece, windowLength(plan, hasher !== undefined))) {
      signal?.throwIfAborted();
      const columns = await source.read(window.start, window.end);
      hasher?.add(columns, window.first, window.last);
      state.reduce(columns);
    }
    return { summary: algebra.encode(state.summary()), ...(hasher && { input: hasher.hashes() }) };
  } finally {
    state.close();
  }
}

/** Of a backward run a chunk is hashed whole, as its elements come from its end. */
function windowLength({ direction }: RunPlan, isHashed: boolean): number {
  return isHashed && direction === "backward" ? CHUNK_LENGTH : WINDOW_LENGTH;
}

/** The summary up to a piece of a chain. @throws FormatError where it is not there yet */
async function summaryBefore({ plan, store }: StepTools, piece: Piece): Promise<ColumnSummary> {
  const algebra = columnSummaries(plan.contract);
  if (piece.first === 0) return algebra.empty(0);
  const index = indexOfRank(plan, rankOf(plan, piece) - 1);
  const before = await readRecord(store, plan, { step: "summary", index });
  if (before?.summary !== undefined) return algebra.decode(before.summary);
  const place = store.place(fileOf(plan, "summary", index));
  throw new FormatError(
    place,
    "there before the next piece is computed, as pieces of this run are chained",
    "no such file",
  );
}

/** The output of a piece from its carry. Its state at the end must be the next carry: what changed between the two passes is found here. */
export async function emit(
  tools: Computing,
  piece: Piece,
  source: ElementSource,
  how: { readonly carries: readonly [ColumnSummary, ColumnSummary]; readonly isKept: boolean },
): Promise<Bits> {
  const { plan, store, executor } = tools;
  const algebra = columnSummaries(plan.contract);
  const [carry, next] = how.carries;
  const pass = openPass(executor, plan.contract, plan.observation, carry);
  const check = (): void => {
    if (algebra.encode(pass.summary()) === algebra.encode(next)) return;
    const place = store.place(fileOf(plan, "summary", piece.index));
    throw new FormatError(place, "the summary of the elements that its piece has now", "that of others");
  };
  try {
    const windows = windowsOf(plan, piece, windowLength(plan, true));
    const scan = scannerOf(plan, pass);
    const read = async (start: number, end: number) => scan(await source.read(start, end));
    return { output: await writeOutput(tools, { piece, windows, read, isKept: how.isKept, check }) };
  } finally {
    pass.close();
  }
}
