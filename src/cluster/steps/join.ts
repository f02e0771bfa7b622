// The summaries of all pieces become one, in the order of positions: the value of a reduce, and of a scan what stands before each piece.

import type { ColumnSummary } from "../../executors/executor.ts";
import { columnSummaries } from "../../summaries/summary-algebra.ts";
import { FormatError, SamebitsError } from "../../values/errors.ts";
import { indexOfRank } from "../cut.ts";
import { fileOf, hashOfBits, type PieceRecord, readRecord, type Step } from "../folder/run-files.ts";
import type { RunStore } from "../folder/store.ts";
import { type GroupTools, writePositions } from "../groups/group-steps.ts";
import type { RunPlan } from "../run-plan.ts";
import { isSorted, writeShares } from "../sorting/sort-steps.ts";
import { writeCarries } from "./carries.ts";

/** Files that are read at the same time. */
const AT_ONCE = 64;

/** Pieces that are not done, and of those the files that were there and not whole. */
interface Missing {
  readonly missing: readonly number[];
  readonly damaged: readonly FormatError[];
}

/** The records of a step by index, of groups without their tables, and what is missing. */
export async function readRecords(
  store: RunStore,
  plan: RunPlan,
  step: Step,
  indices: Iterable<number> = Array(plan.pieceCount).keys(),
): Promise<Missing & { readonly records: ReadonlyMap<number, PieceRecord> }> {
  const records = new Map<number, PieceRecord>();
  const missing: number[] = [];
  const damaged: FormatError[] = [];
  const readOne = async (index: number): Promise<void> => {
    try {
      const record = await readRecord(store, plan, { step, index });
      if (record !== undefined)
        records.set(index, plan.grouping === undefined ? record : withoutTable(record));
      else missing.push(index);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      missing.push(index);
      damaged.push(error);
    }
  };
  const queue = indices[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (let next = queue.next(); next.done !== true; next = queue.next()) await readOne(next.value);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return { records, missing: missing.sort((a, b) => a - b), damaged };
}

function withoutTable(record: PieceRecord): PieceRecord {
  return { ...record, summary: undefined, hash: hashOfBits(record) };
}

/** Names that an error lists. */
const MOST_NAMED = 5;

/** @throws FormatError that names the pieces which are missing */
export function expectAll(store: RunStore, plan: RunPlan, step: Step, { missing, damaged }: Missing): void {
  if (missing.length === 0) return;
  if (damaged.length > 0) throw damaged[0];
  const named = missing.slice(0, MOST_NAMED).map((index) => fileOf(plan, step, index));
  const more = missing.length > MOST_NAMED ? ` and ${missing.length - MOST_NAMED} more` : "";
  const expected = `a run whose ${plan.pieceCount} pieces all have their ${step}`;
  throw new FormatError(store.name, expected, `none of ${named.join(", ")}${more}`);
}

/** What joining found. */
export interface Joined {
  readonly total: ColumnSummary | undefined; // of groups none, as they have many, nor of what is sorted
  readonly records: ReadonlyMap<number, PieceRecord>;
}

/**
 * Joins all summaries, and writes what the pieces' second step goes on from, if there is one.
 *
 * @throws FormatError naming those that are missing, or one that is not a summary of its piece
 */
export async function joinSummaries(
  tools: Pick<GroupTools, "plan" | "store" | "functions">,
): Promise<Joined> {
  const { store, plan } = tools;
  const read = await readRecords(store, plan, "summary");
  expectAll(store, plan, "summary", read);
  const { records } = read;
  if (isSorted(plan)) {
    const summaries = Array.from(records.keys(), (_, index) => records.get(index)?.summary ?? "");
    await writeShares({ ...tools, plan }, summaries);
    return { total: undefined, records };
  }
  if (plan.grouping === undefined) return { total: await joinTotal(store, plan, records), records };
  if (plan.passCount === 2) await writePositions(tools);
  return { total: undefined, records };
}

/** The summary of everything. @throws FormatError naming one that is not a summary of its piece */
async function joinTotal(
  store: RunStore,
  plan: RunPlan,
  records: ReadonlyMap<number, PieceRecord>,
): Promise<ColumnSummary> {
  const algebra = columnSummaries(plan.contract);
  let total = algebra.empty(0);
  const carries = [algebra.encode(total)];
  for (let rank = 0; rank < plan.pieceCount; rank++) {
    const index = indexOfRank(plan, rank);
    const record = records.get(index) as PieceRecord;
    const place = store.place(fileOf(plan, "summary", index));
    total = explained(place, () => {
      const summary = algebra.decode(record.summary ?? "");
      return plan.isChained ? summary : algebra.concat(total, summary);
    });
    const end = Math.min(plan.length, (rank + 1) * plan.pieceLength);
    if (total.start !== 0 || total.end !== end) {
      throw new FormatError(
        place,
        `a summary up to position ${end}`,
        `one of [${total.start}, ${total.end})`,
      );
    }
    if (plan.observation !== "reduce") carries.push(algebra.encode(total));
  }
  if (plan.observation !== "reduce") await writeCarries(store, carries);
  return total;
}

function explained(place: string, join: () => ColumnSummary): ColumnSummary {
  try {
    return join();
  } catch (error) {
    if (!(error instanceof SamebitsError)) throw error;
    throw new FormatError(place, "a summary that follows those before", error.message);
  }
}
