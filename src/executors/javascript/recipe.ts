import type { Direction, InitialValue } from "../../contracts/contract.ts";
import type { Expression } from "../../expressions/expression.ts";
import { EmptyInputError, InternalError } from "../../values/errors.ts";
import type { Combine } from "./online-fold.ts";

/** What the loops need to know of a contract. */
export interface Recipe<Value> {
  readonly expression: Expression;
  readonly direction: Direction;
  readonly initial: InitialValue<Value> | undefined;
  readonly combine: Combine<Value>; // sides already swapped where the direction is backward
  readonly convert: ((element: Value) => Value) | undefined; // to the accumulation type, where that is another kind of value
}

/** One contract as loops over arrays; `output` has the length of `input` and may be it. */
export interface Passes<Value> {
  reduce(input: ArrayLike<Value>): Value;
  inclusiveScan(input: ArrayLike<Value>, output: Value[]): void;
  exclusiveScan(input: ArrayLike<Value>, output: Value[]): void;
}

/** An exclusive scan's initial value, which resolving its contract has made sure of. */
export function initialOf<Value>(recipe: Recipe<Value>): Value {
  if (recipe.initial === undefined)
    throw new InternalError("an exclusive scan was planned without an initial value");
  return canonical(recipe.initial.value);
}

/** The reduce of nothing. @throws EmptyInputError where there is no initial value to give back */
export function valueOfNothing<Value>(recipe: Recipe<Value>): Value {
  if (recipe.initial === undefined) throw new EmptyInputError();
  return canonical(recipe.initial.value);
}

/** What leaves the executor: a prefix with an outside initial value on its left, its NaN canonical. */
export function finisher<Value>({ initial, combine }: Recipe<Value>): (prefix: Value) => Value {
  if (initial?.placement !== "outside") return canonical;
  const { value } = initial;
  return (prefix) => canonical(combine(value, prefix));
}

/** NaNs have payloads that arithmetic leaves open and a typed array would show. */
function canonical<Value>(value: Value): Value {
  return Number.isNaN(value) ? (Number.NaN as Value) : value;
}
