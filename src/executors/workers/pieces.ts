import type { ColumnContract } from "../../contracts/column-contract.ts";
import { lineOf } from "../../contracts/contract-key.ts";
import { printExpression } from "../../expressions/print.ts";
import { evaluateBody } from "../../operators/evaluate.ts";
import type { Root, State } from "../../summaries/summary.ts";
import { columnSummaries } from "../../summaries/summary-algebra.ts";
import { InternalError } from "../../values/errors.ts";
import type { Row } from "../../values/value-types.ts";
import type { ColumnSummary } from "../executor.ts";
import { familyOf } from "./families.ts";
import type { Outcome, Task, Work } from "./messages.ts";

// Where a sequence may be cut, and how the results of pieces become the result of the whole. Cuts stand where the expression has subtrees, so that no
// cut changes a bit.

/** A sequence that is folded in pieces, wherever its elements are. */
export interface Pieces {
  readonly length: number; // of what follows `before`
  readonly before: ColumnSummary | undefined;
  readonly target: number; // about how many elements make a piece
  readonly count: number; // of workers
  readonly halves?: Halves | undefined; // where scans are computed in halves
  /** Runs tasks over it; outcomes are in their order. */
  readonly run: (
    work: Exclude<Work, "first-half" | "reduce" | "whole">,
    tasks: readonly Task[],
  ) => Promise<readonly Outcome[]>;
}

export interface Halves {
  readonly unit: number; // elements: pieces begin at multiples
  /** Runs tasks' first halves; outcomes are summaries. */
  readonly runFirst: (tasks: readonly Task[]) => Promise<readonly Outcome[]>;
}

/** The summary of everything: workers summarise the pieces, which are concatenated here. */
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

/** A summary as that of the same contract elsewhere: an operator that was sent may lack what was proved of it, so that lines differ. */
export function relabelled(summary: ColumnSummary, contract: ColumnContract): ColumnSummary {
  return { ...summary, contract: lineOf(contract) };
}

/**
 * The pieces of `length` elements from position `base` on, each but the last of one length near `target`; one piece where that is infinite.
 *
 * A cut stands where a subtree of the expression ends whatever follows, so that a piece that is summarised as if it stood at position 0
 * needs only to be moved.
 */
export function piecesOf(
  contract: ColumnContract,
  length: number,
  target: number,
  base = 0,
): readonly Task[] {
  const lead = leadOf(contract);
  const pieceLength = pieceLengthOf(contract, target, lead);
  const pieces: Task[] = [];
  for (let start = base; start < base + length; ) {
    const end = Math.min(base + length, Math.floor((start + lead) / pieceLength + 1) * pieceLength - lead);
    pieces.push({ start, end });
    start = end;
  }
  return pieces;
}

/** The halves of a bisection, halved again until a part is at most `target` long: in order, and how they are joined. */
export function bisectionParts(contract: ColumnContract, length: number, target: number): BisectionPart {
  const lead = leadOf(contract);
  const part = (start: number, count: number): BisectionPart => {
    // Sequence positions to input positions: an initial value that stands first is in the first part.
    if (count <= Math.max(4, target)) return { start: Math.max(0, start - lead), end: start + count - lead };
    const half = Math.floor(count / 2);
    return { left: part(start, half), right: part(start + half, count - half) };
  };
  return part(0, length + lead);
}

export type BisectionPart = Task | { readonly left: BisectionPart; readonly right: BisectionPart };

/** Combines of a task of prefixes that have nothing in common: a tenth of a second. */
const TASK_COMBINES = 2 ** 27;

/** Tasks for each worker, so that all end at about one time. */
const TASKS_PER_WORKER = 4;

/**
 * Prefixes that have nothing in common, prefix i of i combines, in tasks of about equally many: ends lie as square roots do. Where the output is over the
 * input all are one task, longest prefix first, as a longer one reads what a shorter one would have overwritten.
 */
export function prefixTasks(
  { length, count }: Pick<Pieces, "length" | "count">,
  isOver: boolean,
): readonly Task[] {
  const wanted = Math.max(TASKS_PER_WORKER * count, (length * length) / 2 / TASK_COMBINES);
  const taskCount = isOver ? 1 : Math.min(length, Math.ceil(wanted));
  const ends = Array.from({ length: taskCount }, (_, k) =>
    Math.round(length * Math.sqrt((k + 1) / taskCount)),
  );
  return ends.flatMap((end, k) => {
    const start = k === 0 ? 0 : ends[k - 1];
    return end > start ? [{ start, end }] : [];
  });
}

/** The summary of a piece that was taken as if it stood at position 0, moved to where it stands; a task that knew what came before gave the whole. */
function movedSummary(
  summary: ColumnSummary,
  contract: ColumnContract,
  { start, end, from }: Task,
): ColumnSummary {
  if (from !== undefined) return summary;
  const units = start === 0 ? 0 : (start + leadOf(contract)) / familyOf(contract.expression).unit;
  return { ...moveState(summary, units), contract: summary.contract, start, end };
}

/** Whether a piece is one subtree, so that its summary is one root, whose value a plain reduce of the piece gives: no pass is opened for it. */
export function isOneRoot(contract: ColumnContract, { start, end, from }: Task): boolean {
  const { stateOfRoot, unit } = familyOf(contract.expression);
  if (stateOfRoot === undefined) return false;
  // The value that stands first is in the first piece.
  if (from !== undefined || start < leadOf(contract)) return false;
  const unitCount = (end - start) / unit;
  return unitCount >= 1 && Number.isInteger(Math.log2(unitCount));
}

/** The summary of such a piece, where it stands. */
function rootSummary(contract: ColumnContract, { start, end }: Task, value: Row): ColumnSummary {
  const lead = leadOf(contract);
  const { stateOfRoot, unit } = familyOf(contract.expression);
  const state = stateOfRoot?.({ start: (start + lead) / unit, end: (end + lead) / unit, value });
  if (state !== undefined) return { contract: lineOf(contract), start, end, ...state };
  throw new InternalError(`a piece of ${printExpression(contract.expression)} is not one root`);
}

function leadOf({ initial }: ColumnContract): number {
  return initial?.placement === "first" ? 1 : 0;
}

function pieceLengthOf({ expression }: ColumnContract, target: number, lead: number): number {
  if (target === Number.POSITIVE_INFINITY) return target;
  let length = familyOf(expression).unit;
  while (2 * length <= target || length <= lead) length *= 2;
  return length;
}

/** A state moved by so many units of its expression. */
function moveState(state: State<Row>, by: number): State<Row> {
  const moved = (roots: readonly Root<Row>[]): readonly Root<Row>[] =>
    roots.map(({ start, end, value }) => ({ start: start + by, end: end + by, value }));
  switch (state.kind) {
    case "roots":
      return { kind: "roots", roots: moved(state.roots) };
    case "lanes":
      return { kind: "lanes", lanes: state.lanes.map(moved) };
    case "blocks":
      return { kind: "blocks", head: state.head, blocks: moved(state.blocks), tail: state.tail };
    case "binned":
    case "exact": // positions mean nothing to it
      return state;
    default:
      return state satisfies never;
  }
}

/** Two neighbouring values, in the order of the sequence. */
export type Join = (left: Row, right: Row) => Row;

/** How values of a contract are joined: its terms, read literally, a handful of times in a call. */
export function joinOf(contract: ColumnContract): Join {
  return contract.direction === "backward"
    ? (left, right) => evaluateBody(contract, right, left)
    : (left, right) => evaluateBody(contract, left, right);
}

/** What has arrived of a reduce, in one value: no piece waits for the one before it. */
interface Arrivals {
  readonly take: (outcome: Outcome) => void;
  readonly total: () => Row;
}

/** Combines outcomes in the order in which they come. */
export function arrivals(join: Join): Arrivals {
  let sum: Row | undefined;
  return {
    take(outcome) {
      const value = rowOf(outcome);
      sum = sum === undefined ? value : join(sum, value);
    },
    total() {
      if (sum !== undefined) return sum;
      throw new InternalError("no piece of a reduce has arrived");
    },
  };
}

/** The value of a task that gives one. */
export function rowOf(outcome: Outcome): Row {
  if (outcome.kind !== "value") throw new InternalError("a worker gave no value");
  return outcome.value;
}
