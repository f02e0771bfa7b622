import type { Constant, FloatType, IntegerType } from "../../operators/builder/node.ts";
import type { ElementType, ScalarType } from "../../values/element-types.ts";
import type { ArrayDescription } from "./type-description.ts";

// In types only: it keeps nodes of different types apart, and says what a body has returned.
declare const typeOfNode: unique symbol;

/** What is of a type, whatever its kind. */
interface NodeOf<Type> {
  readonly [typeOfNode]: Type;
}

/** Values of a program being built: nodes, and tuples and records of nodes. Not recursive: the compiler would look for its end. */
export type Nodes = NodeOf<unknown> | readonly object[] | { readonly [field: string]: object };

/** The nodes that stand for a value of a type. */
export type NodesOf<Type> = Type extends ScalarType
  ? ScalarNode<Type>
  : Type extends ArrayDescription<infer Element>
    ? ArrayNode<Element>
    : { readonly [Field in keyof Type]: NodesOf<Type[Field]> };

/** The type of nodes: what a function of them has returned. */
export type TypeOfNodes<Given> =
  Given extends NodeOf<infer Type> ? Type : { readonly [Field in keyof Given]: TypeOfNodes<Given[Field]> };

/** A scalar type as a value: it stands in the description of a type, and makes literals, as `f64(0.5)`. */
export interface ScalarTypeValue<Type extends ScalarType = ScalarType> {
  readonly type: Type;
  (value: Type extends "bool" ? boolean : Constant<Type>): ScalarNode<Type>;
}

/** Nodes of a type, with constants among them. */
export type Operand<Type> = Type extends ScalarType
  ? ScalarNode<Type> | Constant<Type>
  : Type extends ArrayDescription<infer Element>
    ? ArrayNode<Element>
    : { readonly [Field in keyof Type]: Operand<Type[Field]> };

/** A size or an index: i64, as the language has them. */
export type Count = Operand<"i64">;

/** The flag that a test has given. */
export type Flag = ScalarNode<"bool">;

/** A number or a flag of a program that is being built, with the operations of its type. */
export type ScalarNode<Type extends ScalarType> = ScalarNodes[Type];

interface ScalarNodes {
  readonly f64: FloatNode<"f64">;
  readonly f32: FloatNode<"f32">;
  readonly i64: SignedNode<"i64">;
  readonly u64: IntegerNode<"u64">;
  readonly i32: SignedNode<"i32">;
  readonly u32: IntegerNode<"u32">;
  readonly bool: BoolNode;
}

interface CommonNode<Type extends ScalarType> extends NodeOf<Type> {
  equal(second: Operand<Type>): Flag;
  notEqual(second: Operand<Type>): Flag;
  convert<To extends ElementType>(type: To | ScalarTypeValue<To>): ScalarNode<To>;
}

interface NumberNode<Type extends ElementType> extends CommonNode<Type> {
  add(second: Operand<Type>): ScalarNode<Type>;
  subtract(second: Operand<Type>): ScalarNode<Type>;
  multiply(second: Operand<Type>): ScalarNode<Type>;
  divide(second: Operand<Type>): ScalarNode<Type>; // integers: towards zero, and x / 0 = 0
  negate(): ScalarNode<Type>;
  min(second: Operand<Type>): ScalarNode<Type>;
  max(second: Operand<Type>): ScalarNode<Type>;
  less(second: Operand<Type>): Flag;
  lessOrEqual(second: Operand<Type>): Flag;
  greater(second: Operand<Type>): Flag;
  greaterOrEqual(second: Operand<Type>): Flag;
}

interface FloatNode<Type extends FloatType> extends NumberNode<Type> {
  abs(): ScalarNode<Type>;
  sqrt(): ScalarNode<Type>;
  floor(): ScalarNode<Type>;
  ceil(): ScalarNode<Type>;
  truncate(): ScalarNode<Type>;
  roundEven(): ScalarNode<Type>;
  exp(): ScalarNode<Type>; // this and all below correctly rounded
  expm1(): ScalarNode<Type>;
  exp2(): ScalarNode<Type>;
  log(): ScalarNode<Type>;
  log1p(): ScalarNode<Type>;
  log2(): ScalarNode<Type>;
  log10(): ScalarNode<Type>;
  sin(): ScalarNode<Type>;
  cos(): ScalarNode<Type>;
  tan(): ScalarNode<Type>;
  asin(): ScalarNode<Type>;
  acos(): ScalarNode<Type>;
  atan(): ScalarNode<Type>;
  sinh(): ScalarNode<Type>;
  cosh(): ScalarNode<Type>;
  tanh(): ScalarNode<Type>;
  cbrt(): ScalarNode<Type>;
  pow(exponent: Operand<Type>): ScalarNode<Type>;
  atan2(x: Operand<Type>): ScalarNode<Type>; // of y.atan2(x), as of all functions of this name
  hypot(second: Operand<Type>): ScalarNode<Type>;
}

interface IntegerNode<Type extends IntegerType> extends NumberNode<Type> {
  remainder(second: Operand<Type>): ScalarNode<Type>; // x % 0 = x
  and(second: Operand<Type>): ScalarNode<Type>;
  or(second: Operand<Type>): ScalarNode<Type>;
  xor(second: Operand<Type>): ScalarNode<Type>;
  not(): ScalarNode<Type>;
  shiftLeft(distance: Operand<Type>): ScalarNode<Type>;
  shiftRight(distance: Operand<Type>): ScalarNode<Type>;
  countLeadingZeros(): ScalarNode<"i32">;
  countTrailingZeros(): ScalarNode<"i32">;
  countOnes(): ScalarNode<"i32">;
  getBit(index: Operand<"i32">): ScalarNode<"i32">;
}

interface SignedNode<Type extends "i64" | "i32"> extends IntegerNode<Type> {
  abs(): ScalarNode<Type>;
}

interface BoolNode extends CommonNode<"bool"> {
  and(second: Operand<"bool">): Flag; // looks at `second` only where it decides
  or(second: Operand<"bool">): Flag;
  not(): Flag;
}

/** A function of two values of a type that gives a third, and is to be associative. */
type Combine<Type, Result> = (left: NodesOf<Type>, right: NodesOf<Type>) => Result;

interface FoldOptions {
  readonly expression?: string; // the named expression that gives the tree
}

/** An array of a program being built. */
export interface ArrayNode<Element> extends NodeOf<ArrayDescription<Element>> {
  length(): ScalarNode<"i64">;
  at(index: Count): NodesOf<Element>;
  slice(start?: Count, end?: Count): ArrayNode<Element>;
  head(): NodesOf<Element>;
  last(): NodesOf<Element>;
  take(count: Count): ArrayNode<Element>;
  drop(count: Count): ArrayNode<Element>;
  reverse(): ArrayNode<Element>;
  rotate(by: Count): ArrayNode<Element>;
  concat(other: ArrayNode<Element>): ArrayNode<Element>;
  indices(): ArrayNode<"i64">;
  sort(): ArrayNode<Element>;
  flatten(): Element extends ArrayDescription<unknown> ? NodesOf<Element> : never;
  transpose(): ArrayNode<Element>; // of an array of arrays
  unzip(): Columns<Element>; // of an array of pairs or triples
  map<const Result extends Nodes>(of: (element: NodesOf<Element>) => Result): ArrayNode<TypeOfNodes<Result>>;
  filter(test: (element: NodesOf<Element>) => Flag): ArrayNode<Element>;
  partition(
    test: (element: NodesOf<Element>) => Flag,
  ): readonly [holds: ArrayNode<Element>, others: ArrayNode<Element>];
  any(test: (element: NodesOf<Element>) => Flag): Flag;
  all(test: (element: NodesOf<Element>) => Flag): Flag;
  reduce<const Result extends Operand<Element>>(
    combine: Combine<Element, Result>,
    ofNothing: Operand<Element>,
    options?: FoldOptions,
  ): NodesOf<Element>;
  reduceCommutative<const Result extends Operand<Element>>(
    combine: Combine<Element, Result>,
    ofNothing: Operand<Element>,
    options?: FoldOptions,
  ): NodesOf<Element>;
  scan<const Result extends Operand<Element>>(
    combine: Combine<Element, Result>,
    ofNothing: Operand<Element>,
    options?: FoldOptions,
  ): ArrayNode<Element>;
  exscan<const Result extends Operand<Element>>(
    combine: Combine<Element, Result>,
    initial: Operand<Element>,
    options?: FoldOptions,
  ): ArrayNode<Element>;
  segmentedScan<const Result extends Operand<Element>>(
    combine: Combine<Element, Result>,
    ofNothing: Operand<Element>,
    heads: ArrayNode<"bool">,
    options?: FoldOptions,
  ): ArrayNode<Element>;
  segmentedReduce<const Result extends Operand<Element>>(
    combine: Combine<Element, Result>,
    ofNothing: Operand<Element>,
    heads: ArrayNode<"bool">,
    options?: FoldOptions,
  ): ArrayNode<Element>;
  foldl<const Sum extends Nodes, const Next extends Operand<TypeOfNodes<Sum>>>(
    step: (sum: NodesOf<TypeOfNodes<Sum>>, element: NodesOf<Element>) => Next,
    start: Sum,
  ): NodesOf<TypeOfNodes<Sum>>;
  scatter(indices: ArrayNode<"i64">, values: ArrayNode<Element>): ArrayNode<Element>;
  reduceByIndex<const Result extends Operand<Element>>(
    combine: Combine<Element, Result>,
    ofNothing: Operand<Element>,
    indices: ArrayNode<"i64">,
    values: ArrayNode<Element>,
    options?: FoldOptions,
  ): ArrayNode<Element>;
}

/** What `unzip` gives: an array for each component. */
type Columns<Element> = {
  readonly [Field in keyof Element]: ArrayNode<Element[Field]>;
};
