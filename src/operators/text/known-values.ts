import type { ElementType, Scalar } from "../../values/element-types.ts";
import type { ValueType } from "../../values/value-types.ts";
import type { AnyOperator } from "../operator.ts";

/** What an exclusive scan begins with, by column; undefined where the operator says nothing. */
export function startOf(operator: AnyOperator, type: ValueType): readonly Scalar[] | undefined {
  if (operator.kind === "record-operator") return operator.start;
  const start = operator.start(type as ElementType);
  return start === undefined ? undefined : [start];
}

/** The identity that an operator claims or, built in, has; by column. */
export function identityOf(operator: AnyOperator, type: ValueType): readonly Scalar[] | undefined {
  const claimed = operator.claims?.identity;
  if (claimed !== undefined || operator.kind === "record-operator") return claimed;
  const identity = operator.identity(type as ElementType);
  return identity === undefined ? undefined : [identity];
}
