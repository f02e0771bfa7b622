import type { ValueType } from "../values/value-types.ts";
import type { ElementFunction } from "./element-function.ts";
import { elementFunctionOf } from "./text/element-function-of.ts";
import { type Hole, withHoles } from "./text/operator-text.ts";

/**
 * An element function in the operator language, inside TypeScript: ``fn`(value: f64) => value >= 0` ``.
 *
 * A `${}` takes what one of `op` takes. TypeScript cannot see the types in the text: the function fits every place, and is checked there when it runs.
 * Where they are named, as in ``fn<"f64", "bool">`…` ``, they are believed.
 *
 * @throws OperatorSyntaxError with line and column within the template, and a frame; holes show as `${1}`, `${2}`, …
 * @see docs/operator-language.md
 * @example
 * import { fn } from "samebits/operators";
 * const isLate = fn`(flight: { delay: f32 }) => flight.delay > ${15}`;
 * isLate.resultType; // → bool
 */
export function fn<Type extends ValueType = ValueType, Result extends ValueType = never>(
  strings: TemplateStringsArray,
  ...values: readonly Hole[]
): ElementFunction<Type, Result> {
  return elementFunctionOf(withHoles("function", strings, values)) as ElementFunction<Type, Result>;
}
