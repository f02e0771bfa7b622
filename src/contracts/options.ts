import type { Expression } from "../expressions/expression.ts";
import type { Operator, RecordOperator } from "../operators/operator.ts";
import type {
  ElementArray,
  ElementScalar,
  ElementType,
  NarrowType,
  ScalarType,
  StorageType,
} from "../values/element-types.ts";
import type { HalfType } from "../values/halves.ts";
import type { ColumnsOf, RecordType, ValueOf, ValueType } from "../values/value-types.ts";
import type { Direction, InitialPlacement } from "./contract.ts";
import type { DeterminismName } from "./levels.ts";

/** The element type of a typed array's type; of a narrow one what its elements widen to. */
export type ElementTypeOf<Input extends TypedInput> = Input extends Float64Array
  ? "f64"
  : Input extends Float32Array
    ? "f32"
    : Input extends BigInt64Array
      ? "i64"
      : Input extends BigUint64Array
        ? "u64"
        : Input extends Int32Array | Int8Array | Int16Array
          ? "i32"
          : "u32";

/** Arrays of narrow elements that say by themselves which: of a Uint16Array only a `type` tells. A Float16Array has one, where the engine has it. */
export type NarrowInput = Uint8Array | Int8Array | Int16Array;

/** An array that needs no `type`. */
export type TypedInput = ElementArray | NarrowInput;

/** The storage type of an array that needs no `type`. */
export type StorageTypeOf<Input extends TypedInput> = Input extends ElementArray
  ? ElementTypeOf<Input>
  : Input extends Uint8Array
    ? "u8"
    : Input extends Int8Array
      ? "i8"
      : "i16";

interface WiderTypes {
  readonly f64: never;
  readonly f32: "f64";
  readonly i64: never;
  readonly u64: never;
  readonly i32: "i64" | "f64";
  readonly u32: "u64" | "i64" | "f64";
  readonly f16: "f64";
  readonly bf16: "f64";
  readonly u8: "i32" | "u64" | "i64" | "f32" | "f64";
  readonly i8: "i64" | "f32" | "f64";
  readonly u16: "i32" | "u64" | "i64" | "f32" | "f64";
  readonly i16: "i64" | "f32" | "f64";
}

interface DefaultAccumulation {
  readonly f64: "f64";
  readonly f32: "f32";
  readonly i64: "i64";
  readonly u64: "u64";
  readonly i32: "i32";
  readonly u32: "u32";
  readonly f16: "f32";
  readonly bf16: "f32";
  readonly u8: "u32";
  readonly i8: "i32";
  readonly u16: "u32";
  readonly i16: "i32";
}

/** What elements of `Type` are combined in where nobody says: their own type, or for narrow ones the nearest that is computed with. */
export type SumOf<Type extends StorageType> = DefaultAccumulation[Type];

/** The accumulation types that elements of `Type` may widen to, the default included. */
export type AccumulationOf<Type extends StorageType> = SumOf<Type> | WiderTypes[Type];

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
export interface TypedOptions<Type extends StorageType, Sum extends ElementType = SumOf<Type>>
  extends SharedOptions {
  readonly operator?: Operator | OperatorName | undefined; // default: add
  readonly type?: Type | undefined; // default: that of the input
  readonly accumulate?: Sum | undefined; // default: the element type, of a narrow one f32, i32 or u32
  readonly initial?: ElementScalar<Sum> | ElementScalar<SumOf<Type>> | undefined; // default: none; exclusive: the operator's start
}

/** Results rounded once to half floats, to the nearest, ties to even: of a reduce the value, of a scan its bits. For floats alone. */
export interface RoundedOutput<Sum extends ElementType> {
  readonly output?: Sum extends "f32" | "f64" ? HalfType : never; // default: results of the accumulation type
}

/** Half floats that results are rounded to: their type, and perhaps an array that takes their bits, which may be a Float16Array. */
export type HalfOutput =
  | HalfType
  | { readonly type: HalfType; readonly array: Uint16Array | (ArrayBufferView & ArrayLike<number>) };

/** The same of a scan. */
export interface RoundedPrefixes<Sum extends ElementType> {
  readonly output: Sum extends "f32" | "f64" ? HalfOutput : never;
}

/** What a function over columns says of its contract where what it computes is rounded once to half floats, columns as their bits. */
export interface RoundedOptions extends SharedOptions {
  readonly operator?: Operator | OperatorName | undefined;
  readonly type?: StorageType | undefined;
  readonly accumulate?: ElementType | undefined;
  readonly initial?: number | undefined;
  readonly output: HalfOutput;
}

/** Options of a scan over elements: the contract, and where the values go. */
export interface TypedScanOptions<Type extends StorageType, Sum extends ElementType = SumOf<Type>>
  extends TypedOptions<Type, Sum> {
  readonly output?: ElementArray<Sum> | undefined; // default: a fresh array; may be the input itself
}

/** The types that columns of a field may come in: those whose every element its type holds exactly. */
type StoredAs<Type extends ScalarType> =
  | Type
  | (Type extends ElementType
      ? { [Stored in StorageType]: Type extends AccumulationOf<Stored> ? Stored : never }[StorageType]
      : never);

/** A record's type as its columns come in: the shape of the operator's, fields of narrower types. */
export type StoredRecord<Type extends ValueType> = Type extends RecordType
  ? { readonly [Field in keyof Type]: StoredRecord<Type[Field]> }
  : Type extends ScalarType
    ? StoredAs<Type>
    : never;

/** A record's arrays as they come in: of the operator's types, or of those that `type` names. */
export type StoredColumnsOf<Type extends ValueType> = Type extends RecordType
  ? { readonly [Field in keyof Type]: StoredColumnsOf<Type[Field]> }
  : Type extends ScalarType
    ? ColumnsOf<StoredAs<Type>>
    : never;

/** What comes in of a type: arrays of its elements, or of a record's columns. */
export type InputOf<Type extends ValueType | NarrowType> = Type extends RecordType
  ? StoredColumnsOf<Type>
  : ColumnsOf<Type>;

/** A contract over records, which are columns: an object of arrays in the shape of the operator's type, whose values are those of every combine. */
export interface RecordOptions<Type extends RecordType> extends SharedOptions {
  readonly operator: RecordOperator<Type>;
  readonly type?: StoredRecord<Type> | undefined; // of the input; default: the operator's; fields may be of types that the operator's hold exactly
  readonly initial?: ValueOf<Type> | undefined; // default: none; exclusive: the operator's start
}

/** Options of a scan over records: the contract, and where the columns go. */
export interface RecordScanOptions<Type extends RecordType> extends RecordOptions<Type> {
  readonly output?: ColumnsOf<Type> | undefined; // default: fresh arrays; each may be its own input column
}

/** A plain function over any values. */
export interface FunctionOptions<Value> extends SharedOptions {
  readonly operator: (left: Value, right: Value) => Value;
  readonly initial?: Value | undefined; // default: none, which an exclusive scan needs
}

/** Options of a scan by a plain function: the contract, and where the values go. */
export interface FunctionScanOptions<Value> extends FunctionOptions<Value> {
  readonly output?: Value[] | undefined; // default: a fresh array; may be the input itself
}
