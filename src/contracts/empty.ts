import type { Scalar } from "../values/element-types.ts";
import { EmptyInputError } from "../values/errors.ts";
import type { TypedContract } from "./contract.ts";

/** The reduce of nothing: the initial value where there is one. @throws EmptyInputError where there is none */
export function reduceOfNothing(contract: TypedContract): Scalar {
  if (contract.initial === undefined) throw new EmptyInputError();
  return contract.initial.value;
}
