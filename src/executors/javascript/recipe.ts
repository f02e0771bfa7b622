import type { Direction, InitialValue } from "../../contracts/contract.ts";
import { reduceOfNothing } from "../../contracts/empty.ts";
import type { Expression } from "../../expressions/expression.ts";
import { InternalError } from "../../values/errors.ts";
import type { Combine } from "./online-fold.ts";

/** How the loops reach the values of arrays: elements of a typed array, anything in a plain one, rows of columns. */
export interface Access<Value, Input, Output> {
  readonly lengthOf: (input: Input) => number;
  readonly read: (input: Input, index: number) => Value; // of the accumulation type
  readonly write: (output: Output, index: number, value: Value) => void;
  readonly canonical: (value: Value) => Value; // its NaNs have payloads that arithmetic leaves open and a typed array would show
}

/** What the loops need to know of a contract. */
export interface Recipe<Value, Input, Output> extends Access<Value, Input, Output> {
  readonly expression: Expression;
  readonly direction: Direction;
  readonly initial: InitialValue<Value> | undefined;
  readonly combine: Combine<Value>; // sides already swapped where the direction is backward
}

/** One contract as loops over arrays; `output` has the length of `input` and may be it. */
export interface Passes<Value, Input, Output> {
  reduce(input: Input): Value;
  inclusiveScan(input: Input, output: Output): void;
  exclusiveScan(input: Input, output: Output): void;
}

type Finished<Value> = Pick<Recipe<Value, never, never>, "initial" | "combine" | "canonical">;

/** An exclusive scan's initial value, which resolving its contract has made sure of. */
export function initialOf<Value>({ initial, canonical }: Finished<Value>): Value {
  if (initial === undefined)
    throw new InternalError("an exclusive scan was planned without an initial value");
  return canonical(initial.value);
}

/** The reduce of nothing. @throws EmptyInputError where there is no initial value to give back */
export function valueOfNothing<Value>({ initial, canonical }: Finished<Value>): Value {
  return canonical(reduceOfNothing({ initial }));
}

/** What leaves the executor: a prefix with an outside initial value on its left, its NaN canonical. */
export function finisher<Value>({ initial, combine, canonical }: Finished<Value>): (prefix: Value) => Value {
  if (initial?.placement !== "outside") return canonical;
  const { value } = initial;
  return (prefix) => canonical(combine(value, prefix));
}
