import type { ColumnContract } from "../../contracts/column-contract.ts";
import { columnSummaries } from "../../summaries/summary-algebra.ts";
import { InternalError } from "../../values/errors.ts";
import type { ColumnSummary } from "../executor.ts";
import { familyOf } from "./families.ts";
import type { Outcome, Task, Work } from "./messages.ts";
import { movedSummary, piecesOf, rootSummary } from "./plan-tasks.ts";
import { relabelled } from "./run-task.ts";

/** A sequence that is folded in pieces, wherever its elements are. */
export interface Pieces {
  readonly length: number; // of what follows `before`
  readonly before: ColumnSummary | undefined;
  readonly target: number; // about how many elements make a piece
  readonly count: number; // of workers
  readonly halves?: Halves | undefined; // where scans are computed in halves
  /** Runs tasks over it; outcomes are in their order. */
  readonly run: (work: Exclude<Work, "first-half">, tasks: readonly Task[]) => Promise<readonly Outcome[]>;
}

export interface Halves {
  readonly unit: number; // elements: pieces begin at multiples
  /** Runs tasks' first halves; outcomes are summaries. */
  readonly runFirst: (tasks: readonly Task[]) => Promise<readonly Outcome[]>;
}

/** The summary of everything: the pieces are summarised by whoever is free and concatenated here. */
export async function summarisePieces(
  contract: ColumnContract,
  { length, before, target, run }: Pieces,
): Promise<ColumnSummary> {
  const tasks = after(before, piecesOf(contract, length, target, before?.end ?? 0));
  const outcomes = await run("summarise", tasks);
  return outcomes
    .map((outcome, i) => placedSummary(contract, outcome, tasks[i]))
    .reduce(columnSummaries(contract).concat);
}

/**
 * Scans all pieces, each from the summary of all before it; where there was something before, gives the summary of everything.
 *
 * All pieces that something follows are summarised first, or half scanned, which leaves less to do. The last ones are not, but scanned in one run:
 * nothing needs to be known of them. They are as many as a worker scans while the others do the rest.
 */
export async function scanPieces(
  contract: ColumnContract,
  { length, before, target, count, halves, run }: Pieces,
  work: "inclusive-scan" | "exclusive-scan",
): Promise<ColumnSummary | undefined> {
  const base = before?.end ?? 0;
  const pieces = after(before, piecesOf(contract, length, target, base));
  const inHalves = work === "inclusive-scan" && beginWhole(pieces, halves) ? halves : undefined;
  const isHalfDone = inHalves === undefined ? undefined : true;
  const scanPerJoin = inHalves === undefined ? 1 : (familyOf(contract.expression).scanPerJoin ?? 1);
  const shared = pieces.length - Math.ceil(pieces.length * lastShare(count, scanPerJoin));
  const summarised = pieces.slice(0, shared);
  const runShared = inHalves?.runFirst ?? ((tasks) => run("summarise", tasks));
  const outcomes = shared === 0 ? [] : await runShared(summarised);
  const tasks: Task[] = [];
  let known = before;
  for (const [i, outcome] of outcomes.entries()) {
    tasks.push({ ...taskFrom(summarised[i], known), isHalfDone });
    const summary = placedSummary(contract, outcome, summarised[i]);
    known = known === undefined || i === 0 ? summary : columnSummaries(contract).concat(known, summary);
  }
  const last = taskFrom({ start: pieces[shared].start, end: base + length }, known);
  // First, as the longest.
  tasks.unshift(before === undefined ? last : { ...last, givesSummary: true });
  const [{ summary }] = (await run(work, tasks)) as readonly Written[];
  return summary === undefined ? undefined : relabelled(summary, contract);
}

/** Whether the first halves of pieces can be computed. */
function beginWhole(pieces: readonly Task[], halves: Halves | undefined): boolean {
  return halves !== undefined && pieces.every(({ start }) => start % halves.unit === 0);
}

/**
 * How much of a sequence is left to one worker that is told what was before it. The others have what is left of a scan when it was summarised, which is all
 * of it, or when it was half done, which is the join.
 */
function lastShare(count: number, scanPerJoin: number): number {
  return 1 / (1 + scanPerJoin * (count - 1));
}

type Written = Extract<Outcome, { readonly kind: "written" }>;

/** The first piece goes on from what came before, wherever that ends: it need not be a place to cut. */
function after(before: ColumnSummary | undefined, [first, ...rest]: readonly Task[]): readonly Task[] {
  return [taskFrom(first, before), ...rest];
}

function taskFrom({ start, end }: Task, from: ColumnSummary | undefined): Task {
  return from === undefined || from.end === 0 ? { start, end } : { start, end, from };
}

function placedSummary(contract: ColumnContract, outcome: Outcome, task: Task): ColumnSummary {
  if (outcome.kind === "value") return rootSummary(contract, task, outcome.value);
  if (outcome.kind !== "summary") throw new InternalError("a worker gave no summary");
  return movedSummary(relabelled(outcome.summary, contract), contract, task);
}
