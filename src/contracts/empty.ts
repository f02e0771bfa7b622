import { EmptyInputError } from "../values/errors.ts";
import type { InitialValue } from "./contract.ts";

/** The reduce of nothing: the initial value where there is one. @throws EmptyInputError where there is none */
export function reduceOfNothing<Value>({
  initial,
}: {
  readonly initial: InitialValue<Value> | undefined;
}): Value {
  if (initial === undefined) throw new EmptyInputError();
  return initial.value;
}
