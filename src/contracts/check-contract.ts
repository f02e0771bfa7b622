import { checkExpression } from "../expressions/check-expression.ts";
import { checkOwnOperator } from "../operators/operator.ts";
import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import type { RecordContract, TypedContract } from "./contract.ts";
import { parseContract } from "./parse.ts";
import { printContract } from "./print.ts";

/**
 * A contract that somebody else has put together, made anew from what it says: executors write its parts into the kernels that they generate.
 *
 * Whatever has a line that reads back is a contract, and nothing else is. Some microseconds.
 *
 * @throws InvalidArgumentError naming the part, what was expected and what came
 */
export function checkContract<Given extends TypedContract | RecordContract>(given: Given): Given {
  if (typeof given !== "object" || given === null) {
    throw new InvalidArgumentError("contract", "a contract", describe(given));
  }
  const { kind } = given;
  if (kind !== "typed" && kind !== "record") {
    throw new InvalidArgumentError("contract.kind", '"typed" or "record"', describe(kind));
  }
  const operator = checkOwnOperator("contract.operator", given.operator);
  const expression = checkExpression(given.expression);
  const isOfKind = operator.kind === (kind === "record" ? "record-operator" : "operator");
  if (!isOfKind)
    throw new InvalidArgumentError("contract.operator", `one of a ${kind} contract`, operator.kind);
  const line = printContract({ ...given, operator, expression } as Given);
  return parseContract(line, { operators: [operator], expressions: [expression] }) as Given;
}
