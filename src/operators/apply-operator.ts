import { InvalidArgumentError } from "../values/errors.ts";
import { pathText } from "../values/value-types.ts";
import type { OperatorBody } from "./operator.ts";
import { replaceLeaves, type Term } from "./term.ts";

/**
 * The terms of `operator(left, right)`: its body with `leftTerms` and `rightTerms`, one for each column, in place of its operands.
 *
 * What the body shares stays shared, so nesting does not multiply the work.
 *
 * @throws InvalidArgumentError where the operands have not the columns' number and types
 */
export function applyBody(
  { columns, terms }: OperatorBody,
  leftTerms: readonly Term[],
  rightTerms: readonly Term[],
): readonly Term[] {
  const check = (argument: string, operands: readonly Term[]): void => {
    if (operands.length !== columns.length) {
      throw new InvalidArgumentError(
        argument,
        `${columns.length} terms, one for each column`,
        `${operands.length}`,
      );
    }
    columns.forEach((column, i) => {
      if (operands[i].type === column.type) return;
      const path = pathText(column);
      throw new InvalidArgumentError(
        path === "" ? argument : `${argument}.${path}`,
        column.type,
        operands[i].type,
      );
    });
  };
  check("left", leftTerms);
  check("right", rightTerms);
  return replaceLeaves(terms, (leaf) => {
    if (leaf.kind === "left") return leftTerms[leaf.column];
    return leaf.kind === "right" ? rightTerms[leaf.column] : leaf;
  });
}
