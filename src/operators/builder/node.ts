import type { ElementType, ScalarType } from "../../values/element-types.ts";
import type { ValueType } from "../../values/value-types.ts";

/**
 * A value that an operator will have, of type `Type`: what the body of `operator` works with.
 *
 * Its methods build the term; each exists on the types where the operation is defined, with the semantics of the scalar language.
 * What types cannot catch is the truth of a node, which is an object and so always true: `if (node)`, `node && …`, `node ? … : …`,
 * and `===` where a JavaScript boolean is welcome. A node that is made for that alone is refused, as nothing uses it. What is left, such as
 * `left.flag || right.flag`, is for the lint rule of samebits/eslint-plugin.
 */
export type Node<Type extends ScalarType> = NodeTypes[Type];

/** Nodes in the shape of a type: one node, or a record of them with its field names. */
export type NodesOf<Type> = Type extends ScalarType
  ? Node<Type>
  : { readonly [Field in keyof Type]: NodesOf<Type[Field]> };

/** A JavaScript value that may stand where a node of that type is expected, if the type has it exactly. No boolean: it would hide `===`. */
export type Constant<Type extends ScalarType> = Type extends "i64" | "u64"
  ? bigint | number
  : Type extends "bool"
    ? never
    : number;

/** What the operations on a node take beside it. */
export type Operand<Type extends ScalarType> = Node<Type> | Constant<Type>;

/** What a body may return for a type: nodes in its shape, with constants among them. */
export type ResultOf<Type> = Type extends ScalarType
  ? Operand<Type>
  : { readonly [Field in keyof Type]: ResultOf<Type[Field]> };

/** JavaScript values in the shape of a type: a start or an identity. */
export type ConstantsOf<Type> = Type extends "bool"
  ? boolean
  : Type extends ElementType
    ? Constant<Type>
    : { readonly [Field in keyof Type]: ConstantsOf<Type[Field]> };

/** A node or a record of nodes, whatever their types. */
export type Nodes = Node<ScalarType> | { readonly [field: string]: Nodes };

/** A scalar type as a value: it stands in the description of a type, and makes constants. */
export interface ScalarTypeValue<Type extends ScalarType = ScalarType> {
  readonly type: Type;
  (value: Type extends "bool" ? boolean : Constant<Type>): Node<Type>;
}

/** How types are written: `f32` or `"f32"`, and records of them. */
export type TypeDescription =
  | ScalarType
  | { readonly type: ScalarType; (value: never): unknown } // any ScalarTypeValue
  | { readonly [field: string]: TypeDescription };

/** The type that a description means. */
export type TypeOf<Description> = Description extends ScalarType
  ? Description
  : Description extends (value: never) => unknown
    ? Description extends { readonly type: infer Type extends ScalarType }
      ? Type
      : never
    : { readonly [Field in keyof Description]: TypeOf<Description[Field]> } extends infer Type extends
          ValueType
      ? Type
      : never;

export type FloatType = "f64" | "f32";
export type IntegerType = "i64" | "u64" | "i32" | "u32";

interface NodeTypes {
  readonly f64: FloatNode<"f64">;
  readonly f32: FloatNode<"f32">;
  readonly i64: SignedNode<"i64">;
  readonly u64: IntegerNode<"u64">;
  readonly i32: SignedNode<"i32">;
  readonly u32: IntegerNode<"u32">;
  readonly bool: BoolNode;
}

interface SameWidth {
  readonly f64: "f64" | "i64" | "u64";
  readonly f32: "f32" | "i32" | "u32";
  readonly i64: "i64" | "f64" | "u64";
  readonly u64: "u64" | "f64" | "i64";
  readonly i32: "i32" | "f32" | "u32";
  readonly u32: "u32" | "f32" | "i32";
}

// In types only: it keeps nodes of different types apart. A property would look like a field to the lint rule.
declare const typeOfNode: unique symbol;

interface CommonNode<Type extends ScalarType> {
  readonly [typeOfNode]: Type;
  equal(second: Operand<Type>): Node<"bool">; // floats: IEEE 754, so −0 equals +0 and a NaN nothing
  notEqual(second: Operand<Type>): Node<"bool">;
  convert<To extends ElementType>(type: To | ScalarTypeValue<To>): Node<To>;
}

interface NumberNode<Type extends ElementType> extends CommonNode<Type> {
  add(second: Operand<Type>): Node<Type>;
  subtract(second: Operand<Type>): Node<Type>;
  multiply(second: Operand<Type>): Node<Type>;
  divide(second: Operand<Type>): Node<Type>; // integers: towards zero, and x / 0 = 0
  negate(): Node<Type>;
  min(second: Operand<Type>): Node<Type>; // floats: NaN wins, −0 < +0
  max(second: Operand<Type>): Node<Type>;
  less(second: Operand<Type>): Node<"bool">;
  lessOrEqual(second: Operand<Type>): Node<"bool">;
  greater(second: Operand<Type>): Node<"bool">;
  greaterOrEqual(second: Operand<Type>): Node<"bool">;
  bitcast<To extends SameWidth[Type]>(type: To | ScalarTypeValue<To>): Node<To>;
}

interface FloatNode<Type extends FloatType> extends NumberNode<Type> {
  abs(): Node<Type>;
  sqrt(): Node<Type>;
  floor(): Node<Type>;
  ceil(): Node<Type>;
  truncate(): Node<Type>;
  roundEven(): Node<Type>;
  exp(): Node<Type>; // this and all below correctly rounded
  expm1(): Node<Type>;
  exp2(): Node<Type>;
  log(): Node<Type>;
  log1p(): Node<Type>;
  log2(): Node<Type>;
  log10(): Node<Type>;
  sin(): Node<Type>;
  cos(): Node<Type>;
  tan(): Node<Type>;
  asin(): Node<Type>;
  acos(): Node<Type>;
  atan(): Node<Type>;
  sinh(): Node<Type>;
  cosh(): Node<Type>;
  tanh(): Node<Type>;
  cbrt(): Node<Type>;
  pow(exponent: Operand<Type>): Node<Type>;
  atan2(x: Operand<Type>): Node<Type>; // of y.atan2(x), as of all functions of this name
  hypot(second: Operand<Type>): Node<Type>;
}

interface IntegerNode<Type extends IntegerType> extends NumberNode<Type> {
  remainder(second: Operand<Type>): Node<Type>; // x % 0 = x
  and(second: Operand<Type>): Node<Type>;
  or(second: Operand<Type>): Node<Type>;
  xor(second: Operand<Type>): Node<Type>;
  not(): Node<Type>;
  shiftLeft(distance: Operand<Type>): Node<Type>; // distances modulo the width
  shiftRight(distance: Operand<Type>): Node<Type>; // fills with the sign for i32 and i64
  rotateLeft(distance: Operand<Type>): Node<Type>;
  countLeadingZeros(): Node<Type>;
  countTrailingZeros(): Node<Type>;
  countOnes(): Node<Type>;
}

interface SignedNode<Type extends "i64" | "i32"> extends IntegerNode<Type> {
  abs(): Node<Type>; // of the smallest is itself
}

interface BoolNode extends CommonNode<"bool"> {
  and(second: Operand<"bool">): Node<"bool">;
  or(second: Operand<"bool">): Node<"bool">;
  xor(second: Operand<"bool">): Node<"bool">;
  not(): Node<"bool">;
}

/** What `select` may take beside nodes: nodes of the same types in the same shape, or constants. */
export type Alike<Of> = Of extends { readonly [typeOfNode]: infer Type extends ScalarType }
  ? Operand<Type>
  : { readonly [Field in keyof Of]: Alike<Of[Field]> };

/** The type of what a body has returned: a node, or a record of nodes. */
export type TypeOfNodes<Result> = Result extends { readonly [typeOfNode]: infer Type extends ScalarType }
  ? Type
  : { readonly [Field in keyof Result]: TypeOfNodes<Result[Field]> } extends infer Type extends ValueType
    ? Type
    : never;
