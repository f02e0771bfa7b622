import type { Executor } from "../../executors/executor.ts";
import { type Expression, isOrderFree } from "../../expressions/expression.ts";
import { add, treeHash } from "../../operators/built-in.ts";
import type { AnyOperator, Operator } from "../../operators/operator.ts";
import type { ElementType } from "../../values/element-types.ts";
import { columnContractOf } from "../contract-of.ts";
import { requestKey, sampleRequests } from "../suite/sample-requests.ts";
import type { Asked } from "./observe.ts";

export type IsTried = (executor: Executor, expression: Expression, operator: AnyOperator) => boolean;

/** The rows that an executor is asked for: all, or as many of those that it does not refuse as its limit has. */
export function triedRows(
  executors: readonly Executor[],
  expressions: readonly Expression[],
  operators: readonly AnyOperator[],
  rowLimit: (executor: Executor) => number | undefined = () => undefined,
): IsTried {
  const chosen = new Map<Executor, ReadonlySet<string>>();
  for (const executor of executors) {
    const limit = rowLimit(executor);
    if (limit === undefined) continue;
    // The fingerprints of trees first, as those that tell the most.
    const all = [...operators]
      .sort(byTelling)
      .flatMap((operator) =>
        expressions
          .filter((expression) => hasRow(operator, expression))
          .map((expression) => ({ ...shapeOf(operator, expression), allowQuadratic: false })),
      );
    const served = all.filter((request) => executor.refusal(request) === undefined);
    chosen.set(
      executor,
      sampleRequests(
        served.map((request) => ({ request })),
        limit,
      ),
    );
  }
  return (executor, expression, operator) => {
    const keys = chosen.get(executor);
    if (keys === undefined) return true;
    const request = { ...shapeOf(operator, expression), allowQuadratic: false };
    return executor.refusal(request) !== undefined || keys.has(requestKey(request));
  };
}

function byTelling(left: AnyOperator, right: AnyOperator): number {
  return Number(right === treeHash) - Number(left === treeHash);
}

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
