import { checkText } from "../values/check-arguments.ts";
import { checkOptionNames } from "../values/check-option-names.ts";
import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import type { AnyOperator } from "./operator.ts";
import { operatorOf } from "./text/operator-of.ts";
import { plainText } from "./text/operator-text.ts";

export interface ParseOptions {
  readonly source?: string | undefined; // what errors call the text, such as a file name; default: "operator"
}

/**
 * The operator that a text in the operator language defines: the inverse of `printOperator`, and how `.op` files are read.
 *
 * Nothing that the text claims (identity, where) is taken on trust. Cost: linear in the text.
 *
 * @throws OperatorSyntaxError with line, column and a frame, for syntax, names and types alike
 * @see docs/operator-language.md
 * @example
 * import { parseOperator } from "samebits/operators";
 * parseOperator("operator average (left: f64, right) => (left + right) / 2").name; // → average
 */
export function parseOperator(text: string, options: ParseOptions = {}): AnyOperator {
  checkOptionNames(options, ["source"]);
  const source = checkText("source", options.source ?? "operator");
  if (typeof text !== "string")
    throw new InvalidArgumentError("text", "the text of an operator", describe(text));
  return operatorOf(plainText(source, text));
}
