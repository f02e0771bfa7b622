import type { Direction, SegmentRule } from "../../../contracts/contract.ts";
import type { ContractOptions } from "../../../contracts/resolve.ts";
import type { ElementFunction } from "../../../operators/element-function.ts";
import type { ElementType, ScalarType } from "../../../values/element-types.ts";
import type { RecordType, ValueType } from "../../../values/value-types.ts";
import type { DeviceElements } from "../device-ranges.ts";
import type {
  BinsCall,
  DotCall,
  ElementsCall,
  GatherCall,
  GroupKeys,
  HistogramCall,
  InputCall,
  KeyedCall,
  LinearRecurrenceCall,
  MergeCall,
  MinMaxCall,
  PartitionCall,
  PredicateCall,
  ReduceByIndexCall,
  RunLengthDecodeCall,
  RunLengthEncodeCall,
  ScatterCall,
  SearchSortedCall,
  SegmentedCall,
  SegmentsCall,
  SortPairsCall,
  TopKCall,
} from "./algorithm-calls.ts";
import type { DeviceAlgorithm } from "./device-algorithm.ts";

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
  ): Promise<DeviceAlgorithm<PartitionCall<Type>>>;
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
  <Type extends ElementType>(
    name: "histogram",
    options: OfInput<Type> & (EvenBins | EdgeBins),
  ): Promise<DeviceAlgorithm<BinsCall>>;
  <Type extends ValueType>(
    name: "runLengthDecode",
    options: Prepared & { readonly values: Type },
  ): Promise<DeviceAlgorithm<RunLengthDecodeCall<Type>>>;
  <Type extends ValueType>(
    name: "merge",
    options: OfInput<Type> & {
      readonly by?: string | readonly string[] | undefined;
      readonly descending?: boolean | readonly boolean[] | undefined;
    },
  ): Promise<DeviceAlgorithm<MergeCall<Type>>>;
  <Type extends ElementType>(
    name: "topK",
    options: OfInput<Type> & { readonly count: number; readonly order?: "largest" | "smallest" | undefined },
  ): Promise<DeviceAlgorithm<TopKCall<Type>>>;
  <Type extends ElementType>(
    name: "isSorted",
    options: OfInput<Type> & { readonly descending?: boolean | undefined },
  ): Promise<DeviceAlgorithm<InputCall<Type, "u32">>>;
  <Type extends ElementType>(
    name: "segmentedSort",
    options: OfInput<Type> & InOrder & SegmentKind,
  ): Promise<DeviceAlgorithm<SegmentedCall<Type, Type>>>;
  (
    name: "segmentOffsets" | "segmentLengths" | "segmentIds" | "headFlags",
    options: Prepared & SegmentKind,
  ): Promise<DeviceAlgorithm<SegmentsCall>>;
  <Key extends ValueType, Value extends ValueType, Sum extends ValueType = Value>(
    name: "reduceByKey",
    options: ByKey<Key, Value, Sum>,
  ): Promise<DeviceAlgorithm<KeyedCall<Key, Value, Sum> & GroupKeys<Key>>>;
  <Key extends ValueType, Value extends ValueType, Sum extends ValueType = Value>(
    name: "scanByKey",
    options: ByKey<Key, Value, Sum> & { readonly prefixes?: "inclusive" | "exclusive" | undefined },
  ): Promise<DeviceAlgorithm<KeyedCall<Key, Value, Sum>>>;
  <Key extends ValueType, Value extends ValueType>(
    name: "groupBy",
    options: Keyed<Key, Value>,
  ): Promise<DeviceAlgorithm<KeyedCall<Key, Value> & GroupKeys<Key> & { readonly offsets: DeviceElements }>>;
  <Type extends ElementType>(
    name: "argMin" | "argMax",
    options: OfInput<Type>,
  ): Promise<DeviceAlgorithm<InputCall<Type, "u32">>>;
  <Type extends ElementType>(name: "minMax", options: OfInput<Type>): Promise<DeviceAlgorithm<MinMaxCall>>;
  <Type extends ElementType>(
    name: "mean",
    options: OfInput<Type> & InFloats,
  ): Promise<DeviceAlgorithm<ElementsCall>>;
  <Type extends ElementType>(
    name: "variance",
    options: OfInput<Type> & InFloats & { readonly correction?: number | undefined },
  ): Promise<DeviceAlgorithm<ElementsCall>>;
  <Type extends ElementType>(
    name: "dot",
    options: OfInput<Type> & {
      readonly accumulate?: ElementType | undefined;
      readonly expression?: ContractOptions["expression"];
    },
  ): Promise<DeviceAlgorithm<DotCall>>;
  <Type extends ValueType>(
    name: "count" | "any" | "all",
    options: WithPredicate<Type>,
  ): Promise<DeviceAlgorithm<PredicateCall<Type, "u32">>>;
  <Type extends ValueType, Sum extends ValueType = Type>(
    name: "reduceCommutative",
    options: OfContract<Type, Sum> & { readonly commutative?: "declared" | undefined },
  ): Promise<DeviceAlgorithm<InputCall<Type, Sum>>>;
  <Type extends ElementType>(
    name: "runningMax" | "runningMin",
    options: OfInput<Type> & { readonly direction?: Direction | undefined },
  ): Promise<DeviceAlgorithm<InputCall<Type>>>;
  <Type extends ElementType>(
    name: "linearRecurrence",
    options: Prepared & {
      readonly offset: Type;
      readonly scale?: number | bigint | undefined; // default: a column of the call
      readonly initial?: number | bigint | undefined;
      readonly expression?: ContractOptions["expression"];
    },
  ): Promise<DeviceAlgorithm<LinearRecurrenceCall>>;
  <Type extends ElementType>(
    name: "exponentialMovingAverage",
    options: OfInput<Type> & InFloats & { readonly alpha: number; readonly initial?: number | undefined },
  ): Promise<DeviceAlgorithm<ElementsCall>>;
  <Type extends ValueType, Sum extends ValueType = Type>(
    name: "movingSum",
    options: OfInput<Type> & {
      readonly window: number;
      readonly operator?: ContractOptions["operator"];
      readonly expression?: ContractOptions["expression"];
      readonly accumulate?: Sum | undefined;
    },
  ): Promise<DeviceAlgorithm<InputCall<Type, Sum>>>;
}

interface EvenBins {
  readonly binCount: number;
  readonly range: readonly [low: number, high: number];
}

interface EdgeBins {
  readonly edges: readonly number[] | readonly bigint[] | Float64Array | Float32Array | BigInt64Array;
}

interface InFloats {
  readonly accumulate?: "f64" | undefined;
  readonly expression?: ContractOptions["expression"];
}

interface SegmentKind {
  readonly segments: "offsets" | "lengths" | "headFlags"; // how segments are said: a column of the call
}

interface Keyed<Key extends ValueType, Value extends ValueType> extends Prepared {
  readonly keys: Key;
  readonly values: Value;
  readonly adjacent?: boolean | undefined;
}

interface ByKey<Key extends ValueType, Value extends ValueType, Sum extends ValueType>
  extends Keyed<Key, Value>,
    Omit<ContractOptions, "type" | "accumulate"> {
  readonly accumulate?: Sum | undefined;
  readonly segmentRule?: SegmentRule | undefined;
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
