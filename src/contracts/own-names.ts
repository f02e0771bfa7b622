import { checkExpression } from "../expressions/check-expression.ts";
import type { Expression } from "../expressions/expression.ts";
import { type AnyOperator, checkOwnOperator } from "../operators/operator.ts";
import { checkList } from "../values/check-arguments.ts";
import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";

/** What a line may name besides the built-ins: a caller's own operators, by the hash of their terms, and expressions. */
export interface OwnNames<Own extends AnyOperator = AnyOperator> {
  readonly operators?: readonly Own[] | undefined;
  readonly expressions?: readonly Expression[] | undefined;
}

/** The same with every one checked. */
export interface CheckedNames {
  readonly operators: readonly AnyOperator[];
  readonly expressions: readonly Expression[];
}

/** @throws InvalidArgumentError naming the list */
export function checkOwnNames(given: OwnNames): CheckedNames {
  if (typeof given !== "object" || given === null) {
    throw new InvalidArgumentError("own", "an object with operators and expressions", describe(given));
  }
  const { operators = [], expressions = [] } = given;
  return {
    operators: checkList("operators", operators, "operators").map((each) =>
      checkOwnOperator("operators", each),
    ),
    expressions: checkList("expressions", expressions, "expressions").map(checkExpression),
  };
}
