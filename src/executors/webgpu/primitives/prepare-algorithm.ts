import type { Direction, SegmentRule } from "../../../contracts/contract.ts";
import type { OperatorName, SumOf } from "../../../contracts/options.ts";
import type { ContractOptions } from "../../../contracts/resolve.ts";
import type { ElementFunction } from "../../../operators/element-function.ts";
import type { Operator } from "../../../operators/operator.ts";
import type { ElementType, NarrowType, ScalarType, StorageType } from "../../../values/element-types.ts";
import type { RecordType, ValueType } from "../../../values/value-types.ts";
import type { DeviceColumns, HeldType, WideType } from "../caller-encoding.ts";
import type { DeviceAlgorithm, DeviceAlgorithmCall, DeviceLength } from "./device-algorithm.ts";

// The types of `prepareAlgorithm`, which runs in device-algorithm.ts: a row for each algorithm. What is checked when a program runs is in its template.

/** An algorithm whose calls have columns of these types, by the names of arguments and results; of optional ones a call may have none. */
type Prepared<Columns extends NamedColumns, Length = DeviceLength> = Promise<
  DeviceAlgorithm<CallOf<Columns, Length>>
>;

type NamedColumns = { readonly [name: string]: HeldType | undefined };

type CallOf<Columns extends NamedColumns, Length> = DeviceAlgorithmCall &
  (Length extends undefined ? { readonly length?: undefined } : { readonly length: Length }) & {
    readonly [Name in keyof Columns]:
      | DeviceColumns<Exclude<Columns[Name], undefined>>
      | Extract<Columns[Name], undefined>;
  };

/** Lengths of arguments that have several. */
type Lengths<Names extends string> = { readonly [Name in Names]: DeviceLength };

/** How segments are said: by one of these columns. Whether they cover the input is not checked on a device: where they do not, results have any value. */
type Segments = {
  readonly offsets?: "u32" | undefined;
  readonly lengths?: "u32" | undefined;
  readonly headFlags?: "bool" | undefined;
};

/** The flags of elements, where these are the predicate. */
type Flags = { readonly flags?: "bool" | undefined };

interface Longest {
  readonly maxLength?: number | undefined; // elements of the longest argument; default: what the device can bind
}

interface OfInput<Type extends HeldType> extends Longest {
  readonly input: Type;
}

interface WithPredicate<Type extends HeldType> extends OfInput<Type> {
  readonly predicate: ElementFunction<never, "bool"> | "flags";
}

interface InOrder extends Longest {
  readonly descending?: boolean | undefined;
  readonly bits?: readonly [low: number, high: number] | undefined;
}

interface EvenBins {
  readonly binCount: number;
  readonly range: readonly [low: number, high: number];
}

interface EdgeBins {
  readonly edges: readonly number[] | readonly bigint[] | Float64Array | Float32Array | BigInt64Array;
}

interface ByExpression {
  readonly expression?: ContractOptions["expression"];
}

interface InFloats extends ByExpression {
  readonly accumulate?: "f64" | undefined;
}

interface SegmentKind {
  readonly segments: "offsets" | "lengths" | "headFlags"; // how segments are said: a column of the call
}

interface Keyed<Key extends HeldType, Value extends HeldType> extends Longest {
  readonly keys: Key;
  readonly values: Value;
  readonly adjacent?: boolean | undefined;
}

/** The options of a contract, as the function takes them. */
interface OfContract<Sum extends ValueType> extends Omit<ContractOptions, "type" | "accumulate"> {
  readonly accumulate?: Sum | undefined;
}

interface ByKey<Key extends HeldType, Value extends HeldType, Sum extends ValueType>
  extends Keyed<Key, Value>,
    OfContract<Sum> {
  readonly segmentRule?: SegmentRule | undefined;
}

interface OverSegments<Type extends HeldType, Sum extends ValueType>
  extends OfInput<Type>,
    OfContract<Sum>,
    SegmentKind {
  readonly segmentRule?: SegmentRule | undefined;
}

/**
 * Algorithms by name: options are those of the function, and the type of each argument that is columns. A call has buffers by the names of
 * arguments and results.
 */
export interface PrepareAlgorithm {
  <Type extends HeldType>(
    name: "filter",
    options: WithPredicate<Type>,
  ): Prepared<{ input: Type; output: WideType<Type> } & Flags>;
  <Type extends HeldType>(
    name: "partition",
    options: WithPredicate<Type>,
  ): Prepared<{ input: Type; kept: WideType<Type>; others: WideType<Type> } & Flags>;
  <Type extends HeldType>(
    name: "filterIndices" | "count" | "any" | "all",
    options: WithPredicate<Type>,
  ): Prepared<{ input: Type; output: "u32" } & Flags>;
  <Type extends HeldType>(
    name: "unique",
    options: OfInput<Type> & { readonly anywhere?: boolean | undefined },
  ): Prepared<{ input: Type; output: WideType<Type> }>;
  /** `lengths` has room for one more than there are elements. */
  <Type extends HeldType>(
    name: "runLengthEncode",
    options: OfInput<Type>,
  ): Prepared<{ input: Type; values: WideType<Type>; lengths: "u32" }>;
  <Type extends HeldType>(
    name: "runLengthDecode",
    options: Longest & { readonly values: Type },
  ): Prepared<{ values: Type; lengths: "u32"; output: WideType<Type> }>;
  <Type extends HeldType>(
    name: "expand",
    options: OfInput<Type>,
  ): Prepared<{ input: Type; counts: "u32"; output: WideType<Type> }>;
  <Type extends HeldType>(
    name: "gather",
    options: OfInput<Type>,
  ): Prepared<{ input: Type; indices: "u32"; output: WideType<Type> }, Lengths<"input" | "indices">>;
  /** `into` is copied. */
  <Type extends HeldType>(
    name: "scatter",
    options: OfInput<Type>,
  ): Prepared<{ input: Type; indices: "u32"; into: Type; output: WideType<Type> }, Lengths<"input" | "into">>;
  <Type extends StorageType>(
    name: "sort",
    options: OfInput<Type> & InOrder,
  ): Prepared<{ input: Type; output: WideType<Type> }>;
  <Type extends StorageType>(
    name: "argsort",
    options: OfInput<Type> & InOrder,
  ): Prepared<{ input: Type; output: "u32" }>;
  <Key extends StorageType, Value extends HeldType>(
    name: "sortPairs",
    options: InOrder & { readonly keys: Key; readonly values: Value },
  ): Prepared<{ keys: Key; values: Value; sortedKeys: WideType<Key>; sortedValues: WideType<Value> }>;
  <Type extends RecordType>(
    name: "sortBy",
    options: OfInput<Type> & {
      readonly by: string | readonly string[];
      readonly descending?: boolean | readonly string[] | undefined;
    },
  ): Prepared<{ input: Type; output: WideType<Type> }>;
  <Type extends HeldType>(
    name: "merge",
    options: OfInput<Type> & {
      readonly by?: string | readonly string[] | undefined;
      readonly descending?: boolean | readonly boolean[] | undefined;
    },
  ): Prepared<{ left: Type; right: Type; output: WideType<Type> }, Lengths<"left" | "right">>;
  <Type extends StorageType>(
    name: "topK",
    options: OfInput<Type> & { readonly count: number; readonly order?: "largest" | "smallest" | undefined },
  ): Prepared<{ input: Type; values: WideType<Type>; indices: "u32" }>;
  <Type extends StorageType>(
    name: "isSorted",
    options: OfInput<Type> & { readonly descending?: boolean | undefined },
  ): Prepared<{ input: Type; output: "u32" }>;
  <Type extends ScalarType | NarrowType>(
    name: "searchSorted",
    options: Longest & {
      readonly sorted: Type;
      readonly side?: "left" | "right" | undefined;
      readonly descending?: boolean | undefined;
    },
  ): Prepared<{ sorted: Type; queries: Type; output: "u32" }, Lengths<"sorted" | "queries">>;
  <Type extends HeldType, Sum extends ValueType = WideType<Type>>(
    name: "segmentedReduce" | "segmentedInclusiveScan" | "segmentedExclusiveScan",
    options: OverSegments<Type, Sum>,
  ): Prepared<{ input: Type; output: Sum } & Segments, DeviceAlgorithmCall["length"]>;
  <Type extends StorageType>(
    name: "segmentedSort",
    options: OfInput<Type> & InOrder & SegmentKind,
  ): Prepared<{ input: Type; output: WideType<Type> } & Segments, DeviceAlgorithmCall["length"]>;
  /** `length` is that of the column of segments. */
  (
    name: "segmentOffsets" | "segmentLengths" | "segmentIds" | "headFlags",
    options: Longest & SegmentKind,
  ): Prepared<{ output: ScalarType } & Segments>;
  <Type extends HeldType, Sum extends ValueType = WideType<Type>>(
    name: "reduceByIndex",
    options: OfInput<Type> & OfContract<Sum> & { readonly binCount: number },
  ): Prepared<{ input: Type; indices: "u32"; output: Sum; outsideCount: "u32" }>;
  (
    name: "histogram",
    options: Longest & { readonly categories: number },
  ): Prepared<{ input: "u32"; counts: "u32"; outsideCount: "u32" }>;
  /** `nanCount` is of floats. */
  <Type extends StorageType>(
    name: "histogram",
    options: OfInput<Type> & (EvenBins | EdgeBins),
  ): Prepared<{
    input: Type;
    counts: "u32";
    belowCount: "u32";
    aboveCount: "u32";
    nanCount?: "u32" | undefined;
  }>;
  <Key extends HeldType, Value extends HeldType, Sum extends ValueType = WideType<Value>>(
    name: "reduceByKey",
    options: ByKey<Key, Value, Sum>,
  ): Prepared<{ keys: Key; values: Value; groupKeys: WideType<Key>; output: Sum }>;
  <Key extends HeldType, Value extends HeldType, Sum extends ValueType = WideType<Value>>(
    name: "scanByKey",
    options: ByKey<Key, Value, Sum> & { readonly prefixes?: "inclusive" | "exclusive" | undefined },
  ): Prepared<{ keys: Key; values: Value; output: Sum }>;
  <Key extends HeldType, Value extends HeldType>(
    name: "groupBy",
    options: Keyed<Key, Value>,
  ): Prepared<{
    keys: Key;
    values: Value;
    groupKeys: WideType<Key>;
    output: WideType<Value>;
    offsets: "u32";
  }>;
  <Type extends StorageType>(
    name: "argMin" | "argMax",
    options: OfInput<Type>,
  ): Prepared<{ input: Type; output: "u32" }>;
  <Type extends StorageType>(
    name: "minMax",
    options: OfInput<Type>,
  ): Prepared<{ input: Type; min: WideType<Type>; max: WideType<Type> }>;
  <Type extends StorageType>(
    name: "mean" | "logSumExp" | "softmax",
    options: OfInput<Type> & InFloats,
  ): Prepared<{ input: Type; output: ScalarType }>;
  <Type extends StorageType>(
    name: "variance" | "standardDeviation",
    options: OfInput<Type> & InFloats & { readonly correction?: number | undefined },
  ): Prepared<{ input: Type; output: ScalarType }>;
  <Type extends StorageType>(
    name: "norm",
    options: OfInput<Type> & InFloats & { readonly p?: 1 | 2 | typeof Number.POSITIVE_INFINITY | undefined },
  ): Prepared<{ input: Type; output: ScalarType }>;
  <Type extends StorageType>(
    name: "correlation" | "squaredDistance",
    options: OfInput<Type> & InFloats,
  ): Prepared<{ left: Type; right: Type; output: ScalarType }>;
  <Type extends StorageType>(
    name: "covariance",
    options: OfInput<Type> & InFloats & { readonly correction?: number | undefined },
  ): Prepared<{ left: Type; right: Type; output: ScalarType }>;
  <Type extends StorageType>(
    name: "median",
    options: OfInput<Type>,
  ): Prepared<{ input: Type; output: "f64" }>;
  <Type extends StorageType>(
    name: "quantile",
    options: OfInput<Type> & { readonly q: number | readonly number[]; readonly method?: number | undefined },
  ): Prepared<{ input: Type; output: "f64" }>;
  <Key extends HeldType, Value extends StorageType>(
    name: "groupedDescribe",
    options: Longest &
      InFloats & {
        readonly keys: Key;
        readonly values: Value;
        readonly correction?: number | undefined;
        readonly method?: number | undefined;
      },
  ): Prepared<{
    keys: Key;
    values: Value;
    groupKeys: WideType<Key>;
    counts: "u32";
    missingCounts: "u32";
    mean: ScalarType;
    standardDeviation: ScalarType;
    min: WideType<Value>;
    max: WideType<Value>;
    sum: ScalarType;
    lowerQuartile: "f64";
    median: "f64";
    upperQuartile: "f64";
  }>;
  <Type extends StorageType>(
    name: "dot",
    options: OfInput<Type> & ByExpression & { readonly accumulate?: ElementType | undefined },
  ): Prepared<{ left: Type; right: Type; output: ScalarType }>;
  <Type extends StorageType>(
    name: "sum",
    options: OfInput<Type> & ByExpression & { readonly accumulate?: ElementType | undefined },
  ): Prepared<{ input: Type; output: ScalarType }>;
  <Type extends StorageType>(
    name: "cumulativeProduct",
    options: OfInput<Type> &
      ByExpression & {
        readonly direction?: Direction | undefined;
        readonly accumulate?: ElementType | undefined;
      },
  ): Prepared<{ input: Type; output: ScalarType }>;
  <Type extends StorageType>(
    name: "differences",
    options: OfInput<Type> & { readonly order?: number | undefined },
  ): Prepared<{ input: Type; output: WideType<Type> }>;
  <Type extends HeldType, Sum extends ValueType = WideType<Type>>(
    name: "reduceCommutative",
    options: OfInput<Type> & OfContract<Sum> & { readonly commutative?: "declared" | undefined },
  ): Prepared<{ input: Type; output: Sum }>;
  <Type extends StorageType>(
    name: "runningMax" | "runningMin",
    options: OfInput<Type> & { readonly direction?: Direction | undefined },
  ): Prepared<{ input: Type; output: WideType<Type> }>;
  /** `scale` is a column of the call where it is no option. */
  <Type extends StorageType>(
    name: "linearRecurrence",
    options: Longest &
      ByExpression & {
        readonly offset: Type;
        readonly scale?: number | bigint | undefined;
        readonly initial?: number | bigint | undefined;
      },
  ): Prepared<{ offset: Type; scale?: Type | undefined; output: WideType<Type> }>;
  <Type extends StorageType>(
    name: "exponentialMovingAverage",
    options: OfInput<Type> & InFloats & { readonly alpha: number; readonly initial?: number | undefined },
  ): Prepared<{ input: Type; output: ScalarType }>;
  <Type extends HeldType, Sum extends ValueType = WideType<Type>>(
    name: "movingSum",
    options: OfInput<Type> &
      ByExpression & {
        readonly window: number;
        readonly operator?: ContractOptions["operator"];
        readonly accumulate?: Sum | undefined;
      },
  ): Prepared<{ input: Type; output: Sum }>;
  /** The product of two matrices, whose places in their buffers are known beforehand; the call has no length, and the output is row-major. */
  <Type extends StorageType, Sum extends ElementType = SumOf<Type>>(
    name: "multiply",
    options: {
      readonly A: DeviceMatrix<Type>;
      readonly B: DeviceMatrix<Type>;
      readonly expression?: ContractOptions["expression"];
      readonly accumulate?: Sum | undefined;
      readonly semiring?:
        | { readonly add: Operator | OperatorName; readonly multiply: Operator | OperatorName }
        | undefined;
    },
  ): Prepared<{ A: Type; B: Type; output: Sum }, undefined>;
}

/** A matrix whose elements are yet to come: in the place of its array their type. */
interface DeviceMatrix<Type extends StorageType> {
  readonly array: Type;
  readonly shape: readonly [rows: number, columns: number];
  readonly strides?: readonly [row: number, column: number] | undefined; // in elements; default: row-major
  readonly offset?: number | undefined; // of element (0, 0); default: 0
}
