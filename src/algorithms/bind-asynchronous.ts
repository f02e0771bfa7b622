import { OBSERVATIONS, type Observation } from "../contracts/contract.ts";
import type { Achieved } from "../contracts/levels.ts";
import type {
  AccumulationOf,
  ConvertibleInput,
  NarrowInput,
  RecordOptions,
  RecordScanOptions,
  RoundedOutput,
  RoundedPrefixes,
  StorageTypeOf,
  StoredColumnsOf,
  SumOf,
  TypedOptions,
  TypedScanOptions,
} from "../contracts/options.ts";
import type { ContractOptions } from "../contracts/resolve.ts";
import type { Executor } from "../executors/executor.ts";
import { checkSignal } from "../values/check-arguments.ts";
import { checkName } from "../values/check-name.ts";
import type { ElementArray, ElementScalar, StorageType } from "../values/element-types.ts";
import { InternalError } from "../values/errors.ts";
import type { ColumnsOf, RecordType, ValueOf } from "../values/value-types.ts";
import { typeOfInput } from "./check-input.ts";
import { checkOptions } from "./check-options.ts";
import { cachedPlan } from "./plan-cache.ts";
import { roundedBits, roundedOfOne, roundedTo, roundedValue } from "./rounded-output.ts";
import type { ScanOptions } from "./scan.ts";
import { achievedBy, checkServed, resolveColumns, resolveFunction } from "./serve.ts";

/** What every asynchronous call may say besides its contract. */
export interface Abortable {
  readonly signal?: AbortSignal | undefined; // default: none; when aborted the call rejects with its reason
}

/** `reduce` with its answer to come. */
export interface AsynchronousReduce {
  <Type extends RecordType>(
    input: StoredColumnsOf<Type>,
    options: RecordOptions<Type> & Abortable,
  ): Promise<ValueOf<Type>>;
  <
    Input extends ElementArray | NarrowInput,
    Sum extends AccumulationOf<StorageTypeOf<Input>> = SumOf<StorageTypeOf<Input>>,
  >(
    input: Input,
    options?: TypedOptions<StorageTypeOf<Input>, Sum> & RoundedOutput<Sum> & Abortable,
  ): Promise<ElementScalar<Sum>>;
  <Type extends StorageType, Sum extends AccumulationOf<Type> = SumOf<Type>>(
    input: ConvertibleInput,
    options: TypedOptions<Type, Sum> & RoundedOutput<Sum> & Abortable & { readonly type: Type },
  ): Promise<ElementScalar<Sum>>;
}

/** A scan with its answer to come. */
export interface AsynchronousScan {
  <Type extends RecordType>(
    input: StoredColumnsOf<Type>,
    options: RecordScanOptions<Type> & Abortable,
  ): Promise<ColumnsOf<Type>>;
  <
    Input extends ElementArray | NarrowInput,
    Sum extends AccumulationOf<StorageTypeOf<Input>> = SumOf<StorageTypeOf<Input>>,
  >(
    input: Input,
    options: TypedOptions<StorageTypeOf<Input>, Sum> & RoundedPrefixes<Sum> & Abortable,
  ): Promise<Uint16Array>;
  <Type extends StorageType, Sum extends AccumulationOf<Type> = SumOf<Type>>(
    input: ConvertibleInput,
    options: TypedOptions<Type, Sum> & RoundedPrefixes<Sum> & Abortable & { readonly type: Type },
  ): Promise<Uint16Array>;
  <
    Input extends ElementArray | NarrowInput,
    Sum extends AccumulationOf<StorageTypeOf<Input>> = SumOf<StorageTypeOf<Input>>,
  >(
    input: Input,
    options?: TypedScanOptions<StorageTypeOf<Input>, Sum> & Abortable,
  ): Promise<ElementArray<Sum>>;
  <Type extends StorageType, Sum extends AccumulationOf<Type> = SumOf<Type>>(
    input: ConvertibleInput,
    options: TypedScanOptions<Type, Sum> & Abortable & { readonly type: Type },
  ): Promise<ElementArray<Sum>>;
}

/** The everyday functions on an executor whose answers take time. */
export interface AsynchronousAlgorithms {
  readonly reduce: AsynchronousReduce;
  readonly inclusiveScan: AsynchronousScan;
  readonly exclusiveScan: AsynchronousScan;
  readonly achieved: AchievedOf;
}

/**
 * What a call with these options will meet: level, executor and expression. Runs nothing; a signal or an output is not looked at.
 *
 * @throws InvalidArgumentError, UnsupportedError as the call rejects
 */
export interface AchievedOf {
  <Type extends RecordType>(observation: Observation, options: RecordOptions<Type> & Abortable): Achieved;
  <Type extends StorageType, Sum extends AccumulationOf<Type> = SumOf<Type>>(
    observation: Observation,
    options: TypedOptions<Type, Sum> & Abortable & { readonly type: Type },
  ): Achieved;
}

type Given = ScanOptions & Abortable;
type ScanObservation = "inclusive-scan" | "exclusive-scan";

/** The algorithms on the executor that a signal gives. They check what the synchronous ones check, and reject where those throw. */
export function bindAsynchronous(
  executorFor: (signal: AbortSignal | undefined) => Executor,
): AsynchronousAlgorithms {
  const scanOf =
    (observation: ScanObservation) =>
    async (input: unknown, given: Given = {}): Promise<unknown> => {
      const { signal, ...options } = given;
      return scan(executorFor(checkSignal(signal)), observation, input, options);
    };
  const reduceOf = async (input: unknown, given: Given = {}): Promise<unknown> => {
    const { signal, ...options } = given;
    return reduce(executorFor(checkSignal(signal)), input, options);
  };
  return {
    reduce: reduceOf as AsynchronousReduce,
    inclusiveScan: scanOf("inclusive-scan") as AsynchronousScan,
    exclusiveScan: scanOf("exclusive-scan") as AsynchronousScan,
    achieved: ((observation: Observation, { signal: _, ...options }: Given = {}) =>
      achieved(executorFor(undefined), observation, options)) as AchievedOf,
  };
}

function achieved(executor: Executor, observation: Observation, options: ContractOptions): Achieved {
  checkOptions(options);
  checkName("observation", OBSERVATIONS, observation);
  refuseFunction(executor, observation, options);
  const contract = resolveColumns(options, observation);
  checkServed(executor, contract, observation, options);
  return achievedBy(executor, contract, observation, options);
}

async function reduce(executor: Executor, input: unknown, options: ScanOptions): Promise<unknown> {
  checkOptions(options);
  refuseFunction(executor, "reduce", options);
  const { plan, shape, contract } = cachedPlan(executor, "reduce", typeOfInput(input, options), options);
  const half = roundedOfOne(options.output, contract);
  const row = await plan.reduce(shape.columnsOf(input));
  return half === undefined ? shape.valueOf(row) : roundedValue(half, row);
}

async function scan(
  executor: Executor,
  observation: ScanObservation,
  input: unknown,
  options: ScanOptions,
): Promise<unknown> {
  checkOptions(options);
  refuseFunction(executor, observation, options);
  const { output } = options;
  const { plan, shape, contract } = cachedPlan(executor, observation, typeOfInput(input, options), options);
  const columns = shape.columnsOf(input);
  const rounding = roundedTo(output, contract, columns[0].length);
  const outputs =
    output === undefined || rounding !== undefined ? undefined : shape.outputOf(columns, output);
  const prefixes = await (observation === "inclusive-scan"
    ? plan.inclusiveScan(columns, outputs)
    : plan.exclusiveScan(columns, outputs));
  return rounding === undefined ? (output ?? shape.prefixesOf(prefixes)) : roundedBits(rounding, prefixes[0]);
}

/** A plain function can be sent nowhere: an executor that takes time refuses it. */
function refuseFunction(executor: Executor, observation: Observation, options: ContractOptions): void {
  if (typeof options.operator !== "function") return;
  checkServed(executor, resolveFunction(options, observation, undefined), observation, options);
  throw new InternalError(`executor ${executor.name} neither refuses plain functions nor plans them`);
}
