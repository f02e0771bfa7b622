import type { RecordContract, TypedContract } from "../../contracts/contract.ts";
import { InternalError } from "../../values/errors.ts";
import type { AnySummary } from "../executor.ts";
import type { Outcome, Task, Work } from "./messages.ts";
import { movedSummary, piecesOf, rootSummary } from "./plan-tasks.ts";
import type { RowAlgebra } from "./row-algebra.ts";
import { relabelled } from "./run-task.ts";

type AnyContract = TypedContract | RecordContract;

/** A sequence that is folded in pieces, wherever its elements are. */
export interface Pieces {
  readonly length: number; // of what follows `before`
  readonly before: AnySummary | undefined;
  readonly target: number; // about how many elements make a piece
  readonly count: number; // of workers
  /** Runs tasks over it; outcomes are in their order. */
  readonly run: (work: Work, tasks: readonly Task[]) => Promise<readonly Outcome[]>;
}

/** The summary of everything: the pieces are summarised by whoever is free and concatenated here. */
export async function summarisePieces(
  contract: AnyContract,
  { concat }: RowAlgebra,
  { length, before, target, run }: Pieces,
): Promise<AnySummary> {
  const tasks = after(before, piecesOf(contract, length, target, before?.end ?? 0));
  const outcomes = await run("summarise", tasks);
  return outcomes.map((outcome, i) => placedSummary(contract, outcome, tasks[i])).reduce(concat);
}

/**
 * Scans all pieces, each from the summary of all before it; where there was something before, gives the summary of everything.
 *
 * All pieces that something follows are summarised first. The last ones, as many as one worker's share, are not, but scanned in one run:
 * nothing needs to be known of them.
 */
export async function scanPieces(
  contract: AnyContract,
  { concat }: RowAlgebra,
  { length, before, target, count, run }: Pieces,
  work: "inclusive-scan" | "exclusive-scan",
): Promise<AnySummary | undefined> {
  const base = before?.end ?? 0;
  const pieces = after(before, piecesOf(contract, length, target, base));
  const shared = pieces.length - Math.ceil(pieces.length / count);
  const summarised = pieces.slice(0, shared);
  const outcomes = shared === 0 ? [] : await run("summarise", summarised);
  const tasks: Task[] = [];
  let known = before;
  for (const [i, outcome] of outcomes.entries()) {
    tasks.push(taskFrom(summarised[i], known));
    const summary = placedSummary(contract, outcome, summarised[i]);
    known = known === undefined || i === 0 ? summary : concat(known, summary);
  }
  const last = taskFrom({ start: pieces[shared].start, end: base + length }, known);
  // First, as the longest.
  tasks.unshift(before === undefined ? last : { ...last, givesSummary: true });
  const [{ summary }] = (await run(work, tasks)) as readonly Written[];
  return summary === undefined ? undefined : relabelled(summary, contract);
}

type Written = Extract<Outcome, { readonly kind: "written" }>;

/** The first piece goes on from what came before, wherever that ends: it need not be a place to cut. */
function after(before: AnySummary | undefined, [first, ...rest]: readonly Task[]): readonly Task[] {
  return [taskFrom(first, before), ...rest];
}

function taskFrom({ start, end }: Task, from: AnySummary | undefined): Task {
  return from === undefined || from.end === 0 ? { start, end } : { start, end, from };
}

function placedSummary(contract: AnyContract, outcome: Outcome, task: Task): AnySummary {
  if (outcome.kind === "value") return rootSummary(contract, task, outcome.value);
  if (outcome.kind !== "summary") throw new InternalError("a worker gave no summary");
  return movedSummary(relabelled(outcome.summary, contract), contract, task);
}
