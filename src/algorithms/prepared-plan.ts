import type { FunctionContract, Observation, RecordContract, TypedContract } from "../contracts/contract.ts";
import type { Achieved } from "../contracts/levels.ts";
import type {
  AccumulationOf,
  ConvertibleInput,
  FunctionOptions,
  RecordOptions,
  StoredColumnsOf,
  SumOf,
  TypedOptions,
} from "../contracts/options.ts";
import type {
  ElementArray,
  ElementScalar,
  ElementType,
  StorageArray,
  StorageType,
} from "../values/element-types.ts";
import type { ColumnsOf, RecordType, ValueOf } from "../values/value-types.ts";

/** One contract over elements, checked once and ready to be used often. */
export interface PreparedPlan<Type extends StorageType = ElementType, Sum extends ElementType = SumOf<Type>> {
  readonly contract: TypedContract; // of reduce and of the inclusive scan
  readonly exclusiveContract: TypedContract | undefined; // with the operator's start where no initial value was given; undefined where it has none
  readonly achieved: Achieved; // what all three functions meet: of their levels the weakest
  /** What one of them meets. @throws InvalidArgumentError, UnsupportedError as that function */
  readonly achievedOf: (observation: Observation) => Achieved;
  reduce(input: StorageArray<Type> | ConvertibleInput): ElementScalar<Sum>;
  inclusiveScan(input: StorageArray<Type> | ConvertibleInput, output?: ElementArray<Sum>): ElementArray<Sum>;
  exclusiveScan(input: StorageArray<Type> | ConvertibleInput, output?: ElementArray<Sum>): ElementArray<Sum>;
}

/** One contract over records, checked once and ready to be used often. */
export interface PreparedRecordPlan<Type extends RecordType = RecordType> {
  readonly contract: RecordContract; // of reduce and of the inclusive scan
  readonly exclusiveContract: RecordContract | undefined; // with the operator's start where no initial value was given; undefined where it has none
  readonly achieved: Achieved; // what all three functions meet: of their levels the weakest
  /** What one of them meets. @throws InvalidArgumentError, UnsupportedError as that function */
  readonly achievedOf: (observation: Observation) => Achieved;
  reduce(input: StoredColumnsOf<Type>): ValueOf<Type>;
  inclusiveScan(input: StoredColumnsOf<Type>, output?: ColumnsOf<Type>): ColumnsOf<Type>;
  exclusiveScan(input: StoredColumnsOf<Type>, output?: ColumnsOf<Type>): ColumnsOf<Type>;
}

/** One plain function, checked once and ready to be used often. */
export interface PreparedFunctionPlan<Value> {
  readonly contract: FunctionContract;
  readonly exclusiveContract: FunctionContract | undefined; // undefined where no initial value was given
  readonly achieved: Achieved; // what all three functions meet: of their levels the weakest
  /** What one of them meets. @throws InvalidArgumentError, UnsupportedError as that function */
  readonly achievedOf: (observation: Observation) => Achieved;
  reduce(input: ArrayLike<Value>): Value;
  inclusiveScan(input: ArrayLike<Value>, output?: Value[]): Value[];
  exclusiveScan(input: ArrayLike<Value>, output?: Value[]): Value[];
}

/** `prepare` as its callers see it. */
export interface Prepare {
  <Value>(options: FunctionOptions<Value>): PreparedFunctionPlan<Value>;
  <Type extends RecordType>(options: RecordOptions<Type>): PreparedRecordPlan<Type>;
  <Type extends StorageType, Sum extends AccumulationOf<Type> = SumOf<Type>>(
    options: TypedOptions<Type, Sum> & { readonly type: Type },
  ): PreparedPlan<Type, Sum>;
}
