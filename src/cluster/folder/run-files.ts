// What lies where in a run's folder, and what a piece's file says: its result, its hash, and who made it.

import { describe } from "../../values/describe.ts";
import type { ScalarType } from "../../values/element-types.ts";
import { FormatError } from "../../values/errors.ts";
import { hashBytes } from "../../values/hash.ts";
import type { StoredType } from "../../values/value-types.ts";
import { columnsOfDataset } from "../data/dataset.ts";
import { wideType } from "../data/wide-columns.ts";
import { parseRun, type RunPlan } from "../run-plan.ts";
import { openSealed, sealJson } from "./sealed.ts";
import type { RunStore } from "./store.ts";

/** What a piece goes through: its summary is computed, and of a scan, when all summaries are joined, its output. */
export type Step = "summary" | "output";

export const STEPS: readonly Step[] = ["summary", "output"];

/** The steps of a run: all where what a piece leaves in the end depends on those before it. */
export function stepsOf({ passCount }: Pick<RunPlan, "passCount">): readonly Step[] {
  return STEPS.slice(0, passCount);
}

/** Where everything is. */
export const RUN_FILE = "run.json";
export const RESULT_FILE = "result.json";
export const CARRIES_FILE = "carries";
const FOLDERS: Readonly<Record<Step, string>> = { summary: "summaries", output: "out" };
const SORTED_FOLDER = "sorted";
const SPLITS_FOLDER = "splits";

/** The folders of a run. */
export const RUN_FOLDERS: readonly string[] = [".", ...Object.values(FOLDERS), SORTED_FOLDER, SPLITS_FOLDER];

/** The piece's number as it stands in names of files: they sort as the elements do. */
function digitsOf({ pieceCount }: Pick<RunPlan, "pieceCount">, index: number): string {
  return String(index).padStart(Math.max(5, String(pieceCount - 1).length), "0");
}

/** The file that says that a step of a piece is done. */
export function fileOf(plan: RunPlan, step: Step, index: number): string {
  const digits = digitsOf(plan, index);
  return step === "summary" ? `${FOLDERS.summary}/${digits}` : `${FOLDERS.output}/part-${digits}.json`;
}

/** The array of an output's column. */
export function partFile(plan: RunPlan, index: number, column: string | undefined): string {
  const name = column === undefined ? "" : `.${column}`;
  return `${FOLDERS.output}/part-${digitsOf(plan, index)}${name}.npy`;
}

/** A piece in order, of a run that sorts. */
export function sortedFile(plan: RunPlan, index: number): string {
  return `${SORTED_FOLDER}/${digitsOf(plan, index)}`;
}

/** What the keys of a split came to, until all are merged. */
export function splitFile(split: number): string {
  return `${SPLITS_FOLDER}/${String(split).padStart(5, "0")}`;
}

/** The columns of a run's output: a record's, or those that are sorted, by their names, a single one without. */
export function outputColumns({
  contract,
  sorting,
  columns,
  dataset,
}: RunPlan): readonly (string | undefined)[] {
  if (sorting !== undefined) {
    if (columns.length === 1) return [undefined];
    return columns.map((i) => columnsOfDataset(dataset)[i].name);
  }
  if (contract.operator.kind !== "record-operator") return [undefined];
  return contract.columns.map(({ path }) => path.join("."));
}

/** Their types. */
export function outputTypes({ contract, sorting, columns, dataset }: RunPlan): readonly ScalarType[] {
  if (sorting === undefined) return contract.sums;
  return columns.map((i) => wideType(columnsOfDataset(dataset)[i].type));
}

/** Who made something: provenance, which fixes no bits. */
export interface Maker {
  readonly machine: string;
  readonly worker: string; // the process: unlike that of any other process of a run
  readonly processor: string;
  readonly engine: string; // Node's version, or another's
  readonly samebits: string;
}

/** A maker in a few words. */
export function makerText({ machine, worker, samebits, engine }: Maker): string {
  return `${machine} (process ${worker}, samebits ${samebits}, ${engine})`;
}

/** The hash of a cell: what a piece has of a chunk of a receipt, by column. */
export type CellHashes = readonly (readonly string[])[];

/** The hashes of a column: FNV-1a 64 of each chunk of 2^20 elements, in the order of positions, and of their digits one after the other. */
export interface HashedColumn {
  readonly column?: string | undefined;
  readonly type: StoredType;
  readonly length: number;
  readonly hash: string; // of the chunks' hashes
  readonly whole?: string | undefined; // of all bytes, as `samebits hash` has it, where the run asks for it
  readonly chunks: readonly string[];
}

/** What a step of a piece leaves. */
export interface PieceRecord {
  readonly step: Step;
  readonly index: number;
  readonly summary?: string | undefined; // of the step "summary"; of groups a table, of either step
  readonly input?: CellHashes | undefined; // by column, where the run hashes its input
  readonly output?: CellHashes | undefined; // by column, of the step "output"
  readonly made: Maker;
  readonly seconds: number;
  readonly hash?: string | undefined; // of what is the same whoever makes it, where tables of groups are left out as they are many; in no file
}

type Bits = Pick<PieceRecord, "summary" | "input" | "output">;

/** What is the same whoever makes it. */
export function bitsOf({ summary, input, output }: Bits): string {
  return JSON.stringify({ summary, input, output });
}

/** The hash of what a piece must be, whoever makes it. */
export function hashOfBits(record: Bits & Pick<PieceRecord, "hash">): string {
  return record.hash ?? hashBytes(new TextEncoder().encode(bitsOf(record)));
}

export function printRecord(plan: RunPlan, record: PieceRecord): Uint8Array {
  return new TextEncoder().encode(sealJson(`${record.step} of a piece`, { run: plan.id, ...record }));
}

/** A piece's record, if it is there. @throws FormatError where it is damaged, or of another run or piece */
export async function readRecord(
  store: RunStore,
  plan: RunPlan,
  { step, index }: { readonly step: Step; readonly index: number },
): Promise<PieceRecord | undefined> {
  const path = fileOf(plan, step, index);
  const bytes = await store.read(path);
  if (bytes === undefined) return undefined;
  const place = store.place(path);
  const body = openSealed(new TextDecoder().decode(bytes), `${step} of a piece`, place);
  if (body.run !== plan.id) throw new FormatError(place, `of run ${plan.id}`, `of run ${describe(body.run)}`);
  if (body.index === index) return body as unknown as PieceRecord;
  throw new FormatError(place, `of piece ${index}`, `of piece ${describe(body.index)}`);
}

/** The run of a folder. @throws FormatError where there is none, or another version's */
export async function readRun(store: RunStore): Promise<RunPlan> {
  const bytes = await store.read(RUN_FILE);
  const place = store.place(RUN_FILE);
  if (bytes === undefined)
    throw new FormatError(place, "a run that `samebits run create` has made", "no such file");
  return parseRun(new TextDecoder().decode(bytes), place);
}
