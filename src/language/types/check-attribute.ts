import { parseExpression } from "../../expressions/parse.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import type { ArrayTerm } from "../term.ts";
import type { Inference } from "./inference.ts";
import { find, type Scope } from "./scope.ts";
import { FOLDS } from "./signatures.ts";

/** An attribute names a tree, of a function that has one. @throws ProgramError for anything else: nothing would heed it */
export function checkAttribute(
  { function: head, expression, at }: Extract<ArrayTerm, { kind: "apply" }>,
  scope: Scope | undefined,
  inference: Inference,
): void {
  if (expression === undefined) return;
  const name = head.kind === "variable" ? head.name : undefined;
  if (name === undefined || !FOLDS.includes(name) || find(scope, name) !== undefined) {
    const actual = name === undefined ? "another term" : `"${name}"`;
    inference.fail(at, `one of ${FOLDS.join(", ")} after an attribute`, actual);
  }
  try {
    parseExpression(expression);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    inference.fail(at, error.expected, error.actual);
  }
}
