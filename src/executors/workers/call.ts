import {
  type ColumnContract,
  checkColumnContract,
  derivedContract,
} from "../../contracts/column-contract.ts";
import { reduceOfNothing } from "../../contracts/empty.ts";
import { EVERYWHERE, type Requirement } from "../../contracts/levels.ts";
import { takesAnyTree } from "../../contracts/takes-any-tree.ts";
import { blockDyadic } from "../../expressions/expression.ts";
import { columnSummaries } from "../../summaries/summary-algebra.ts";
import { whileAttached } from "../../values/check-arrays.ts";
import type { ScalarType } from "../../values/element-types.ts";
import { InternalError } from "../../values/errors.ts";
import { type Columns, newColumn, type Row } from "../../values/value-types.ts";
import type { ColumnSummary } from "../executor.ts";
import { arrivals, type Join, joinOf, rowOf } from "./arrivals.ts";
import { familyOf } from "./families.ts";
import type { Outcome, Task, Work } from "./messages.ts";
import { type Halves, type Pieces, scanPieces, summarisePieces } from "./piece-folds.ts";
import { type BisectionPart, bisectionParts, piecesOf } from "./plan-tasks.ts";
import type { PoolCore } from "./pool-core.ts";
import { isShared, type PlacedColumns, placeColumns, postedColumn } from "./posted-columns.ts";
import type { StopSignal } from "./run-round.ts";
import type { Round } from "./run-task.ts";
import { takesArrivals } from "./served.ts";
import { newPostedRows } from "./task-rows.ts";

/** The expression in whose place an associative operator is computed: any has the same bits, and this one can be cut. */
const SERVING_EXPRESSION = blockDyadic(32);

/** One contract on a pool: what a plan does at each call. */
export interface Call {
  readonly reduce: (input: Columns) => Promise<Row>;
  /** The summary of `before` and the input after it. */
  readonly summarise: (input: Columns, before: ColumnSummary | undefined) => Promise<ColumnSummary>;
  readonly scan: (
    work: "inclusive-scan" | "exclusive-scan",
    input: Columns,
    output: Columns | undefined,
    before?: ColumnSummary,
  ) => Promise<Scanned>;
}

interface Scanned {
  readonly output: Columns;
  readonly summary: ColumnSummary | undefined; // of everything so far, where there was something before
}

/** Reduces and scans on columns: in pieces, where the expression has them and workers are worth it. */
export function callOn(
  core: PoolCore,
  given: ColumnContract,
  stop: StopSignal,
  requirement: Requirement = EVERYWHERE,
): Call {
  const contract = checkColumnContract(given);
  const { types, sums } = contract;
  const join = joinOf(contract);
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
    const columnsOf = (arrays: Columns, columnTypes: readonly ScalarType[]) =>
      arrays.map((array, i) => postedColumn(core, columnTypes[i], array));
    const posted = {
      work,
      contract: core.posted(contract),
      length,
      base,
      input: columnsOf(placed.input, types),
      output: columnsOf(placed.output, sums),
      tasks,
      // Elsewhere the order in which values come is seen.
      rows: work === "summarise" ? newPostedRows(sums, tasks.length) : undefined,
    };
    return core.runRound(contract, posted, stop, {
      // What only reads may be begun again, whatever is to be written where afterwards.
      isRepeatable: !placed.isInPlace || placed.output.length === 0,
      onOutcome,
      compute(task, isAgain) {
        if (!isAgain || placed.output.length === 0) return core.run(round, task, () => false);
        restoreTask(round, placed, task);
        // Of what was half done some may be whole by now.
        return core.run(round, { ...task, isHalfDone: undefined }, () => false);
      },
    });
  };

  const targetFor = (length: number, { isAlone }: Here): number =>
    isAlone ? Number.POSITIVE_INFINITY : core.callPieceLengthFor(length);

  const bisectPlaced = async (length: number, placed: Here): Promise<Row> => {
    const parts = bisectionParts(contract, length, targetFor(length, placed));
    const outcomes = await outcomesOf("reduce", length, placed, leavesOf(parts));
    const value = joinParts(parts, outcomes.map(rowOf)[Symbol.iterator](), join);
    return withOutside(value);
  };

  const withOutside = (value: Row): Row => {
    const { initial } = contract;
    return canonical(initial?.placement === "outside" ? join(initial.value, value) : value);
  };

  const reduceArrivals = async (length: number, placed: Here): Promise<Row> => {
    const { take, total } = arrivals(join);
    const pieces = piecesOf(contract, length, targetFor(length, placed));
    await outcomesOf("reduce", length, placed, pieces, 0, take);
    return withOutside(total());
  };

  const halvesOn = (length: number, placed: Here, before: ColumnSummary | undefined): Halves | undefined => {
    const unit = placed.isAlone || before !== undefined ? undefined : core.halfUnitOf(contract);
    if (unit === undefined) return undefined;
    return { unit, runFirst: (tasks) => outcomesOf("first-half", length, placed, tasks) };
  };

  const piecesOn = (length: number, placed: Here, before: ColumnSummary | undefined): Pieces => ({
    length,
    before,
    target: targetFor(length, placed),
    count: core.count,
    run: (work, tasks) => {
      const output = work === "summarise" ? [] : placed.output;
      return outcomesOf(work, length, { ...placed, output }, tasks, before?.end ?? 0);
    },
  });

  const reduceSummaries = async (length: number, placed: Here): Promise<Row> => {
    const summary = await summarisePieces(contract, piecesOn(length, placed, undefined));
    return columnSummaries(contract).observe(summary);
  };

  const inParts = familyOf(contract.expression).hasSummaries ? reduceSummaries : bisectPlaced;
  const reducePlaced = takesArrivals(contract, "reduce", requirement) ? reduceArrivals : inParts;

  /** Runs something on columns in shared memory, or where they are when this thread works alone. */
  const withPlaced = async <Result>(
    input: Columns,
    output: Columns | undefined,
    outputTypes: readonly ScalarType[] | undefined,
    run: (length: number, placed: Here) => Promise<Result>,
  ): Promise<{ readonly result: Result; readonly output: Columns }> => {
    const { length } = input[0];
    if (isAlone(length, [...input, ...(output ?? [])].every(isShared), outputTypes !== undefined)) {
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
      if (input[0].length === 0) return canonical(reduceOfNothing(contract));
      return whileAttached(
        { input },
        async () => (await withPlaced(input, undefined, undefined, reducePlaced)).result,
      );
    },
    async summarise(input, before) {
      checkStop();
      if (input[0].length === 0) return before ?? columnSummaries(contract).empty(0);
      const { result } = await whileAttached({ input }, () =>
        withPlaced(input, undefined, undefined, (length, placed) =>
          summarisePieces(contract, piecesOn(length, placed, before)),
        ),
      );
      return result;
    },
    async scan(work, given, target, before) {
      checkStop();
      const { result, output } = await whileAttached({ input: given, output: target }, () =>
        withPlaced(given, target, sums, async (length, placed) => {
          if (length === 0) return before;
          const pieces = { ...piecesOn(length, placed, before), halves: halvesOn(length, placed, before) };
          return scanPieces(contract, pieces, work);
        }),
      );
      return { output, summary: result };
    },
  };
}

/** Columns where whoever computes can reach them: workers, or this thread alone. */
interface Here extends Pick<PlacedColumns, "input" | "output" | "isInPlace" | "restore"> {
  readonly isAlone: boolean;
}

function here(input: Columns, output: Columns): Here {
  return { input, output, isInPlace: false, restore: () => {}, isAlone: true };
}

/** What a whole call computes in the place of a contract: the same bits, and pieces. */
export function servedContract(contract: ColumnContract): ColumnContract {
  if (!takesAnyTree(contract)) return contract;
  const served =
    servedContracts.get(contract) ?? derivedContract(contract, { expression: SERVING_EXPRESSION });
  servedContracts.set(contract, served);
  return served;
}

const servedContracts = new WeakMap<ColumnContract, ColumnContract>(); // printed once for all calls

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

function leavesOf(part: BisectionPart): readonly Task[] {
  return "left" in part ? [...leavesOf(part.left), ...leavesOf(part.right)] : [part];
}

function joinParts(part: BisectionPart, values: Iterator<Row>, join: Join): Row {
  if (!("left" in part)) return values.next().value as Row;
  const left = joinParts(part.left, values, join);
  return join(left, joinParts(part.right, values, join));
}

function canonical(row: Row): Row {
  return row.map((value) => (Number.isNaN(value) ? Number.NaN : value));
}
