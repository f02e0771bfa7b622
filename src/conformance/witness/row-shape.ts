import { type Expression, isOrderFree } from "../../expressions/expression.ts";
import { add } from "../../operators/built-in.ts";
import type { AnyOperator, Operator } from "../../operators/operator.ts";
import type { ElementType } from "../../values/element-types.ts";
import { columnContractOf } from "../contract-of.ts";
import type { Asked } from "./observe.ts";

/** Whether the table has a row of an operator by an expression: sums without an order are sums. */
export function hasRow(operator: AnyOperator, expression: Expression): boolean {
  return !isOrderFree(expression) || operator === add;
}

/** A request without its input. */
export function shapeOf(operator: AnyOperator, expression: Expression): AskedShape {
  const observation = expression.kind === "bisection" ? "reduce" : "inclusive-scan";
  const contract = columnContractOf(
    operator.kind === "record-operator"
      ? { operator, expression }
      : { operator, type: tableType(operator), expression },
  );
  return { contract, observation };
}

type AskedShape = Omit<Asked, "input">;

/** The type that stands for all in the table. */
function tableType({ types }: Operator): ElementType {
  return (["f64", "u64"] as const).find((type) => types.includes(type)) ?? types[0];
}
