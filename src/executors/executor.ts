import type {
  Contract,
  FunctionContract,
  Observation,
  RecordContract,
  TypedContract,
} from "../contracts/contract.ts";
import type { Requirement, Served } from "../contracts/levels.ts";
import type { Summary } from "../summaries/summary.ts";
import { checkMethods } from "../values/check-methods.ts";
import { checkText } from "../values/check-text.ts";
import type { ElementArray, Scalar } from "../values/element-types.ts";
import type { ColumnArray } from "../values/value-types.ts";

/**
 * An executor decides where and when a contract is computed, and may change nothing about the value.
 *
 * It computes every contract exactly or refuses it before anything runs. It chooses a bracket only where the caller's requirement lets it,
 * and then says so.
 */
export interface Executor {
  readonly name: string;
  /** Why this executor cannot serve the request, and who can; undefined when it can. Runs nothing. */
  refusal(request: Request): Refusal | undefined;
  /**
   * The level and the expression of what it would compute for a request that `refusal` let through. Runs nothing, and depends on nothing
   * but the request and the machine. Absent where that is always level "everywhere" by the contract's own expression.
   */
  readonly served?: ((request: Request) => Served) | undefined;
  /**
   * A plan for a contract that `refusal` let through, each of whose functions meets what `served` says of it; without a requirement the
   * contract, to the bit. Plans are cheap to keep and may be used any number of times.
   */
  plan(contract: TypedContract, requirement?: Requirement): Plan;
  /** The same over records; absent where `refusal` refuses them all. */
  readonly planRecords?: (contract: RecordContract, requirement?: Requirement) => RecordPlan;
}

/** An executor as a caller gave it, which may be somebody else's. @throws InvalidArgumentError */
export function checkExecutor<Given extends Executor>(given: Given, argument = "executor"): Given {
  const executor = checkMethods(argument, given, ["refusal", "plan"], "an executor");
  checkText(`${argument}.name`, executor.name);
  return executor;
}

/** An executor whose plans give their results at once. */
export interface SynchronousExecutor extends Executor {
  plan(contract: TypedContract, requirement?: Requirement): SynchronousPlan;
  readonly planRecords?: (contract: RecordContract, requirement?: Requirement) => SynchronousRecordPlan;
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
  openPass(contract: TypedContract | RecordContract, from?: AnySummary): OnlinePass;
}

/** What is asked of an executor: checked by `refusal`, before anything runs. */
export interface Request {
  readonly contract: Contract;
  readonly observation: Observation;
  readonly allowQuadratic: boolean; // the caller accepts a scan of more than O(n log n) combines
  readonly requirement?: Requirement | undefined; // default: level "everywhere", which is the contract to the bit
}

export interface Refusal {
  readonly reason: string; // a clause without a full stop: "bisection needs the length before the first combine"
  readonly remedy: string; // what to do instead, naming an executor or expression that can
}

/**
 * One contract, ready to run. The caller has checked types and lengths; any length is served, 0 included.
 *
 * `output`, where given, has the input's length and the accumulation type; it may be the input itself, never a part of it shifted.
 * Without it the executor places the result in a fresh array. A reduce of nothing gives the initial value or throws EmptyInputError.
 */
export interface Plan {
  reduce(input: ElementArray): Awaitable<Scalar>;
  inclusiveScan(input: ElementArray, output?: ElementArray): Awaitable<ElementArray>;
  exclusiveScan(input: ElementArray, output?: ElementArray): Awaitable<ElementArray>;
}

export interface SynchronousPlan extends Plan {
  reduce(input: ElementArray): Scalar;
  inclusiveScan(input: ElementArray, output?: ElementArray): ElementArray;
  exclusiveScan(input: ElementArray, output?: ElementArray): ElementArray;
}

/**
 * A contract over records, ready to run on their columns, which all have one length. The caller has checked types and lengths.
 *
 * `output`, where given, has a column for each of the input's, of its type and length; each may be the input's own, none a part of it
 * shifted or another column of it. Bools come as bytes 0 and 1 and go as such.
 */
export interface RecordPlan {
  reduce(input: readonly ColumnArray[]): Awaitable<readonly Scalar[]>;
  inclusiveScan(
    input: readonly ColumnArray[],
    output?: readonly ColumnArray[],
  ): Awaitable<readonly ColumnArray[]>;
  exclusiveScan(
    input: readonly ColumnArray[],
    output?: readonly ColumnArray[],
  ): Awaitable<readonly ColumnArray[]>;
}

export interface SynchronousRecordPlan extends RecordPlan {
  reduce(input: readonly ColumnArray[]): readonly Scalar[];
  inclusiveScan(input: readonly ColumnArray[], output?: readonly ColumnArray[]): readonly ColumnArray[];
  exclusiveScan(input: readonly ColumnArray[], output?: readonly ColumnArray[]): readonly ColumnArray[];
}

/**
 * A running pass over a sequence in chunks of any lengths, given by column (one for a contract over single elements).
 *
 * Every value is that of one call over the whole sequence, whatever the chunks. A backward contract's sequence begins at the end of the
 * array: its chunks arrive last first, each in array order. Scans and reduces may be mixed.
 */
export interface OnlinePass {
  /** Input elements taken so far. */
  readonly position: number;
  /** Takes a chunk and gives the inclusive prefix of each of its elements; `output` as in a plan. */
  inclusiveScan(chunk: readonly ColumnArray[], output?: readonly ColumnArray[]): readonly ColumnArray[];
  /** Takes a chunk and gives what stands before each of its elements. */
  exclusiveScan(chunk: readonly ColumnArray[], output?: readonly ColumnArray[]): readonly ColumnArray[];
  /** Takes a chunk without observing. */
  reduce(chunk: readonly ColumnArray[]): void;
  /** The reduce of everything taken, by column. @throws EmptyInputError for nothing without an initial value */
  observe(): readonly Scalar[];
  /** The summary of everything taken. */
  summary(): AnySummary;
  /** Gives memory back; the pass cannot be used after it. */
  close(): void;
}

/** A plain function's contract, ready to run over any values. `output`, where given, has the input's length and may be the input. */
export interface FunctionPlan {
  reduce(input: ArrayLike<unknown>): unknown;
  inclusiveScan(input: ArrayLike<unknown>, output?: unknown[]): unknown[];
  exclusiveScan(input: ArrayLike<unknown>, output?: unknown[]): unknown[];
}

/** Of a contract over single elements, or over records. */
export type AnySummary = Summary | Summary<readonly Scalar[]>;

export type Awaitable<T> = T | Promise<T>;
