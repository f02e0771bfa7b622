import type { ElementType } from "../../values/element-types.ts";
import { defineOperator, type OperatorOf } from "../define-operator.ts";
import type { AnyOperator } from "../operator.ts";
import { swapSides } from "../term.ts";
import { type OnlyType, type PartType, partOf } from "./part.ts";

/**
 * The operator with its sides exchanged: `dual(f)(left, right) = f(right, left)`.
 *
 * Has the laws and the identity of `operator`. `type` is needed where the operator is on several.
 */
export function dual<Part extends AnyOperator, Type extends ElementType = OnlyType<Part>>(
  operator: Part,
  type?: Type,
): OperatorOf<PartType<Part, Type>> {
  const part = partOf("operator", operator, type);
  return defineOperator(part.type, swapSides(part.terms), {
    name: `dual-${operator.name}`,
    claims: {
      ...(part.identity && { identity: part.identity }),
      ...(part.carrier && { carrier: part.carrier }),
    },
    derivation: { combinator: "dual", parts: [operator] },
  }) as OperatorOf<PartType<Part, Type>>;
}
