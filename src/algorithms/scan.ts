import { checkAnyOutput } from "../contracts/check-columns.ts";
import type {
  AccumulationOf,
  ConvertibleInput,
  FunctionScanOptions,
  NarrowInput,
  RecordScanOptions,
  RoundedPrefixes,
  StorageTypeOf,
  StoredColumnsOf,
  SumOf,
  TypedOptions,
  TypedScanOptions,
} from "../contracts/options.ts";
import type { ContractOptions } from "../contracts/resolve.ts";
import type { SynchronousExecutor } from "../executors/executor.ts";
import { type ElementArray, elementTypeOf, type StorageType } from "../values/element-types.ts";
import type { ColumnsOf, RecordType } from "../values/value-types.ts";
import { checkAnyInput, typeOfInput } from "./check-input.ts";
import { checkOptions } from "./check-options.ts";
import { cachedPlan } from "./plan-cache.ts";
import { roundedBits, roundedTo } from "./rounded-output.ts";
import { serveFunction } from "./serve.ts";

/** A scan as its callers see it: an element type goes in, an array of its accumulation type comes out; of columns come columns. */
export interface Scan {
  <Value>(input: ArrayLike<Value>, options: FunctionScanOptions<Value>): Value[];
  <Type extends RecordType>(input: StoredColumnsOf<Type>, options: RecordScanOptions<Type>): ColumnsOf<Type>;
  <
    Input extends ElementArray | NarrowInput,
    Sum extends AccumulationOf<StorageTypeOf<Input>> = SumOf<StorageTypeOf<Input>>,
  >(
    input: Input,
    options: TypedOptions<StorageTypeOf<Input>, Sum> & RoundedPrefixes<Sum>,
  ): Uint16Array;
  <Type extends StorageType, Sum extends AccumulationOf<Type> = SumOf<Type>>(
    input: ConvertibleInput,
    options: TypedOptions<Type, Sum> & RoundedPrefixes<Sum> & { readonly type: Type },
  ): Uint16Array;
  <
    Input extends ElementArray | NarrowInput,
    Sum extends AccumulationOf<StorageTypeOf<Input>> = SumOf<StorageTypeOf<Input>>,
  >(
    input: Input,
    options?: TypedScanOptions<StorageTypeOf<Input>, Sum>,
  ): ElementArray<Sum>;
  <Type extends StorageType, Sum extends AccumulationOf<Type> = SumOf<Type>>(
    input: ConvertibleInput,
    options: TypedScanOptions<Type, Sum> & { readonly type: Type },
  ): ElementArray<Sum>;
}

/** The options of a scan before they are checked. */
export interface ScanOptions extends ContractOptions {
  readonly output?: unknown;
}

/** The checks of a call, then the plan. Shared by the inclusive and the exclusive scan. */
export function scan(
  executor: SynchronousExecutor,
  observation: "inclusive-scan" | "exclusive-scan",
  input: unknown,
  options: ScanOptions | undefined,
): unknown {
  if (options !== undefined) checkOptions(options);
  if (typeof options?.operator === "function") {
    const values = checkAnyInput(input, options.type);
    const { plan } = serveFunction(executor, observation, options, elementTypeOf(values) ?? "any");
    const output = options.output === undefined ? undefined : checkAnyOutput(values, options.output);
    return observation === "inclusive-scan"
      ? plan.inclusiveScan(values, output)
      : plan.exclusiveScan(values, output);
  }
  const own = elementTypeOf(input);
  const { plan, shape, contract } = cachedPlan(
    executor,
    observation,
    typeOfInput(input, options, own),
    options,
  );
  const columns = shape.columnsOf(input, own);
  const output = options?.output;
  const rounding = roundedTo(output, contract, columns[0].length);
  const outputs =
    output === undefined || rounding !== undefined ? undefined : shape.outputOf(columns, output);
  const prefixes =
    observation === "inclusive-scan"
      ? plan.inclusiveScan(columns, outputs)
      : plan.exclusiveScan(columns, outputs);
  return rounding === undefined ? (output ?? shape.prefixesOf(prefixes)) : roundedBits(rounding, prefixes[0]);
}
