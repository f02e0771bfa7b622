import type { Expression } from "../expressions/expression.ts";
import type { Operator, RecordOperator } from "../operators/operator.ts";
import type { ElementArray, ElementScalar, ElementType } from "../values/element-types.ts";
import type { ColumnsOf, RecordType, ValueOf } from "../values/value-types.ts";
import type { Direction, InitialPlacement } from "./contract.ts";
import type { DeterminismName } from "./levels.ts";

/** The element type of a typed array's type. */
export type ElementTypeOf<Input extends ElementArray> = Input extends Float64Array
  ? "f64"
  : Input extends Float32Array
    ? "f32"
    : Input extends BigInt64Array
      ? "i64"
      : Input extends BigUint64Array
        ? "u64"
        : Input extends Int32Array
          ? "i32"
          : "u32";

interface WiderTypes {
  readonly f64: never;
  readonly f32: "f64";
  readonly i64: never;
  readonly u64: never;
  readonly i32: "i64";
  readonly u32: "u64";
}

/** The accumulation types that elements of `Type` may widen to, itself included. */
export type AccumulationOf<Type extends ElementType> = Type | WiderTypes[Type];

/** The built-in operators by their canonical names. */
export type OperatorName = "add" | "multiply" | "min" | "max" | "and" | "or" | "xor" | "tree-hash";

/** Arrays that have no element type of their own: read as the `type` that the caller names, each value exactly. */
export type ConvertibleInput =
  | readonly number[]
  | readonly bigint[]
  | (ArrayBufferView & ArrayLike<number>)
  | DataView;

/** What every kind of call may say of its contract. */
export interface SharedOptions {
  readonly expression?: Expression | string | undefined; // default: blockDyadic(32); text as "block-dyadic:32"
  readonly direction?: Direction | undefined; // default: "forward"
  readonly initialPlacement?: InitialPlacement | undefined; // default: "outside": initial·R
  readonly determinism?: DeterminismName | undefined; // default: "everywhere"
  readonly allowQuadratic?: boolean | undefined; // default: false; true accepts a scan by bisection
}

/** A contract over elements of `Type`, combined in `Sum`. */
export interface TypedOptions<Type extends ElementType, Sum extends ElementType = Type>
  extends SharedOptions {
  readonly operator?: Operator | OperatorName | undefined; // default: add
  readonly type?: Type | undefined; // default: that of the input
  readonly accumulate?: Sum | undefined; // default: the element type
  readonly initial?: ElementScalar<Sum> | ElementScalar<Type> | undefined; // default: none; exclusive: the operator's start
}

export interface TypedScanOptions<Type extends ElementType, Sum extends ElementType = Type>
  extends TypedOptions<Type, Sum> {
  readonly output?: ElementArray<Sum> | undefined; // default: a fresh array; may be the input itself
}

/** A contract over records, which are columns: an object of arrays in the shape of the operator's type. */
export interface RecordOptions<Type extends RecordType> extends SharedOptions {
  readonly operator: RecordOperator<Type>;
  readonly type?: Type | undefined; // default: the operator's, and no other
  readonly initial?: ValueOf<Type> | undefined; // default: none; exclusive: the operator's start
}

export interface RecordScanOptions<Type extends RecordType> extends RecordOptions<Type> {
  readonly output?: ColumnsOf<Type> | undefined; // default: fresh arrays; each may be its own input column
}

/** A plain function over any values. */
export interface FunctionOptions<Value> extends SharedOptions {
  readonly operator: (left: Value, right: Value) => Value;
  readonly initial?: Value | undefined; // default: none, which an exclusive scan needs
}

export interface FunctionScanOptions<Value> extends FunctionOptions<Value> {
  readonly output?: Value[] | undefined; // default: a fresh array; may be the input itself
}
