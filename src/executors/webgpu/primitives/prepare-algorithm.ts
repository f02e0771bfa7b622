import type { SegmentRule } from "../../../contracts/contract.ts";
import type { ContractOptions } from "../../../contracts/resolve.ts";
import type { ElementFunction } from "../../../operators/element-function.ts";
import type { ElementType, ScalarType } from "../../../values/element-types.ts";
import type { RecordType, ValueType } from "../../../values/value-types.ts";
import type { DeviceColumns, DeviceElements } from "../device-ranges.ts";
import type { DeviceAlgorithm, DeviceAlgorithmCall, DeviceLength } from "./device-algorithm.ts";

/** Columns in, columns of the same type out. */
interface InputCall<Type extends ValueType, Result extends ValueType = Type> extends DeviceAlgorithmCall {
  readonly input: DeviceColumns<Type>;
  readonly output: DeviceColumns<Result>;
  readonly length: DeviceLength;
}

/** With flags, bools, where these are the predicate. */
interface PredicateCall<Type extends ValueType, Result extends ValueType = Type>
  extends InputCall<Type, Result> {
  readonly flags?: DeviceElements | undefined;
}

interface Prepared {
  readonly maxLength?: number | undefined; // elements of the longest argument; default: what the device can bind
}

interface OfInput<Type extends ValueType> extends Prepared {
  readonly input: Type;
}

interface WithPredicate<Type extends ValueType> extends OfInput<Type> {
  readonly predicate: ElementFunction<never, "bool"> | "flags";
}

interface InOrder extends Prepared {
  readonly descending?: boolean | undefined;
  readonly bits?: readonly [low: number, high: number] | undefined;
}

/**
 * Algorithms by name: options are those of the function, and the type of each argument that is columns. A call has buffers by the names of
 * arguments and results.
 */
export interface PrepareAlgorithm {
  <Type extends ValueType>(
    name: "filter",
    options: WithPredicate<Type>,
  ): Promise<DeviceAlgorithm<PredicateCall<Type>>>;
  <Type extends ValueType>(
    name: "partition",
    options: WithPredicate<Type>,
  ): Promise<DeviceAlgorithm<PredicateCall<Type> & { readonly keptCount: DeviceElements }>>;
  <Type extends ValueType>(
    name: "filterIndices",
    options: WithPredicate<Type>,
  ): Promise<DeviceAlgorithm<PredicateCall<Type, "u32">>>;
  <Type extends ValueType>(
    name: "unique",
    options: OfInput<Type> & { readonly anywhere?: boolean | undefined },
  ): Promise<DeviceAlgorithm<InputCall<Type>>>;
  <Type extends ValueType>(
    name: "runLengthEncode",
    options: OfInput<Type>,
  ): Promise<DeviceAlgorithm<RunLengthEncodeCall<Type>>>;
  <Type extends ValueType>(
    name: "expand",
    options: OfInput<Type>,
  ): Promise<DeviceAlgorithm<InputCall<Type> & { readonly counts: DeviceElements }>>;
  <Type extends ValueType>(
    name: "gather",
    options: OfInput<Type>,
  ): Promise<DeviceAlgorithm<GatherCall<Type>>>;
  <Type extends ValueType>(
    name: "scatter",
    options: OfInput<Type>,
  ): Promise<DeviceAlgorithm<ScatterCall<Type>>>;
  <Type extends ElementType>(
    name: "sort",
    options: OfInput<Type> & InOrder,
  ): Promise<DeviceAlgorithm<InputCall<Type>>>;
  <Type extends ElementType>(
    name: "argsort",
    options: OfInput<Type> & InOrder,
  ): Promise<DeviceAlgorithm<InputCall<Type, "u32">>>;
  <Key extends ElementType, Value extends ValueType>(
    name: "sortPairs",
    options: InOrder & { readonly keys: Key; readonly values: Value },
  ): Promise<DeviceAlgorithm<SortPairsCall<Key, Value>>>;
  <Type extends RecordType>(
    name: "sortBy",
    options: OfInput<Type> & {
      readonly by: string | readonly string[];
      readonly descending?: boolean | readonly string[] | undefined;
    },
  ): Promise<DeviceAlgorithm<InputCall<Type>>>;
  <Type extends ScalarType>(
    name: "searchSorted",
    options: Prepared & {
      readonly sorted: Type;
      readonly side?: "left" | "right" | undefined;
      readonly descending?: boolean | undefined;
    },
  ): Promise<DeviceAlgorithm<SearchSortedCall>>;
  <Type extends ValueType, Sum extends ValueType = Type>(
    name: "segmentedReduce" | "segmentedInclusiveScan" | "segmentedExclusiveScan",
    options: OverSegments<Type, Sum>,
  ): Promise<DeviceAlgorithm<SegmentedCall<Type, Sum>>>;
  <Type extends ValueType, Sum extends ValueType = Type>(
    name: "reduceByIndex",
    options: OfContract<Type, Sum> & { readonly binCount: number },
  ): Promise<DeviceAlgorithm<ReduceByIndexCall<Type, Sum>>>;
  (
    name: "histogram",
    options: Prepared & { readonly categories: number },
  ): Promise<DeviceAlgorithm<HistogramCall>>;
}

/** Those of a contract, as the function takes them. */
interface OfContract<Type extends ValueType, Sum extends ValueType>
  extends OfInput<Type>,
    Omit<ContractOptions, "type" | "accumulate"> {
  readonly accumulate?: Sum | undefined;
}

interface OverSegments<Type extends ValueType, Sum extends ValueType> extends OfContract<Type, Sum> {
  readonly segments: "offsets" | "lengths" | "headFlags"; // how segments are said: a column of the call
  readonly segmentRule?: SegmentRule | undefined;
}

/** What segments are is not checked on a device: where they do not cover the input, results have any value. */
interface SegmentedCall<Type extends ValueType, Sum extends ValueType> extends DeviceAlgorithmCall {
  readonly input: DeviceColumns<Type>;
  readonly offsets?: DeviceElements | undefined;
  readonly lengths?: DeviceElements | undefined;
  readonly headFlags?: DeviceElements | undefined;
  readonly output: DeviceColumns<Sum>;
}

interface ReduceByIndexCall<Type extends ValueType, Sum extends ValueType> extends DeviceAlgorithmCall {
  readonly input: DeviceColumns<Type>;
  readonly indices: DeviceElements;
  readonly output: DeviceColumns<Sum>;
  readonly outsideCount: DeviceElements;
  readonly length: DeviceLength;
}

interface HistogramCall extends DeviceAlgorithmCall {
  readonly input: DeviceElements;
  readonly counts: DeviceElements;
  readonly outsideCount: DeviceElements;
  readonly length: DeviceLength;
}

interface RunLengthEncodeCall<Type extends ValueType> extends DeviceAlgorithmCall {
  readonly input: DeviceColumns<Type>;
  readonly values: DeviceColumns<Type>;
  readonly lengths: DeviceElements; // with room for one more than there are elements
  readonly length: DeviceLength;
}

interface GatherCall<Type extends ValueType> extends DeviceAlgorithmCall {
  readonly input: DeviceColumns<Type>;
  readonly indices: DeviceElements;
  readonly output: DeviceColumns<Type>;
  readonly length: { readonly input: DeviceLength; readonly indices: DeviceLength };
}

interface ScatterCall<Type extends ValueType> extends DeviceAlgorithmCall {
  readonly input: DeviceColumns<Type>;
  readonly indices: DeviceElements;
  readonly into: DeviceColumns<Type>; // which is copied
  readonly output: DeviceColumns<Type>;
  readonly length: { readonly input: DeviceLength; readonly into: DeviceLength };
}

interface SortPairsCall<Key extends ValueType, Value extends ValueType> extends DeviceAlgorithmCall {
  readonly keys: DeviceColumns<Key>;
  readonly values: DeviceColumns<Value>;
  readonly sortedKeys: DeviceColumns<Key>;
  readonly sortedValues: DeviceColumns<Value>;
  readonly length: DeviceLength;
}

interface SearchSortedCall extends DeviceAlgorithmCall {
  readonly sorted: DeviceElements;
  readonly queries: DeviceElements;
  readonly output: DeviceElements;
  readonly length: { readonly sorted: DeviceLength; readonly queries: DeviceLength };
}
