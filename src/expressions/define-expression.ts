import { checkFunction, checkText } from "../values/check-arguments.ts";
import { KEBAB_CASE } from "../values/check-name.ts";
import { describeText } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { EXPRESSIONS, type Expression, type Tree } from "./expression.ts";
import { EXPRESSION_NAMES } from "./parse.ts";

/** Named by the specification and not here yet: a caller's own of that name would change its meaning one day. */
const RESERVED_NAMES: readonly string[] = ["network", "implementation-defined"];

/**
 * A caller's own expression: `tree(n)` is the tree over x[0..n), each index in it exactly once.
 *
 * Runs on the javascript executor. Trees are checked when they are used; a scan asks for the tree of every prefix.
 *
 * @throws InvalidArgumentError when the name is not kebab-case or is one that the specification gives to another expression
 */
export function defineExpression(name: string, tree: (length: number) => Tree): Expression {
  checkText("name", name);
  checkFunction("tree", tree, "of the length");
  const isTaken = EXPRESSION_NAMES.includes(name) || RESERVED_NAMES.includes(name);
  if (isTaken || !KEBAB_CASE.test(name)) {
    throw new InvalidArgumentError(
      "name",
      "kebab-case and not a name of the specification's own",
      describeText(name),
    );
  }
  return EXPRESSIONS.mark({ kind: "custom", name, tree });
}
