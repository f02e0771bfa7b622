import type { ValueType } from "../values/value-types.ts";
import type { OperatorOf } from "./define-operator.ts";
import { operatorOf } from "./text/operator-of.ts";
import { type Hole, withHoles } from "./text/operator-text.ts";

/**
 * An operator in the operator language, inside TypeScript.
 *
 * A `${}` takes a number, a bigint or a boolean, typed by where it stands like a literal, or an operator, to be called as in
 * `${add}(left, right)`. None of it is ever read as text. TypeScript cannot see the type in the text: name it as the parameter where needed,
 * and it is believed.
 *
 * @throws OperatorSyntaxError with line and column within the template, and a frame; holes show as `${1}`, `${2}`, …
 * @see docs/operator-language.md
 * @example
 * import { reduce } from "samebits";
 * import { op } from "samebits/operators";
 * const larger = op`(left: { value: f32, index: u32 }, right) => if left.value < right.value then right else left`;
 * reduce({ value: Float32Array.of(2, 7, 1), index: Uint32Array.of(0, 1, 2) }, { operator: larger }); // → { value: 7, index: 1 }
 */
export function op<Type extends ValueType>(
  strings: TemplateStringsArray,
  ...values: readonly Hole[]
): OperatorOf<Type> {
  return operatorOf(withHoles("operator", strings, values)) as OperatorOf<Type>;
}
