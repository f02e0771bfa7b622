import type { ValueType } from "../../../values/value-types.ts";
import type { DeviceColumns, DeviceElements } from "../device-ranges.ts";
import type { DeviceAlgorithmCall, DeviceLength } from "./device-algorithm.ts";

/** Columns in, columns of the same type out. */
export interface InputCall<Type extends ValueType, Result extends ValueType = Type>
  extends DeviceAlgorithmCall {
  readonly input: DeviceColumns<Type>;
  readonly output: DeviceColumns<Result>;
  readonly length: DeviceLength;
}

/** With flags, bools, where these are the predicate. */
export interface PredicateCall<Type extends ValueType, Result extends ValueType = Type>
  extends InputCall<Type, Result> {
  readonly flags?: DeviceElements | undefined;
}

/** As of a filter, with both sides out. */
export interface PartitionCall<Type extends ValueType> extends DeviceAlgorithmCall {
  readonly input: DeviceColumns<Type>;
  readonly flags?: DeviceElements | undefined;
  readonly kept: DeviceColumns<Type>;
  readonly others: DeviceColumns<Type>;
  readonly length: DeviceLength;
}

/** Elements in, elements of whatever type the options make them out. */
export interface ElementsCall extends DeviceAlgorithmCall {
  readonly input: DeviceElements;
  readonly output: DeviceElements;
  readonly length: DeviceLength;
}

export interface MinMaxCall extends DeviceAlgorithmCall {
  readonly input: DeviceElements;
  readonly min: DeviceElements;
  readonly max: DeviceElements;
  readonly length: DeviceLength;
}

export interface DotCall extends DeviceAlgorithmCall {
  readonly left: DeviceElements;
  readonly right: DeviceElements;
  readonly output: DeviceElements;
  readonly length: DeviceLength;
}

export interface LinearRecurrenceCall extends DeviceAlgorithmCall {
  readonly offset: DeviceElements;
  readonly scale?: DeviceElements | undefined;
  readonly output: DeviceElements;
  readonly length: DeviceLength;
}

export interface BinsCall extends DeviceAlgorithmCall {
  readonly input: DeviceElements;
  readonly counts: DeviceElements;
  readonly belowCount: DeviceElements;
  readonly aboveCount: DeviceElements;
  readonly nanCount?: DeviceElements | undefined; // of floats
  readonly length: DeviceLength;
}

export interface RunLengthDecodeCall<Type extends ValueType> extends DeviceAlgorithmCall {
  readonly values: DeviceColumns<Type>;
  readonly lengths: DeviceElements;
  readonly output: DeviceColumns<Type>;
  readonly length: DeviceLength;
}

export interface MergeCall<Type extends ValueType> extends DeviceAlgorithmCall {
  readonly left: DeviceColumns<Type>;
  readonly right: DeviceColumns<Type>;
  readonly output: DeviceColumns<Type>;
  readonly length: { readonly left: DeviceLength; readonly right: DeviceLength };
}

export interface TopKCall<Type extends ValueType> extends DeviceAlgorithmCall {
  readonly input: DeviceColumns<Type>;
  readonly values: DeviceColumns<Type>;
  readonly indices: DeviceElements;
  readonly length: DeviceLength;
}

export interface SegmentsCall extends DeviceAlgorithmCall {
  readonly offsets?: DeviceElements | undefined;
  readonly lengths?: DeviceElements | undefined;
  readonly headFlags?: DeviceElements | undefined;
  readonly output: DeviceElements;
  readonly length: DeviceLength; // of that column
}

export interface KeyedCall<Key extends ValueType, Value extends ValueType, Sum extends ValueType = Value>
  extends DeviceAlgorithmCall {
  readonly keys: DeviceColumns<Key>;
  readonly values: DeviceColumns<Value>;
  readonly output: DeviceColumns<Sum>;
  readonly length: DeviceLength;
}

export interface GroupKeys<Key extends ValueType> {
  readonly groupKeys: DeviceColumns<Key>;
}

/** What segments are is not checked on a device: where they do not cover the input, results have any value. */
export interface SegmentedCall<Type extends ValueType, Sum extends ValueType> extends DeviceAlgorithmCall {
  readonly input: DeviceColumns<Type>;
  readonly offsets?: DeviceElements | undefined;
  readonly lengths?: DeviceElements | undefined;
  readonly headFlags?: DeviceElements | undefined;
  readonly output: DeviceColumns<Sum>;
}

export interface ReduceByIndexCall<Type extends ValueType, Sum extends ValueType>
  extends DeviceAlgorithmCall {
  readonly input: DeviceColumns<Type>;
  readonly indices: DeviceElements;
  readonly output: DeviceColumns<Sum>;
  readonly outsideCount: DeviceElements;
  readonly length: DeviceLength;
}

export interface HistogramCall extends DeviceAlgorithmCall {
  readonly input: DeviceElements;
  readonly counts: DeviceElements;
  readonly outsideCount: DeviceElements;
  readonly length: DeviceLength;
}

export interface RunLengthEncodeCall<Type extends ValueType> extends DeviceAlgorithmCall {
  readonly input: DeviceColumns<Type>;
  readonly values: DeviceColumns<Type>;
  readonly lengths: DeviceElements; // with room for one more than there are elements
  readonly length: DeviceLength;
}

export interface GatherCall<Type extends ValueType> extends DeviceAlgorithmCall {
  readonly input: DeviceColumns<Type>;
  readonly indices: DeviceElements;
  readonly output: DeviceColumns<Type>;
  readonly length: { readonly input: DeviceLength; readonly indices: DeviceLength };
}

export interface ScatterCall<Type extends ValueType> extends DeviceAlgorithmCall {
  readonly input: DeviceColumns<Type>;
  readonly indices: DeviceElements;
  readonly into: DeviceColumns<Type>; // which is copied
  readonly output: DeviceColumns<Type>;
  readonly length: { readonly input: DeviceLength; readonly into: DeviceLength };
}

export interface SortPairsCall<Key extends ValueType, Value extends ValueType> extends DeviceAlgorithmCall {
  readonly keys: DeviceColumns<Key>;
  readonly values: DeviceColumns<Value>;
  readonly sortedKeys: DeviceColumns<Key>;
  readonly sortedValues: DeviceColumns<Value>;
  readonly length: DeviceLength;
}

export interface SearchSortedCall extends DeviceAlgorithmCall {
  readonly sorted: DeviceElements;
  readonly queries: DeviceElements;
  readonly output: DeviceElements;
  readonly length: { readonly sorted: DeviceLength; readonly queries: DeviceLength };
}
