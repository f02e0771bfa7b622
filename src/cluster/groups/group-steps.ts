// The steps of a run by groups: what a piece leaves, and what stands between the two steps where there are two.

import type { OnlineExecutor } from "../../executors/executor.ts";
import { FormatError, InternalError } from "../../values/errors.ts";
import {
  CHUNK_LENGTH,
  indexOfRank,
  type Piece,
  rangeCount,
  rankOf,
  splitCountOf,
  windowsOf,
} from "../cut.ts";
import type { ElementSource } from "../data/element-source.ts";
import { CARRIES_FILE, fileOf, type PieceRecord, readRecord, type Step } from "../folder/run-files.ts";
import { openSealed, sealJson } from "../folder/sealed.ts";
import type { RunStore } from "../folder/store.ts";
import type { RunPlan } from "../run-plan.ts";
import { readCarryTexts, writeCarries } from "../steps/carries.ts";
import { cellHasher } from "../steps/cell-hashes.ts";
import type { GroupFunctions } from "./functions.ts";
import { emptyAt, positionsOf } from "./group-join.ts";
import { collectGroups } from "./group-piece.ts";
import { type GroupSetting, groupSetting, tableTypes } from "./group-setting.ts";
import { columnOfText, type GroupTable, parseTable, printTable, textOfColumn } from "./group-table.ts";

export interface GroupTools {
  readonly plan: RunPlan;
  readonly store: RunStore;
  readonly executor: OnlineExecutor;
  readonly functions: () => Promise<GroupFunctions>; // loaded by runs that have groups
  readonly signal?: AbortSignal | undefined;
}

/** See GroupSetting, of a run that has groups. */
export function settingOf(plan: RunPlan): GroupSetting {
  const setting = groupSetting(plan);
  if (setting === undefined) throw new InternalError("a run without groups");
  return setting;
}

/** The table of a piece's record. */
function tableOf(setting: GroupSetting, record: PieceRecord, step: Step): GroupTable {
  return parseTable(record.summary ?? "", tableTypes(setting, step));
}

/** What a piece's step leaves, going on from a table of summaries where it has one. */
export async function groupsOfPiece(
  { plan, executor, functions, signal }: GroupTools,
  { piece, source, step }: { readonly piece: Piece; readonly source: ElementSource; readonly step: Step },
  from: GroupTable | undefined,
): Promise<{ readonly table: GroupTable; readonly bits: Pick<PieceRecord, "summary" | "input"> }> {
  const setting = settingOf(plan);
  const collector = collectGroups({
    ...{ setting, functions: await functions(), executor, step, from, split: piece.split },
  });
  const isHashed = plan.hashesInput && step === "summary" && piece.split === 0;
  const hasher = isHashed ? cellHasher(source.types.length) : undefined;
  for (const { start, end, first, last } of windowsOf(plan, piece, CHUNK_LENGTH)) {
    signal?.throwIfAborted();
    const columns = await source.read(start, end);
    hasher?.add(columns, first, last);
    collector.add(columns);
  }
  const table = collector.table();
  const summary = printTable(table, tableTypes(setting, step));
  return { table, bits: { summary, ...(hasher && { input: hasher.hashes() }) } };
}

/** What the step of a piece goes on from, as the folder has it. @throws FormatError where it is not there, or damaged */
export async function startTable(
  { plan, store }: Pick<GroupTools, "plan" | "store">,
  piece: Piece,
  step: Step,
): Promise<GroupTable | undefined> {
  const setting = settingOf(plan);
  if (step === "output") {
    const counts = tableOf(setting, await neededRecord(store, plan, "summary", piece.index), "summary");
    return emptyAt(setting, counts, await readPositions(store, plan, piece));
  }
  if (!plan.isChained || piece.first === 0) return undefined;
  const before = indexOfRank(plan, rankOf(plan, piece) - 1);
  return tableOf(setting, await neededRecord(store, plan, "summary", before), "summary");
}

async function neededRecord(store: RunStore, plan: RunPlan, step: Step, index: number): Promise<PieceRecord> {
  const record = await readRecord(store, plan, { step, index });
  if (record !== undefined) return record;
  const place = store.place(fileOf(plan, step, index));
  throw new FormatError(place, "there before this step, which goes on from it", "no such file");
}

/** The elements of a piece must be those that were counted. @throws FormatError */
export function expectCounted(
  { plan, store }: Pick<GroupTools, "plan" | "store">,
  { index, first, last }: Piece,
  from: GroupTable,
  made: GroupTable,
): void {
  const lengthOf = ({ states }: GroupTable): number =>
    states.reduce((sum, { start, end }) => sum + end - start, 0);
  const isSame = from.states.length === made.states.length && lengthOf(made) + made.outside === last - first;
  if (isSame) return;
  const place = store.place(fileOf(plan, "summary", index));
  throw new FormatError(place, "the counts of the elements that its piece has now", "those of others");
}

const CARRY = "positions of a piece";

/** Where a piece begins in each of its groups. @throws FormatError */
export async function readPositions(store: RunStore, plan: RunPlan, piece: Piece) {
  const [text] = await readCarryTexts(store, plan, piece);
  const place = store.place(CARRIES_FILE);
  const { run, index, positions } = openSealed(text, CARRY, place);
  if (run === plan.id && index === piece.index) return columnOfText(String(positions), "u64");
  throw new FormatError(place, `of run ${plan.id} and piece ${piece.index}`, `of ${run} and ${index}`);
}

/** Of two steps what stands between them: where each piece begins in each of its groups. */
export async function writePositions(tools: JoinTools): Promise<void> {
  await writeCarries(tools.store, positionTexts(tools));
}

export type JoinTools = Pick<GroupTools, "plan" | "store" | "functions">;

async function* positionTexts({ plan, store, functions }: JoinTools): AsyncGenerator<string> {
  const setting = settingOf(plan);
  for (let split = 0; split < splitCountOf(plan); split++) {
    const indices = indicesByRank(plan, split);
    const tables = readTables({ plan, store }, "summary", indices);
    let at = 0;
    for await (const column of positionsOf(setting, await functions(), tables)) {
      yield sealJson(CARRY, { run: plan.id, index: indices[at++], positions: textOfColumn(column) });
    }
  }
  yield ""; // what stands behind the last piece
}

function indicesByRank(plan: RunPlan, split: number): readonly number[] {
  const count = rangeCount(plan);
  return Array.from({ length: count }, (_, place) => indexOfRank(plan, split * count + place));
}

/** The tables of a split that are joined, in the order of elements: of a chain the last holds all. */
export function tablesToJoin(tools: JoinTools, split: number): AsyncGenerator<GroupTable> {
  const { plan } = tools;
  const inOrder = indicesByRank(plan, split);
  const indices = plan.isChained ? inOrder.slice(-1) : [...inOrder].sort((one, other) => one - other);
  return readTables(tools, plan.passCount === 2 ? "output" : "summary", indices);
}

/** Records that are read at the same time, and the digits of tables above which they are fewer. */
const MOST_AT_ONCE = 64;
const MANY_DIGITS = 2 ** 24;

/** The tables of pieces, in this order, as they are wanted. */
async function* readTables(
  { plan, store }: Pick<GroupTools, "plan" | "store">,
  step: Step,
  indices: readonly number[],
): AsyncGenerator<GroupTable> {
  const setting = settingOf(plan);
  let atOnce = 1;
  for (let at = 0; at < indices.length; ) {
    const some = indices.slice(at, at + atOnce);
    at += some.length;
    const records = await Promise.all(some.map((index) => neededRecord(store, plan, step, index)));
    const digits = records.reduce((sum, { summary = "" }) => sum + summary.length, 0);
    atOnce = digits < MANY_DIGITS ? Math.min(MOST_AT_ONCE, 2 * atOnce) : Math.max(1, atOnce >> 1);
    for (const record of records) yield tableOf(setting, record, step);
  }
}
