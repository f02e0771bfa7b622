import { checkText } from "../values/check-arguments.ts";
import { checkOptionNames } from "../values/check-option-names.ts";
import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { columnsOf, type ValueType } from "../values/value-types.ts";
import type { ElementFunction } from "./element-function.ts";
import type { ParseOptions } from "./parse-operator.ts";
import { elementFunctionOf } from "./text/element-function-of.ts";
import { plainText } from "./text/operator-text.ts";

export interface ParseElementFunctionOptions extends ParseOptions {
  readonly type?: ValueType | undefined; // of the element, for a text without a head: `value > 0`, or `delay > 15` over a record's fields
}

/**
 * The element function that a text in the operator language defines: `(value: f64) => value >= 0`.
 *
 * As with `fn`, TypeScript cannot see the types in the text: the function fits every place, and is checked there when it runs.
 *
 * @throws OperatorSyntaxError with line, column and a frame, for syntax, names and types alike
 * @see docs/operator-language.md
 * @example
 * import { parseElementFunction } from "samebits/operators";
 * parseElementFunction("delay > 15", { type: { delay: "f32" } }).resultType; // → bool
 */
export function parseElementFunction<Type extends ValueType = ValueType, Result extends ValueType = never>(
  text: string,
  options: ParseElementFunctionOptions = {},
): ElementFunction<Type, Result> {
  checkOptionNames(options, ["source", "type"]);
  const source = checkText("source", options.source ?? "function");
  const { type } = options;
  if (type !== undefined) columnsOf(type);
  if (typeof text !== "string") {
    throw new InvalidArgumentError("text", "the text of an element function", describe(text));
  }
  return elementFunctionOf(plainText(source, text), type) as ElementFunction<Type, Result>;
}
