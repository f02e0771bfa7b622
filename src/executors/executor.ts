import type { ColumnContract } from "../contracts/column-contract.ts";
import type { FunctionContract, Observation } from "../contracts/contract.ts";
import { type Requirement, type Served, servedEverywhere } from "../contracts/levels.ts";
import type { Term } from "../operators/term.ts";
import type { Summary } from "../summaries/summary.ts";
import { checkMethods, checkText } from "../values/check-arguments.ts";

import type { ElementArray, Scalar } from "../values/element-types.ts";
import type { Columns, Row, StoredColumns } from "../values/value-types.ts";

/**
 * An executor decides where and when a contract is computed, and may change nothing about the value.
 *
 * It computes every contract exactly or refuses it before anything runs. It chooses a bracket only where the caller's requirement lets it,
 * and then says so. Contracts are over columns: the functions for callers wrap a typed array into a list of one, and unwrap what comes back.
 */
export interface Executor {
  readonly name: string;
  /** Why this executor cannot serve the request, and which can; undefined when it can. Runs nothing. */
  refusal(request: Request): Refusal | undefined;
  /**
   * The level and the expression of what it would compute for a request that `refusal` let through. Runs nothing, and depends on nothing
   * but the request and the machine. Absent where that is always level "everywhere" by the contract's own expression.
   */
  readonly served?: ((request: Request) => Served) | undefined;
  /**
   * A plan for a contract that `refusal` let through, each of whose functions meets what `served` says of it; without a requirement the
   * contract, to the bit. Plans are cheap to keep and may be used any number of times.
   *
   * @throws InvalidArgumentError for what `columnContract` has not made
   */
  plan(contract: ColumnContract, requirement?: Requirement): Plan;
}

/** An executor as a caller gave it, which may be somebody else's. @throws InvalidArgumentError */
export function checkExecutor<Given extends Executor>(given: Given, argument = "executor"): Given {
  const executor = checkMethods(argument, given, ["refusal", "plan"], "an executor");
  checkText(`${argument}.name`, executor.name);
  return executor;
}

/**
 * The level and the expression that an executor serves a request by, where that is another expression than the contract's and anybody can name it. What is
 * its own alone, arrivals or a device's arithmetic, is of its plans: whoever goes another way computes the contract.
 */
export function freedBy(executor: Executor, request: Request): Served | undefined {
  const served = executor.served?.(request);
  if (served === undefined || served.expression.startsWith("implementation-defined:")) return undefined;
  return served.expression === servedEverywhere(request.contract).expression ? undefined : served;
}

/** An executor whose plans give their results at once. */
export interface SynchronousExecutor extends Executor {
  plan(contract: ColumnContract, requirement?: Requirement): SynchronousPlan;
  /** The plan of a plain function; absent where `refusal` refuses them all. */
  readonly planFunction?: (contract: FunctionContract) => FunctionPlan;
}

/** An executor that also takes sequences that keep arriving. Apart from the plans, which everybody needs, because it brings summaries along. */
export interface OnlineExecutor extends SynchronousExecutor {
  /**
   * A pass over a sequence that keeps arriving, from the beginning or from where a summary of its first elements ends.
   *
   * @throws UnsupportedError for an expression without summaries: it cannot be computed online
   */
  openPass(contract: ColumnContract, from?: ColumnSummary): OnlinePass;
}

/** What is asked of an executor: checked by `refusal`, before anything runs. */
export interface Request {
  readonly contract: ColumnContract | FunctionContract;
  readonly observation: Observation;
  readonly allowQuadratic: boolean; // the caller accepts a scan of more than O(n log n) combines
  readonly requirement?: Requirement | undefined; // default: level "everywhere", which is the contract to the bit
  readonly isSegmented?: boolean | undefined; // of each of several segments or lines, which are sequences of their own; default: of one sequence
  readonly product?: Term | undefined; // of a reduce for each cell of a grid, by `reduceProducts`: what is combined; default: one sequence of elements
}

/** Why an executor does not compute what is asked, and what to do instead, as an UnsupportedError says it. */
export interface Refusal {
  readonly reason: string; // a clause without a full stop: "bisection needs the length before the first combine"
  readonly remedy: string; // what to do instead, naming an executor or expression that can
}

/**
 * One contract, ready to run on columns that all have one length. The caller has checked types and lengths; any length is served, 0 included.
 *
 * `output`, where given, has a column for each of the result's, of its type and the input's length; each may be the input's own, none a part of it
 * shifted or another column of it. Without it the executor places the result in fresh arrays. Bools come as bytes 0 and 1 and go as such.
 * A reduce of nothing gives the initial value or throws EmptyInputError.
 */
export interface Plan {
  reduce(input: StoredColumns): Awaitable<Row>;
  inclusiveScan(input: StoredColumns, output?: Columns): Awaitable<Columns>;
  exclusiveScan(input: StoredColumns, output?: Columns): Awaitable<Columns>;
}

/** A plan that answers at once, without promises. */
export interface SynchronousPlan extends Plan {
  reduce(input: StoredColumns): Row;
  inclusiveScan(input: StoredColumns, output?: Columns): Columns;
  exclusiveScan(input: StoredColumns, output?: Columns): Columns;
}

/**
 * A running pass over a sequence in chunks of any lengths.
 *
 * Every value is that of one call over the whole sequence, whatever the chunks. A backward contract's sequence begins at the end of the
 * array: its chunks arrive last first, each in array order. Scans and reduces may be mixed.
 */
export interface OnlinePass {
  /** Input elements taken so far. */
  readonly position: number;
  /** Takes a chunk and gives the inclusive prefix of each of its elements; `output` as in a plan. */
  inclusiveScan(chunk: StoredColumns, output?: Columns): Columns;
  /** Takes a chunk and gives what stands before each of its elements. */
  exclusiveScan(chunk: StoredColumns, output?: Columns): Columns;
  /** Takes a chunk without observing. */
  reduce(chunk: StoredColumns): void;
  /** The reduce of everything taken, by column. @throws EmptyInputError for nothing without an initial value */
  observe(): Row;
  /** The summary of everything taken. */
  summary(): ColumnSummary;
  /** Gives memory back; the pass cannot be used after it. */
  close(): void;
}

/** A plain function's contract, ready to run over any values. `output`, where given, has the input's length and may be the input. */
export interface FunctionPlan {
  reduce(input: ArrayLike<unknown>): unknown;
  inclusiveScan(input: ArrayLike<unknown>, output?: unknown[]): unknown[];
  exclusiveScan(input: ArrayLike<unknown>, output?: unknown[]): unknown[];
}

/** A summary whose values are by column. */
export type ColumnSummary = Summary<Row>;

export type Awaitable<T> = T | Promise<T>;

/** A plan over single elements, for callers that have typed arrays. */
export interface ElementPlan {
  reduce(input: ElementArray): Scalar;
  inclusiveScan(input: ElementArray, output?: ElementArray): ElementArray;
  exclusiveScan(input: ElementArray, output?: ElementArray): ElementArray;
}

/** The same where results are awaited. */
export interface AwaitedElementPlan {
  reduce(input: ElementArray): Promise<Scalar>;
  inclusiveScan(input: ElementArray, output?: ElementArray): Promise<ElementArray>;
  exclusiveScan(input: ElementArray, output?: ElementArray): Promise<ElementArray>;
}

/** Single elements are a list of one column: wrapped and unwrapped here, for callers that have typed arrays. */
export function elementPlan(plan: SynchronousPlan): ElementPlan {
  return {
    reduce: (input) => plan.reduce([input])[0],
    inclusiveScan: (input, output) => plan.inclusiveScan([input], listOf(output))[0] as ElementArray,
    exclusiveScan: (input, output) => plan.exclusiveScan([input], listOf(output))[0] as ElementArray,
  };
}

/** See elementPlan. */
export function awaitedElementPlan(plan: Plan): AwaitedElementPlan {
  return {
    reduce: async (input) => (await plan.reduce([input]))[0],
    inclusiveScan: async (input, output) =>
      (await plan.inclusiveScan([input], listOf(output)))[0] as ElementArray,
    exclusiveScan: async (input, output) =>
      (await plan.exclusiveScan([input], listOf(output)))[0] as ElementArray,
  };
}

function listOf(output: ElementArray | undefined): readonly ElementArray[] | undefined {
  return output && [output];
}
