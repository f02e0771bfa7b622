import type { RecordContract, TypedContract } from "../../contracts/contract.ts";
import { EVERYWHERE, type Requirement } from "../../contracts/levels.ts";
import { takesAnyTree } from "../../contracts/takes-any-tree.ts";
import { blockDyadic } from "../../expressions/expression.ts";
import { EmptyInputError, InternalError } from "../../values/errors.ts";
import { type ColumnArray, newColumn } from "../../values/value-types.ts";
import type { AnySummary } from "../executor.ts";
import { arrivals, rowOf } from "./arrivals.ts";
import type { Outcome, Task, Work } from "./messages.ts";
import { type BisectionPart, bisectionParts, movedSummary, piecesOf } from "./plan-tasks.ts";
import { type PoolCore, typesOf } from "./pool-core.ts";
import { isShared, type PlacedColumns, placeColumns, postedColumn } from "./posted-columns.ts";
import { type Row, rowAlgebra } from "./row-algebra.ts";
import type { StopSignal } from "./run-round.ts";
import { type Round, relabelled } from "./run-task.ts";
import { takesArrivals } from "./served.ts";

type AnyContract = TypedContract | RecordContract;
type Columns = readonly ColumnArray[];

/** The expression in whose place an associative operator is computed: any has the same bits, and this one can be cut. */
const SERVING_EXPRESSION = blockDyadic(32);

/** One contract on a pool: what a plan does at each call. */
export interface Call {
  readonly reduce: (input: Columns) => Promise<Row>;
  /** The summary of `before` and the input after it. */
  readonly summarise: (input: Columns, before: AnySummary | undefined) => Promise<AnySummary>;
  readonly scan: (
    work: "inclusive-scan" | "exclusive-scan",
    input: Columns,
    output: Columns | undefined,
    before?: AnySummary,
  ) => Promise<Scanned>;
}

export interface Scanned {
  readonly output: Columns;
  readonly summary: AnySummary | undefined; // of everything so far, where there was something before
}

/**
 * Reduce: the pieces are summarised by whoever is free, concatenated here, and observed. Scan: the same for all pieces that something
 * follows, then each is scanned from the summary of all before it. The last pieces, as many as one worker's share, are not summarised
 * but scanned in one run: nothing needs to be known of them.
 */
export function callOn(
  core: PoolCore,
  contract: AnyContract,
  stop: StopSignal,
  requirement: Requirement = EVERYWHERE,
): Call {
  const algebra = rowAlgebra(contract);
  const { types, sums } = typesOf(contract);
  const checkStop = (): void => {
    const stopped = stop.reason();
    if (stopped !== undefined) throw stopped.error;
  };
  const isAlone = core.computesAlone(contract);

  /** Outcomes of tasks: of this thread where it works alone, else of the workers. */
  const outcomesOf = async (
    work: Work,
    length: number,
    placed: Here,
    tasks: readonly Task[],
    base = 0,
    onOutcome: (outcome: Outcome) => void = () => {},
  ): Promise<readonly Outcome[]> => {
    const round = { work, contract, length, base, input: placed.input, output: placed.output };
    if (placed.isAlone) {
      const outcomes = tasks.map((task) => done(core.run(round, task, () => false)));
      outcomes.forEach(onOutcome);
      return outcomes;
    }
    const columnsOf = (arrays: Columns, columnTypes: typeof types) =>
      arrays.map((array, i) => postedColumn(core, columnTypes[i], array));
    const posted = {
      work,
      contract: core.posted(contract),
      length,
      base,
      input: columnsOf(placed.input, types),
      output: columnsOf(placed.output, sums),
      tasks,
    };
    return core.runRound(contract, posted, stop, {
      isRepeatable: !placed.isInPlace,
      onOutcome,
      compute(task) {
        if (placed.output.length > 0) restoreTask(round, placed, task);
        return core.run(round, task, () => false);
      },
    });
  };

  const targetFor = (length: number, { isAlone }: Here): number =>
    isAlone ? Number.POSITIVE_INFINITY : core.pieceLengthFor(length);

  const bisectPlaced = async (length: number, placed: Here): Promise<Row> => {
    const parts = bisectionParts(contract, length, targetFor(length, placed));
    const outcomes = await outcomesOf("reduce", length, placed, leavesOf(parts));
    const value = joinParts(parts, outcomes.map(rowOf)[Symbol.iterator](), algebra.join);
    return withOutside(value);
  };

  const withOutside = (value: Row): Row => {
    const outside = contract.initial?.placement === "outside" ? initialOf(contract) : undefined;
    return canonical(outside === undefined ? value : algebra.join(outside, value));
  };

  const reduceArrivals = async (length: number, placed: Here): Promise<Row> => {
    const { take, total } = arrivals(algebra.join);
    const pieces = piecesOf(contract, length, targetFor(length, placed));
    await outcomesOf("reduce", length, placed, pieces, 0, take);
    return withOutside(total());
  };

  const summarisePlaced = async (
    length: number,
    placed: Here,
    before: AnySummary | undefined,
  ): Promise<AnySummary> => {
    const base = before?.end ?? 0;
    const tasks = after(before, piecesOf(contract, length, targetFor(length, placed), base));
    const outcomes = await outcomesOf("summarise", length, placed, tasks, base);
    return outcomes.map((outcome, i) => placedSummary(contract, outcome, tasks[i])).reduce(algebra.concat);
  };

  const scanPlaced = async (
    work: "inclusive-scan" | "exclusive-scan",
    length: number,
    placed: Here,
    before: AnySummary | undefined,
  ): Promise<AnySummary | undefined> => {
    const base = before?.end ?? 0;
    const pieces = after(before, piecesOf(contract, length, targetFor(length, placed), base));
    const shared = pieces.length - Math.ceil(pieces.length / core.count);
    const summarised = pieces.slice(0, shared);
    const outcomes =
      shared === 0 ? [] : await outcomesOf("summarise", length, { ...placed, output: [] }, summarised, base);
    const tasks: Task[] = [];
    let known = before;
    for (const [i, outcome] of outcomes.entries()) {
      tasks.push(taskFrom(summarised[i], known));
      const summary = placedSummary(contract, outcome, summarised[i]);
      known = known === undefined || i === 0 ? summary : algebra.concat(known, summary);
    }
    const run = taskFrom({ start: pieces[shared].start, end: base + length }, known);
    // First, as the longest.
    tasks.unshift(before === undefined ? run : { ...run, givesSummary: true });
    const [{ summary }] = (await outcomesOf(work, length, placed, tasks, base)) as readonly Written[];
    return summary === undefined ? undefined : relabelled(summary, contract);
  };

  const reducePlaced = async (length: number, placed: Here): Promise<Row> => {
    if (takesArrivals(contract, "reduce", requirement)) return reduceArrivals(length, placed);
    return contract.expression.kind === "bisection"
      ? bisectPlaced(length, placed)
      : algebra.observe(await summarisePlaced(length, placed, undefined));
  };

  /** Runs something on columns in shared memory, or where they are when this thread works alone. */
  const withPlaced = async <Result>(
    input: Columns,
    output: Columns | undefined,
    outputTypes: typeof sums | undefined,
    run: (length: number, placed: Here) => Promise<Result>,
  ): Promise<{ readonly result: Result; readonly output: Columns }> => {
    const { length } = input[0];
    if (isAlone(length, [...input, ...(output ?? [])].every(isShared))) {
      const target = output ?? outputTypes?.map((type) => newColumn(type, length)) ?? [];
      return { result: await run(length, here(input, target)), output: target };
    }
    const placed = await placeColumns(core, input, types, outputTypes, output, checkStop);
    try {
      const result = await run(length, { ...placed, isAlone: false });
      return { result, output: placed.finish() };
    } finally {
      placed.release();
    }
  };

  return {
    async reduce(input) {
      checkStop();
      if (input[0].length === 0) return reduceOfNothing(contract);
      return (await withPlaced(input, undefined, undefined, reducePlaced)).result;
    },
    async summarise(input, before) {
      checkStop();
      if (input[0].length === 0) return before ?? algebra.empty();
      const { result } = await withPlaced(input, undefined, undefined, (length, placed) =>
        summarisePlaced(length, placed, before),
      );
      return result;
    },
    async scan(work, given, target, before) {
      checkStop();
      const { result, output } = await withPlaced(given, target, sums, async (length, placed) =>
        length === 0 ? before : scanPlaced(work, length, placed, before),
      );
      return { output, summary: result };
    },
  };
}

type Written = Extract<Outcome, { readonly kind: "written" }>;

/** The first piece goes on from what came before, wherever that ends: it need not be a place to cut. */
function after(before: AnySummary | undefined, [first, ...rest]: readonly Task[]): readonly Task[] {
  return [taskFrom(first, before), ...rest];
}

function taskFrom({ start, end }: Task, from: AnySummary | undefined): Task {
  return from === undefined || from.end === 0 ? { start, end } : { start, end, from };
}

/** Columns where whoever computes can reach them: workers, or this thread alone. */
interface Here extends Pick<PlacedColumns, "input" | "output" | "isInPlace" | "restore"> {
  readonly isAlone: boolean;
}

function here(input: Columns, output: Columns): Here {
  return { input, output, isInPlace: false, restore: () => {}, isAlone: true };
}

/** What a whole call computes in the place of a contract: the same bits, and pieces. */
export function servedContract(contract: AnyContract): AnyContract {
  return takesAnyTree(contract) ? { ...contract, expression: SERVING_EXPRESSION } : contract;
}

function restoreTask(
  { contract, length, base }: Round,
  { restore }: Pick<PlacedColumns, "restore">,
  { start, end }: Task,
): void {
  if (contract.direction === "backward") restore(length - (end - base), length - (start - base));
  else restore(start - base, end - base);
}

function done(outcome: Outcome | undefined): Outcome {
  if (outcome === undefined) throw new InternalError("a task ended that nobody stopped");
  return outcome;
}

function placedSummary(contract: AnyContract, outcome: Outcome, task: Task): AnySummary {
  if (outcome.kind !== "summary") throw new InternalError("a worker gave no summary");
  return movedSummary(relabelled(outcome.summary, contract), contract, task);
}

function leavesOf(part: BisectionPart): readonly Task[] {
  return "left" in part ? [...leavesOf(part.left), ...leavesOf(part.right)] : [part];
}

function joinParts(part: BisectionPart, values: Iterator<Row>, join: (left: Row, right: Row) => Row): Row {
  if (!("left" in part)) return values.next().value as Row;
  const left = joinParts(part.left, values, join);
  return join(left, joinParts(part.right, values, join));
}

function initialOf(contract: AnyContract): Row | undefined {
  if (contract.kind === "record") return contract.initial?.value;
  return contract.initial === undefined ? undefined : [contract.initial.value];
}

function reduceOfNothing(contract: AnyContract): Row {
  const initial = initialOf(contract);
  if (initial === undefined) throw new EmptyInputError();
  return canonical(initial);
}

function canonical(row: Row): Row {
  return row.map((value) => (Number.isNaN(value) ? Number.NaN : value));
}
