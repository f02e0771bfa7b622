import type {
  AccumulationOf,
  ConvertibleInput,
  FunctionOptions,
  NarrowInput,
  RecordOptions,
  RoundedOutput,
  StorageTypeOf,
  StoredColumnsOf,
  SumOf,
  TypedOptions,
} from "../contracts/options.ts";
import type { SynchronousExecutor } from "../executors/executor.ts";
import {
  type ElementArray,
  type ElementScalar,
  elementTypeOf,
  type StorageType,
} from "../values/element-types.ts";
import type { RecordType, ValueOf } from "../values/value-types.ts";
import { checkAnyInput, typeOfInput } from "./check-input.ts";
import { checkOptions } from "./check-options.ts";
import { cachedPlan } from "./plan-cache.ts";
import { roundedOfOne, roundedValue } from "./rounded-output.ts";
import type { ScanOptions } from "./scan.ts";
import { serveFunction } from "./serve.ts";

/** `reduce` as its callers see it: an element type goes in, its accumulation type comes out; of columns one record. */
export interface Reduce {
  <Value>(input: ArrayLike<Value>, options: FunctionOptions<Value>): Value;
  <Type extends RecordType>(input: StoredColumnsOf<Type>, options: RecordOptions<Type>): ValueOf<Type>;
  <
    Input extends ElementArray | NarrowInput,
    Sum extends AccumulationOf<StorageTypeOf<Input>> = SumOf<StorageTypeOf<Input>>,
  >(
    input: Input,
    options?: TypedOptions<StorageTypeOf<Input>, Sum> & RoundedOutput<Sum>,
  ): ElementScalar<Sum>;
  <Type extends StorageType, Sum extends AccumulationOf<Type> = SumOf<Type>>(
    input: ConvertibleInput,
    options: TypedOptions<Type, Sum> & RoundedOutput<Sum> & { readonly type: Type },
  ): ElementScalar<Sum>;
}

/** Combines all elements to one value, on an executor. What `Reduce` types for the caller is checked here. */
export function reduce(executor: SynchronousExecutor, input: unknown, options?: ScanOptions): unknown {
  if (options !== undefined) checkOptions(options);
  if (typeof options?.operator === "function") {
    const values = checkAnyInput(input, options.type);
    roundedOfOne(options.output, undefined);
    return serveFunction(executor, "reduce", options, elementTypeOf(values) ?? "any").plan.reduce(values);
  }
  const own = elementTypeOf(input);
  const { plan, shape, contract } = cachedPlan(executor, "reduce", typeOfInput(input, options, own), options);
  const half = options?.output === undefined ? undefined : roundedOfOne(options.output, contract);
  const row = plan.reduce(shape.columnsOf(input, own));
  return half === undefined ? shape.valueOf(row) : roundedValue(half, row);
}
