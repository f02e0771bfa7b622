import type { Expression } from "../expressions/expression.ts";
import type { CombineFunction, Operator, RecordOperator } from "../operators/operator.ts";
import type { ElementType, Scalar, StorageType } from "../values/element-types.ts";
import { EmptyInputError } from "../values/errors.ts";
import type { RecordType, StoredType } from "../values/value-types.ts";

/** Which way a scan reads: forward, out[i] covers x[0..i]; backward, out[i] covers x[i..n), trees anchored at the end. */
export type Direction = "forward" | "backward";

/** Where an initial value stands: "outside" combines it with each value once, at the end; "first" makes it element 0. */
export type InitialPlacement = "outside" | "first";

/** What segments do to the trees: "restart", each is as if alone; "lifted", one tree over all, of the operator lifted to pairs with head flags. */
export type SegmentRule = "restart" | "lifted";

export const SEGMENT_RULES: readonly SegmentRule[] = ["restart", "lifted"];

/** Which values of an expression come back. Not part of a contract. */
export type Observation = "reduce" | "inclusive-scan" | "exclusive-scan";

export const OBSERVATIONS: readonly Observation[] = ["reduce", "inclusive-scan", "exclusive-scan"];

/** The version of every contract of this release. It changes when, and only when, the bits of a result change. */
export const CONTRACT_VERSION = 1;

/** What fixes the bits of a result on typed arrays: same contract and input, same bits, on any machine and executor. */
export interface TypedContract {
  readonly kind: "typed";
  readonly operator: Operator;
  readonly type: StorageType; // of the input
  readonly accumulate: ElementType; // of every combine and of the result
  readonly expression: Expression;
  readonly direction: Direction;
  readonly initial: InitialValue<Scalar> | undefined; // value is of type `accumulate`
  readonly segments?: SegmentRule; // absent without segments
  readonly version: typeof CONTRACT_VERSION;
}

/** One over elements that do not come in a narrow type. */
export interface ElementContract extends TypedContract {
  readonly type: ElementType;
}

/** A plain function over any values, in plain arrays. Fixes the tree, not what the function does. */
export interface FunctionContract {
  readonly kind: "function";
  readonly operator: CombineFunction;
  readonly type: ElementType | "any"; // of the input: a typed array's element type, or any values
  readonly expression: Expression;
  readonly direction: Direction;
  readonly initial: InitialValue<unknown> | undefined;
  readonly version: typeof CONTRACT_VERSION;
}

/** What fixes the bits of a result on records: each value is a list of scalars, one for each column of the operator's type. */
export interface RecordContract {
  readonly kind: "record";
  readonly operator: RecordOperator;
  readonly type: RecordType; // of every combine and of the result, and of the input unless it says others
  readonly types?: readonly StoredType[]; // of the input by column, where one is another than the operator's
  readonly expression: Expression;
  readonly direction: Direction;
  readonly initial: InitialValue<readonly Scalar[]> | undefined; // by column
  readonly segments?: SegmentRule; // absent without segments
  readonly version: typeof CONTRACT_VERSION;
}

/** What a result is, over elements, records or any values. Kinds differ in their values: one scalar, one for each column, anything. */
export type Contract = TypedContract | RecordContract | FunctionContract;

/** What a reduce or scan begins with, and where in the tree it stands. */
export interface InitialValue<Value> {
  readonly value: Value;
  readonly placement: InitialPlacement;
}

/** The reduce of nothing: the initial value, if there is one; else @throws EmptyInputError */
export function reduceOfNothing<Value>({
  initial,
}: {
  readonly initial: InitialValue<Value> | undefined;
}): Value {
  if (initial === undefined) throw new EmptyInputError();
  return initial.value;
}
