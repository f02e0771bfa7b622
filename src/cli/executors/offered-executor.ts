// One shape for every executor, so that commands know nothing of entry points.

import type { AchievedByName, AlgorithmFunctions } from "../../algorithms.ts";
import type { ConformanceOptions, Tier } from "../../conformance.ts";
import type {
  Achieved,
  ColumnsOf,
  ElementArray,
  Executor,
  Observation,
  RecordContract,
  RecordOptions,
  RecordType,
  Scalar,
  StorageArray,
  StorageType,
  TypedContract,
  TypedOptions,
  ValueOf,
} from "../../index.ts";
import type { ArrayProgram, CallUse, Data, EvaluationOptions } from "../../language.ts";
import type { MatrixFunctions } from "../../matrices.ts";
import type { OnlineExecutor } from "../../streams.ts";
import type { ScanChoice } from "../options/scan-choice.ts";
import type { JsonValue } from "../report.ts";

/** An executor that the command line offers. */
export interface OfferedExecutor {
  readonly name: string;
  readonly door: string;
  readonly about: string;
  readonly argument?: ExecutorArgument; // absent: the name says all
  /** The arguments for each of its devices here; absent where it has none of its own. @throws UnsupportedError where it cannot tell */
  readonly devices?: () => Promise<readonly string[]>;
  /** Finds out by trying whether it can run here, and on what, in words. @throws UnsupportedError where it cannot */
  tryHere(argument?: string): Promise<string | undefined>;
  /** What there is to tell besides, found out by measuring: may take seconds. @throws UnsupportedError where it cannot run */
  readonly probe?: () => Promise<Readonly<Record<string, JsonValue>>>;
  readonly takesScanChoice?: true;
  /** `argument` is as `read` gave it, "" where there is none. @throws UnsupportedError where it cannot run */
  open(argument: string, use: ExecutorUse, scans?: ScanChoice): Promise<OpenExecutor>;
}

/** What stands behind a name and a colon. */
interface ExecutorArgument {
  readonly name: string; // as help shows it: "N"
  readonly inAll: string; // what `all` takes
  readonly isOptional?: true; // the name alone will do
  /** The argument in its one spelling. @throws InvalidArgumentError */
  read(text: string): string;
}

/** How much a witness asks an executor for that takes its time. */
export interface WitnessSample {
  readonly rows?: number; // of the table: two or four kernels each; undefined: all
  readonly requests: number; // of the suite: a kernel each
}

/** A computation wants the fastest way; a check wants the executor's own ways, even where another's would be faster. */
export type ExecutorUse = "compute" | "check";

/** An executor at work. The caller that opened it closes it. */
export interface OpenExecutor {
  readonly name: string; // as it was asked for: "workers:2"
  readonly executor: Executor; // of that name
  readonly online: OnlineExecutor | undefined; // undefined: it takes whole arrays only
  readonly countCombines: ConformanceOptions["countCombines"];
  readonly isEmulated?: boolean; // the processor does the work of its device
  readonly samples?: Readonly<Partial<Record<Tier, WitnessSample>>>; // without one a witness asks it for everything
  prepareElements(options: ElementOptions): ElementPlan;
  prepareRecords(options: RecordOptions<RecordType>): RecordsPlan;
  /** The functions over columns; where answers come at once, a promise is not what is awaited. */
  algorithms(): Promise<ColumnFunctions>;
  /** The functions over matrices, in the same way. */
  matrices(): Promise<MatrixFunctions<"later">>;
  /** The value of a definition of an array program. @throws UnsupportedError for what only the interpreter has */
  runProgram(
    program: ArrayProgram,
    entry: string,
    operands: readonly unknown[],
    options?: EvaluationOptions,
  ): Promise<Data>;
  /** What such a run asks of this executor. */
  useOf(
    program: ArrayProgram,
    entry: string,
    operands: readonly unknown[],
    options?: EvaluationOptions,
  ): Promise<CallUse>;
  close(): Promise<void>;
}

export type ElementOptions = TypedOptions<StorageType> & { readonly type: StorageType };

/** The functions over columns that commands call. */
export type ColumnFunctions = AchievedByName<AlgorithmFunctions<"later">> &
  Pick<
    AlgorithmFunctions<"later">,
    | "filter"
    | "groupedDescribe"
    | "histogram"
    | "mean"
    | "minMax"
    | "quantile"
    | "reduceByKey"
    | "runLengthEncode"
    | "sort"
    | "sortBy"
    | "standardDeviation"
    | "unique"
  >;

/** A contract that was checked, ready for arrays of its type; answers may take time. */
export type ElementPlan = PlanOver<TypedContract, StorageArray, Scalar, ElementArray>;

/** The same for records, which are columns. */
type RecordsPlan = PlanOver<
  RecordContract,
  ColumnsOf<RecordType>,
  ValueOf<RecordType>,
  ColumnsOf<RecordType>
>;

interface PlanOver<Contract, Input, Value, Prefixes> {
  readonly contract: Contract; // of reduce and of the inclusive scan
  readonly exclusiveContract: Contract | undefined; // undefined where an exclusive scan has no start
  readonly achievedOf: (observation: Observation) => Achieved;
  readonly reduce: (input: Input) => Value | Promise<Value>;
  readonly inclusiveScan: (input: Input) => Prefixes | Promise<Prefixes>;
  readonly exclusiveScan: (input: Input) => Prefixes | Promise<Prefixes>;
}
