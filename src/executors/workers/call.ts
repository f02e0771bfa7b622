import {
  type ColumnContract,
  checkColumnContract,
  derivedContract,
} from "../../contracts/column-contract.ts";
import { reduceOfNothing } from "../../contracts/contract.ts";
import { EVERYWHERE, type Requirement } from "../../contracts/levels.ts";
import { takesAnyTree } from "../../contracts/takes-any-tree.ts";
import { blockDyadic } from "../../expressions/expression.ts";
import { columnSummaries } from "../../summaries/summary-algebra.ts";
import { whileAttached } from "../../values/check-arrays.ts";
import type { ScalarType } from "../../values/element-types.ts";
import { InternalError } from "../../values/errors.ts";
import type { Columns, Row, StoredColumns } from "../../values/value-types.ts";
import type { ColumnSummary } from "../executor.ts";
import { familyOf } from "./families.ts";
import { newPostedRows, type Outcome, type Task, type Work } from "./messages.ts";
import {
  arrivals,
  type BisectionPart,
  bisectionParts,
  type Halves,
  type Join,
  joinOf,
  type Pieces,
  piecesOf,
  prefixTasks,
  rowOf,
  scanPieces,
  summarisePieces,
} from "./pieces.ts";
import { operationCount, type PoolCore, regionBytesOf } from "./pool-core.ts";
import { columnsHere, isShared, type PlacedColumns, placeColumns, sharesBytes } from "./posted-columns.ts";
import type { PostedContract } from "./posted-contract.ts";
import type { StopSignal } from "./run-round.ts";
import type { Round } from "./run-task.ts";
import { takesArrivals } from "./served.ts";

/** The expression that serves associative operators: all trees have the same bits, and this one can be cut. */
const SERVING_EXPRESSION = blockDyadic(32);

export type ScanWork = "inclusive-scan" | "exclusive-scan";

interface Scanned {
  readonly output: Columns;
  readonly summary: ColumnSummary | undefined; // of everything so far, where there was something before
}

/**
 * One contract on a pool: the driver of plans and of passes. A plan is a pass that nothing came before and that ends with its call.
 *
 * What depends on the contract alone is found out here, once for all calls. Each call brings its columns to where workers can reach
 * them, cuts the sequence into pieces where the expression allows it, has them computed, and joins the results.
 */
export class PoolCall {
  readonly #core: PoolCore;
  readonly #contract: ColumnContract;
  readonly #stop: StopSignal;
  readonly #join: Join;
  readonly #isAlone: ReturnType<PoolCore["computesAlone"]>;
  readonly #ownLength: number;
  readonly #regionBytes: (length: number) => number;
  readonly #inPieces: (placed: PlacedColumns, target: number) => Promise<Row>;
  #posted: PostedContract | undefined;

  constructor(
    core: PoolCore,
    contract: ColumnContract,
    stop: StopSignal,
    requirement: Requirement = EVERYWHERE,
  ) {
    this.#core = core;
    this.#contract = checkColumnContract(contract);
    this.#stop = stop;
    this.#join = joinOf(contract);
    this.#isAlone = core.computesAlone(contract);
    this.#ownLength = Math.floor(core.ownWork / operationCount(contract));
    this.#regionBytes = regionBytesOf(contract);
    if (takesArrivals(contract, "reduce", requirement)) this.#inPieces = this.#reduceArrivals;
    else if (familyOf(contract.expression).hasSummaries) this.#inPieces = this.#reduceSummaries;
    else this.#inPieces = this.#bisect;
  }

  async reduce(input: StoredColumns): Promise<Row> {
    this.#stop.check();
    if (input[0].length === 0) return canonical(reduceOfNothing(this.#contract));
    return whileAttached({ input }, () =>
      this.#withPlaced(input, undefined, undefined, (placed) => this.#reducePlaced(placed)),
    );
  }

  /** The summary of `before` and the input after it. */
  async summarise(input: StoredColumns, before: ColumnSummary): Promise<ColumnSummary> {
    this.#stop.check();
    if (input[0].length === 0) return before;
    return whileAttached({ input }, () =>
      this.#withPlaced(input, undefined, undefined, (placed) =>
        summarisePieces(this.#contract, this.#pieces(placed, before)),
      ),
    );
  }

  async scan(
    work: ScanWork,
    input: StoredColumns,
    output?: Columns,
    before?: ColumnSummary,
  ): Promise<Scanned> {
    this.#stop.check();
    return whileAttached({ input, output }, () =>
      this.#withPlaced(input, this.#contract.sums, output, async (placed) => {
        const halves = before === undefined ? this.#halves(placed) : undefined;
        const pieces = { ...this.#pieces(placed, before), halves };
        if (placed.length === 0) return { output: placed.finish(), summary: before };
        if (familyOf(this.#contract.expression).hasSummaries) {
          const summary = await scanPieces(this.#contract, pieces, work);
          return { output: placed.finish(), summary };
        }
        const isOver = placed.input.some((column) =>
          placed.output.some((other) => sharesBytes(column, other)),
        );
        await pieces.run(work, prefixTasks(pieces, isOver));
        return { output: placed.finish(), summary: undefined };
      }),
    );
  }

  /** Runs something on columns in shared memory, or where they are when this thread works alone. */
  async #withPlaced<Result>(
    input: StoredColumns,
    sums: readonly ScalarType[] | undefined,
    output: Columns | undefined,
    run: (placed: PlacedColumns) => Promise<Result>,
  ): Promise<Result> {
    const areShared = input.every(isShared) && (output ?? []).every(isShared);
    if (this.#isAlone(input[0].length, areShared, sums !== undefined)) {
      return run(columnsHere(input, sums, output));
    }
    const { types } = this.#contract;
    const placed = await placeColumns(this.#core, types, input, sums, output, this.#stop.check);
    try {
      return await run(placed);
    } finally {
      placed.release();
    }
  }

  /** A sequence no longer than a piece is reduced as a whole, by one worker and without a summary. */
  async #reducePlaced(placed: PlacedColumns): Promise<Row> {
    const target = this.#targetFor(placed);
    if (placed.length > target) return this.#inPieces(placed, target);
    const [outcome] = await this.#outcomesOf("whole", placed, [{ start: 0, end: placed.length }]);
    return rowOf(outcome);
  }

  async #reduceSummaries(placed: PlacedColumns): Promise<Row> {
    const summary = await summarisePieces(this.#contract, this.#pieces(placed, undefined));
    return columnSummaries(this.#contract).observe(summary);
  }

  async #reduceArrivals(placed: PlacedColumns, target: number): Promise<Row> {
    const { take, total } = arrivals(this.#join);
    const pieces = piecesOf(this.#contract, placed.length, target);
    await this.#outcomesOf("reduce", placed, pieces, 0, take);
    return this.#withOutside(total());
  }

  async #bisect(placed: PlacedColumns, target: number): Promise<Row> {
    const parts = bisectionParts(this.#contract, placed.length, target);
    const outcomes = await this.#outcomesOf("reduce", placed, leavesOf(parts));
    return this.#withOutside(joinParts(parts, outcomes.map(rowOf)[Symbol.iterator](), this.#join));
  }

  #withOutside(value: Row): Row {
    const { initial } = this.#contract;
    return canonical(initial?.placement === "outside" ? this.#join(initial.value, value) : value);
  }

  /** About how many elements make a piece. */
  #targetFor({ isAlone, length }: PlacedColumns): number {
    return isAlone ? Number.POSITIVE_INFINITY : this.#core.callPieceLengthFor(length);
  }

  #pieces(placed: PlacedColumns, before: ColumnSummary | undefined): Pieces {
    return {
      length: placed.length,
      before,
      target: this.#targetFor(placed),
      count: this.#core.count,
      run: (work, tasks) => this.#outcomesOf(work, placed, tasks, before?.end),
    };
  }

  #halves(placed: PlacedColumns): Halves | undefined {
    const unit = placed.isAlone ? undefined : this.#core.halfUnitOf(this.#contract);
    if (unit === undefined) return undefined;
    return { unit, runFirst: (tasks) => this.#outcomesOf("first-half", placed, tasks) };
  }

  /** Outcomes of tasks, in their order: of this thread where it works alone, else of the workers. */
  async #outcomesOf(
    work: Work,
    placed: PlacedColumns,
    tasks: readonly Task[],
    base = 0,
    onOutcome?: (outcome: Outcome) => void,
  ): Promise<readonly Outcome[]> {
    const contract = this.#contract;
    const writes = work !== "summarise" && placed.output.length > 0;
    const { length, input } = placed;
    const round = { work, contract, length, base, input, output: writes ? placed.output : [] };
    if (placed.isAlone) {
      const outcomes = tasks.map((task) => done(this.#core.run(round, task, () => false)));
      if (onOutcome !== undefined) outcomes.forEach(onOutcome);
      return outcomes;
    }
    this.#posted ??= this.#core.posted(contract);
    return this.#core.runRound(
      {
        kind: "job",
        work,
        contract: this.#posted,
        length,
        base,
        input: placed.posted.input,
        output: writes ? placed.posted.output : [],
        tasks,
        // Elsewhere the order in which values come is seen.
        rows: work === "summarise" ? newPostedRows(contract.sums, tasks.length) : undefined,
      },
      {
        regionBytes: this.#regionBytes(length),
        // What only reads may be begun again, whatever is to be written where afterwards.
        isRepeatable: !placed.isInPlace || !writes,
        // Lengths do not tell the work of prefixes by themselves.
        ownLength: writes && !familyOf(contract.expression).hasSummaries ? 0 : this.#ownLength,
        stop: this.#stop,
        onOutcome,
        compute: (task, isAgain) => {
          if (!isAgain || !writes) return this.#core.run(round, task, () => false);
          restoreTask(round, placed, task);
          // Of what was half done some may be whole by now.
          return this.#core.run(round, { ...task, isHalfDone: undefined }, () => false);
        },
      },
    );
  }
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
  { restore }: PlacedColumns,
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
