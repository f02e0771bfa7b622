import { copyNetwork } from "../networks/network.ts";
import { checkInteger } from "../values/check-arguments.ts";
import { checkName } from "../values/check-name.ts";
import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { defineExpression } from "./define-expression.ts";
import { EXPRESSIONS, type Expression, type NetworkExpression, type Tree } from "./expression.ts";
import { checkedFamily } from "./parse.ts";
import { EXPRESSION_KINDS } from "./print.ts";

/**
 * An expression as its constructor makes it: the same object if one has, or one made anew from what the data say.
 *
 * Of a network written by hand the executors that serve it look at the rest.
 *
 * @throws InvalidArgumentError
 */
export function checkExpression(given: unknown): Expression {
  if (EXPRESSIONS.has(given)) return given as Expression;
  if (typeof given !== "object" || given === null || !("kind" in given)) {
    throw new InvalidArgumentError("expression", "a named expression or its text", describe(given));
  }
  const { kind } = given;
  const known = checkName("expression.kind", EXPRESSION_KINDS, kind);
  if (known === "network") {
    copyNetwork((given as Partial<NetworkExpression>).network, "expression.network");
    return given as Expression;
  }
  return known === "custom" ? customOf(given) : checkedFamily(known, given);
}

function customOf(given: object): Expression {
  const { name, tree } = given as Readonly<Record<string, unknown>>;
  if (typeof tree !== "function") {
    throw new InvalidArgumentError("expression.tree", "a function of the length", describe(tree));
  }
  return defineExpression(name as string, tree as (length: number) => Tree);
}

/** A length as a caller gave it: an integer of at least `least`, and at most `most`. @throws InvalidArgumentError */
export function checkLength(length: number, least: number, most?: number): number {
  return checkInteger("length", length, least, most);
}
