import { EmptyInputError } from "../values/errors.ts";
import type { InitialValue } from "./contract.ts";

/** The reduce of nothing: the initial value, if there is one; else @throws EmptyInputError */
export function reduceOfNothing<Value>({
  initial,
}: {
  readonly initial: InitialValue<Value> | undefined;
}): Value {
  if (initial === undefined) throw new EmptyInputError();
  return initial.value;
}
