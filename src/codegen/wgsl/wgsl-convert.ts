// Conversions between the words that hold values on a GPU.

import { SCALAR_TYPE_FACTS, type ScalarType } from "../../values/element-types.ts";
import { InternalError } from "../../values/errors.ts";
import type { WgslLibrary } from "./wgsl-library.ts";
import { wgslWords } from "./wgsl-words.ts";

/**
 * Converts from one type to another as a term's `convert` does: gives the text of a value in the WGSL type of `to`, from the text of one in
 * that of `from`.
 *
 * Operands are written once. A bool is the word 0 or 1, and nothing converts to it.
 */
export function wgslConvert(
  from: ScalarType,
  to: ScalarType,
  library: WgslLibrary,
): (operand: string) => string {
  if (from === to) return (operand) => operand;
  if (to === "bool") throw new InternalError("nothing converts to bool");
  const source = from === "bool" ? "u32" : from;
  if (SCALAR_TYPE_FACTS[source].isFloat || SCALAR_TYPE_FACTS[to].isFloat) {
    return source === to ? (operand) => operand : (operand) => library.call(`${to}_from_${source}`, operand);
  }
  if (wgslWords(to) === wgslWords(source)) return (operand) => operand;
  if (wgslWords(to) === 1) return (operand) => `${operand}.x`;
  return source === "i32"
    ? (operand) => library.call("i64_from_i32", operand)
    : (operand) => `vec2<u32>(${operand}, 0u)`;
}

/**
 * Makes a NaN the canonical one: gives the text of a value in the WGSL type of `type`, from the text of such a value.
 *
 * Integers and bools are themselves. Operations need no canonical operands and give canonical results; loads, constants and `select` hand
 * on what they get.
 */
export function wgslCanonical(type: ScalarType, library: WgslLibrary): (operand: string) => string {
  if (type !== "f32" && type !== "f64") return (operand) => operand;
  return (operand) => library.call(`${type}_canonical`, operand);
}
