import type { ContractOptions } from "../contracts/resolve.ts";
import { type ElementType, elementTypeOf } from "../values/element-types.ts";
import { declaredType } from "./check-input.ts";
import { hasRecordOperator } from "./has-record-operator.ts";

/** The type of an input's elements: its own, or the one it is to be read as. Undefined for an operator over records, which has one. @throws InvalidArgumentError */
export function typeOfInput(input: unknown, options: ContractOptions | undefined): ElementType | undefined {
  if (hasRecordOperator(options)) return undefined;
  return elementTypeOf(input) ?? declaredType(input, options?.type);
}
