import { InvalidArgumentError } from "../values/errors.ts";
import type { Expression } from "./expression.ts";
import { EXPRESSION_NAMES } from "./parse.ts";
import type { Tree } from "./tree.ts";

/**
 * A caller's own expression: `tree(n)` is the tree over x[0..n), each index in it exactly once.
 *
 * Runs on the javascript executor. Trees are checked when they are used; a scan asks for the tree of every prefix.
 *
 * @throws InvalidArgumentError when the name is not kebab-case or is a built-in expression's
 */
export function defineExpression(name: string, tree: (length: number) => Tree): Expression {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || EXPRESSION_NAMES.includes(name)) {
    throw new InvalidArgumentError(
      "name",
      "kebab-case and not the name of a built-in expression",
      `"${name}"`,
    );
  }
  return { kind: "custom", name, tree };
}
